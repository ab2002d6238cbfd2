/* On a computer the entry is always open: focus its first empty field, and let Tab skip the keys made for touch. */
const computer = matchMedia("(min-width: 48rem) and (pointer: fine)");
function focusFirstBlank() {
  const entry = document.getElementById("entry");
  if (!computer.matches || !entry || document.querySelector("dialog[open], #refusal")) return;
  entry.querySelectorAll(".step, .keypad button").forEach((key) => {
    key.tabIndex = -1;
  });
  if (document.activeElement?.closest("#entry")) return;
  const blank = [...entry.querySelectorAll(".count input")].find(
    (field) => field.value === "" && field.checkVisibility(),
  );
  blank?.focus({ preventScroll: true });
}
document.addEventListener("marque:page", focusFirstBlank);
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx.target?.id === "page") focusFirstBlank();
});
focusFirstBlank();
