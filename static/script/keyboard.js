/* On a computer the entry is always open: focus its first empty field, and let Tab skip the keys made for touch. */
const desk = matchMedia("(min-width: 48rem) and (pointer: fine)");
function begin() {
  const entry = document.getElementById("entry");
  if (!desk.matches || !entry || document.querySelector("dialog[open], #refusal")) return;
  entry.querySelectorAll(".step, .keypad button").forEach((key) => {
    key.tabIndex = -1;
  });
  if (document.activeElement?.closest("#entry")) return;
  const blank = [...entry.querySelectorAll(".count input")].find(
    (field) => field.value === "" && field.checkVisibility(),
  );
  blank?.focus({ preventScroll: true });
}
document.addEventListener("marque:page", begin);
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx?.target?.id === "page") begin();
});
