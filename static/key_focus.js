/* The focus returns to the key that was pressed, or to the one in its place; the next player is announced. */
const KEYS = "form[data-keys] button, .undo, .bidding .action button";
const TURN = "#bidder, #to-play, #to-lead";
const keys = () => [...document.querySelectorAll(KEYS)];
const turn = () => document.querySelector(TURN)?.textContent.trim() ?? "";
let pressed;
let announced = turn();
const announcement = Object.assign(document.createElement("p"), {
  id: "announced-turn",
  className: "visually-hidden",
  ariaLive: "polite",
});
document.body.append(announcement);

document.addEventListener(
  "submit",
  ({ submitter }) => {
    pressed = submitter?.matches(KEYS) && { index: keys().indexOf(submitter), key: submitter };
  },
  true,
);
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (turn() !== announced) {
    announced = turn();
    announcement.textContent = announced;
  }
  if (detail.ctx.live || detail.ctx.target?.id !== "page") return;
  const { index, key: before } = pressed || {};
  pressed = undefined;
  const breach = document.querySelector(".interruption");
  const same = keys().find(({ name, value }) => name === before?.name && value === before.value);
  const inPlace = before && keys()[Math.min(index, keys().length - 1)];
  (breach ?? same ?? inPlace)?.focus({ preventScroll: true });
});
