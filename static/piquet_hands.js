/* The two hands of Piquet: show how many cards each lacks. Once elder's hand is full, one tap gives a card to the dealer. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const hand_size = (list) => Number(list.dataset.hand);
const count_cards = (list, seat) => all(`.holder input[value="${seat}"]:checked`, list.closest("form")).length;

function show_missing(list, line, count) {
  const left = hand_size(list) - count;
  const template =
    left === 0 ? list.dataset.none : left < 0 ? list.dataset.over : left === 1 ? list.dataset.one : list.dataset.many;
  const message = count === 0 ? "" : template.replace("99", String(Math.abs(left)));
  if (line.textContent !== message) line.textContent = message;
  line.classList.toggle("over", left < 0);
}

/* Update the counts, and return whether both hands are full. */
function recount(list) {
  const counts = all("[data-seat]", list).map((hand) => {
    const count = count_cards(list, hand.dataset.seat);
    show_missing(list, hand.querySelector(".left"), count);
    return count;
  });
  const [elder, dealer] = counts.map((count) => count >= hand_size(list));
  list.closest("form").classList.toggle("elder-full", elder && !dealer);
  return counts.every((count) => count === hand_size(list));
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form");
  const announced = form?.querySelector("#announced");
  if (announced && event.target.closest(".hand, .saying, .answers, .blanche")) announced.replaceChildren();
  const list = event.target.closest(".holder") && form.querySelector(".held");
  if (list && recount(list)) form.querySelector('[name="switch"][value="check"]')?.click();
});
const prepare = () => all(".held").forEach(recount);
document.addEventListener("marque:page", prepare);
prepare();
document.addEventListener("reset", (event) => event.target.querySelector("#announced")?.replaceChildren());
