/* The style of what is read comes once a finger came down, before the page that wants it. */
const beside = document.currentScript.src;
document.addEventListener("pointerdown", () => {
  const link = Object.assign(document.createElement("link"), { rel: "prefetch", as: "style", href: new URL("reading.css", beside) });
  document.head.append(link);
}, { once: true });
