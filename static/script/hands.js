/* Hands: how many cards are missing; a card held by one cannot be tapped for the other. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
function recountHands(form) {
  const groups = all("fieldset.hand[data-hand]", form);
  const held = groups.map((group) => all(".card input:checked", group).map((box) => box.value));
  groups.forEach((group, index) => {
    const left = Number(group.dataset.hand) - held[index].length;
    const line = group.querySelector(".left");
    const say = left === 0 ? line.dataset.none : left < 0 ? line.dataset.over : left === 1 ? line.dataset.one : line.dataset.many;
    line.textContent = say.replace("99", String(Math.abs(left)));
    line.classList.toggle("over", left < 0);
    all(".card input", group).forEach((box) => { box.disabled = !box.checked && held.some((cards, other) => other !== index && cards.includes(box.value)); });
  });
}
const handForms = () => new Set(all("fieldset.hand[data-hand]").map((group) => group.form ?? group.closest("form")));
document.addEventListener("change", (event) => {
  const group = event.target.closest("fieldset.hand[data-hand]");
  if (group) recountHands(group.closest("form"));
});
document.addEventListener("marque:page", () => handForms().forEach(recountHands));
