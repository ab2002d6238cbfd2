/* Import scripts that few pages need with the first page that needs them. */
const NEEDED = { "share_partie.js": "[data-tell]", "piquet_hands.js": ".held, #announced" },
  own = document.currentScript.src;
document.addEventListener("marque:page", () => {
  for (const [name, where] of Object.entries(NEEDED))
    if (document.querySelector(where)) import(new URL(name, own)).catch(() => {});
});
