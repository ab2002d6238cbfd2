/* At a desk the entry lies open beside the sheet: its first blank has the keyboard, and Tab goes from
   answer to answer, over the keys made for a thumb. */
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
