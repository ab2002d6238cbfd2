/* Import scripts that few pages need, once a page has the elements that they are for. */
const NEEDED = {
  "access_links.js": "form[data-link], #code",
  "local_times.js": "time[data-hour]",
  "picture.js": "[data-send]",
  "sharing.js": "[data-copy], [data-share], [data-print]",
  "piquet_hands.js": ".hand-sizes, #declarations",
  "key_focus.js": "form[data-keys]",
  "failed_nil.js": ".nil",
  "screen_keys.js": ".screen",
};
if (matchMedia("(min-width: 48rem) and (pointer: fine)").matches) NEEDED["keyboard.js"] = "#entry";
const ownAddress = document.currentScript.src;
document.addEventListener("marque:page", () => {
  for (const [name, where] of Object.entries(NEEDED))
    if (document.querySelector(where)) import(new URL(name, ownAddress)).catch(() => {});
});
