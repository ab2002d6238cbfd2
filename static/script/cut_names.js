/* A name cut short is spelt out for a moment where it is touched, and under the pointer. */
let told, gone;
const short = (one) => one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1;
const cut = (name) => name && (short(name) || short(name.parentElement)); // its own line, or that of the text it is in
document.addEventListener("click", (event) => {
  const name = event.target.closest("bdi") ?? event.target.closest(".chip, .cell, label")?.querySelector("bdi");
  if (!cut(name) || event.target.closest("a")) return;
  told ??= document.body.appendChild(
    Object.assign(document.createElement("p"), { className: "spelt-out", ariaHidden: "true" }),
  );
  told.textContent = name.textContent;
  told.hidden = false;
  clearTimeout(gone);
  gone = setTimeout(() => {
    told.hidden = true;
  }, 2500);
});
document.addEventListener("pointerover", (event) => {
  const name = event.target.closest("bdi");
  if (cut(name)) name.title = name.textContent;
});
