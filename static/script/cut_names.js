/* Show a truncated name in full for a moment after a tap, and as a tooltip. */
let bubble, hide_timer;
const is_truncated = (element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
const is_cut = (name) => name && (is_truncated(name) || is_truncated(name.parentElement)); // or its line is
document.addEventListener("click", (event) => {
  const name = event.target.closest("bdi") ?? event.target.closest(".chip, .cell, label")?.querySelector("bdi");
  if (!is_cut(name) || event.target.closest("a")) return;
  bubble ??= document.body.appendChild(
    Object.assign(document.createElement("p"), { className: "spelt-out", ariaHidden: "true" }),
  );
  bubble.textContent = name.textContent;
  bubble.hidden = false;
  clearTimeout(hide_timer);
  hide_timer = setTimeout(() => {
    bubble.hidden = true;
  }, 2500);
});
document.addEventListener("pointerover", (event) => {
  const name = event.target.closest("bdi");
  if (is_cut(name)) name.title = name.textContent;
});
