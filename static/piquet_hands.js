/* Hands: how many cards are missing of each; once the first is whole, a card goes to the other at one tap. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const WHOLE = (list) => Number(list.dataset.hand);
const held = (list, seat) => all(`.holder input[value="${seat}"]:checked`, list.closest("form")).length;

function say(list, line, count) {
  const left = WHOLE(list) - count;
  const words =
    left === 0 ? list.dataset.none : left < 0 ? list.dataset.over : left === 1 ? list.dataset.one : list.dataset.many;
  const told = count === 0 ? "" : words.replace("99", String(Math.abs(left)));
  if (line.textContent !== told) line.textContent = told;
  line.classList.toggle("over", left < 0);
}

/* Tells whether both hands are whole. */
function recount(list) {
  const counts = all("[data-seat]", list).map((one) => {
    const count = held(list, one.dataset.seat);
    say(list, one.querySelector(".left"), count);
    return count;
  });
  const [elder, dealer] = counts.map((count) => count >= WHOLE(list));
  list.closest("form").classList.toggle("elder-full", elder && !dealer);
  return counts.every((count) => count === WHOLE(list));
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form");
  const said = form?.querySelector("#announced");
  if (said && event.target.closest(".hand, .saying, .answers, .blanche")) said.replaceChildren();
  const list = event.target.closest(".holder") && form.querySelector(".held");
  if (list && recount(list)) form.querySelector('[name="switch"][value="check"]')?.click();
});
const prepare = () => all(".held").forEach(recount);
document.addEventListener("marque:page", prepare);
prepare();
document.addEventListener("reset", (event) => event.target.querySelector("#announced")?.replaceChildren());
