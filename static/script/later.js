/* What few pages need comes with the first of them; the style of those that are read, once a finger came down. */
const beside = document.currentScript.src;
document.addEventListener("marque:page", () => {
  if (document.querySelector("[data-tell]")) import(new URL("script/telling.js", beside));
});
document.addEventListener("pointerdown", () => {
  const link = Object.assign(document.createElement("link"), { rel: "prefetch", as: "style", href: new URL("reading.css", beside) });
  document.head.append(link);
}, { once: true });
