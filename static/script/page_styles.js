/* Wait for the stylesheets of a new page before it is swapped in, at most LIMIT, so that it never
   appears unstyled. The first touch prefetches the usual ones. */
const LIMIT = 3000; // milliseconds
const usual = ["soirees.css", "reading.css"].map((name) => new URL(name, document.currentScript.src).href);
const addLink = (rel, href) => {
  const link = Object.assign(document.createElement("link"), { rel, as: "style", href });
  document.head.append(link);
  return link;
};
document.addEventListener("pointerdown", () => usual.forEach((href) => addLink("prefetch", href)), { once: true });

/* Load a stylesheet in the head; it is removed once the link in the new page has loaded. */
const linksInHead = (href) =>
  [...document.head.querySelectorAll("link[rel='stylesheet']")].filter((one) => one.href === href);
async function loadStyle(href) {
  if (linksInHead(href).some((one) => one.sheet)) return;
  await new Promise((done) => {
    const sheet = addLink("stylesheet", href);
    sheet.addEventListener("load", done);
    sheet.addEventListener("error", () => {
      sheet.remove();
      done();
    });
    setTimeout(done, LIMIT);
  });
}
document.addEventListener(
  "load",
  ({ target }) => {
    if (target.matches?.("body link")) linksInHead(target.href).forEach((one) => one.remove());
  },
  true,
);
/* htmx reads the text of an answer after this event: let it wait for the styles. */
document.addEventListener("htmx:before:response", (event) => {
  const { raw } = event.detail.ctx.response;
  const text = raw.text.bind(raw);
  raw.text = async () => {
    const page = await text();
    const links = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)];
    await Promise.all(links.map(([, href]) => loadStyle(new URL(href, location.href).href)));
    return page;
  };
});
