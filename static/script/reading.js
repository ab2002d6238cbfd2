/* The style of what is read is no part of a first visit: it comes once a finger came down, and a page that wants it is
   shown when it is there, or without it rather than not at all. */
const address = new URL("reading.css", document.currentScript.src).href, LIMIT = 3000; // milliseconds
const bring = (rel) => {
  const link = Object.assign(document.createElement("link"), { rel, as: "style", href: address });
  document.head.append(link);
  return link;
};
document.addEventListener("pointerdown", () => bring("prefetch"), { once: true });

let there;
const styled = () => there ??= new Promise((done) => {
  const sheet = bring("stylesheet");
  sheet.addEventListener("load", done);
  setTimeout(done, LIMIT);
  sheet.addEventListener("error", () => { sheet.remove(); there = undefined; done(); });
});
document.addEventListener("htmx:before:response", ({ detail: { ctx: { response: { raw } } } }) => {
  const text = raw.text.bind(raw);
  raw.text = async () => {
    const page = await text();
    if (page.includes("/reading.css")) await styled();
    return page;
  };
});
