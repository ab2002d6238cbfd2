/* What a page can do without at first comes a moment after it stands. */
const own = document.currentScript;
function fetch_rest() {
  setTimeout(() => document.head.append(Object.assign(document.createElement("script"), { src: own.src.replace("marque.js", "later.js") })), 1000);
}
if (document.readyState === "complete") fetch_rest(); else window.addEventListener("load", fetch_rest);
