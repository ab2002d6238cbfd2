/* Keys that send at once (forms with data-keys): each tap shows at once what it says, and taps that come while one is
   under way wait for it, to be made in their order on the pages that follow. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const BOUNCE = 250; // milliseconds: the same key twice within this, before any answer, is one finger
const NONE = { name: "", value: "", at: 0 };
let under_way = null, waiting = [], latest = NONE;

/* The places where what is tapped will stand, the next one first. */
function places() {
  const turns = all("[data-turn]").sort((one, other) => one.dataset.turn - other.dataset.turn);
  const table = all(".places .place"), next = table.findIndex((place) => place.matches(".to-play"));
  const round = [...table.slice(next), ...table.slice(0, next)].map((place) => place.querySelector(".empty-slot"));
  return [...turns, ...round.filter(Boolean)].filter((place) => !place.matches(".filled"));
}

function show(key) {
  key.classList.add("pressed");
  const place = places()[0];
  if (!place) return;
  const drawn = all(".index, .index + svg", key).map((part) => part.cloneNode(true));
  place.replaceChildren(...(drawn.length ? drawn : [key.dataset.label ?? key.firstChild.textContent]));
  place.classList.toggle("face", drawn.length > 0);
  place.classList.add("filled");
}

const keyOf = (tap) => all("form[data-keys] button").find((key) => key.name === tap.name && key.value === tap.value && !key.disabled);

document.addEventListener("submit", (event) => {
  const key = event.submitter;
  if (!event.target.matches("form[data-keys]") || !key?.name) return;
  const tap = { name: key.name, value: key.value, at: event.timeStamp };
  const again = under_way && tap.name === latest.name && tap.value === latest.value && tap.at - latest.at < BOUNCE;
  if (!key.dataset.waited) latest = tap;
  delete key.dataset.waited;
  if (again || under_way) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (again) return;
    waiting.push(tap);
  } else {
    under_way = tap;
  }
  show(key);
}, true);

/* The page that came shows the tap that was under way; those that wait are shown on it, and the first is made. */
function go_on() {
  if (!under_way) return;
  under_way = null;
  const next = waiting.shift(), key = next && keyOf(next);
  if (!key) { waiting = []; return; }
  key.dataset.waited = "1";
  key.form.requestSubmit(key);
  waiting.map(keyOf).forEach((later) => { if (later) show(later); });
}
document.addEventListener("marque:page", go_on);

/* Without the network nothing was sent: what the keys show would not be true. */
document.addEventListener("htmx:error", () => {
  under_way = null;
  waiting = [];
  latest = NONE;
  all(".pressed").forEach((key) => key.classList.remove("pressed"));
  all(".filled").forEach((place) => { place.textContent = place.dataset.empty ?? ""; place.classList.remove("filled", "face"); });
});
