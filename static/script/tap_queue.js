/* Keys that send at once (forms with data-keys): each tap shows at once what it says, and taps that come while one is
   under way wait for it, to be made in their order on the pages that follow. Those for which there is no network stay on
   the phone, and are made in the same way once the house is reached, unless somebody wrote at that table meanwhile. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const BOUNCE = 250; // milliseconds: the same key twice within this, before any answer, is one finger
const NONE = { name: "", value: "", at: 0 },
  STORE = "marque taps";
const banner = document.getElementById("offline");
let under_way = null,
  waiting = [],
  latest = NONE,
  lost = false,
  written_for;

/* The places where what is tapped will stand, the next one first. */
function places() {
  const turns = all(".bidding [data-turn]").sort((one, other) => one.dataset.turn - other.dataset.turn);
  const table = all(".places .place"),
    next = table.findIndex((place) => place.matches(".to-play"));
  const round = [...table.slice(next), ...table.slice(0, next)].map((place) => place.querySelector(".empty-slot"));
  return [...turns, ...round.filter(Boolean)].filter((place) => !place.matches(".filled"));
}

const tapped = (within) => all(".filled", within).reduce((total, place) => total + (Number(place.textContent) || 0), 0);

/* The title asks the next player, and the sums count what was tapped. */
function tell_bids() {
  const sum = document.querySelector(".bidding .bid-sum"),
    title = document.getElementById("bidder");
  if (!sum || !title) return;
  title.textContent = places()[0]?.dataset.asks ?? title.dataset.done;
  document.querySelector(".bid-keys")?.classList.toggle("spent", lost && !places().length);
  const count = Number(sum.dataset.sum) + tapped(document.querySelector(".bidding"));
  sum.textContent = (count < 2 ? sum.dataset.one : sum.dataset.many).replace(/1(?!3)|99/, count);
  for (const side of all(".bidding .contracts li")) {
    const total = side.querySelector(".total");
    total.dataset.sum ??= total.textContent;
    total.textContent = Number(total.dataset.sum) + tapped(side);
  }
}

function show(key) {
  key.classList.add("pressed");
  const place = places()[0];
  if (!place) return;
  const drawn = all(".index, .index + svg", key).map((part) => part.cloneNode(true));
  place.replaceChildren(...(drawn.length ? drawn : [key.dataset.label ?? key.firstChild.textContent]));
  place.classList.toggle("face", drawn.length > 0);
  place.classList.add("filled");
  place.classList.toggle("kept", lost);
  tell_bids();
}

function show_none() {
  all(".pressed").forEach((key) => key.classList.remove("pressed"));
  all(".filled").forEach((place) => {
    place.textContent = place.dataset.empty ?? "";
    place.classList.remove("filled", "face", "kept");
  });
  tell_bids();
}

const keyOf = (tap) =>
  all("form[data-keys] button").find((key) => key.name === tap.name && key.value === tap.value && !key.disabled);
/* What stands there: which page, at which version; of a page without keys, the page alone. */
const here = () => `${location.pathname} ${document.querySelector("form[data-keys] [name='version']")?.value ?? ""}`;
const page_of = (place) => place?.split(" ")[0];

/* What is kept outlives the page; for as long as anything is, the banner says so. */
function keep() {
  written_for = here();
  lost &&= waiting.length > 0;
  if (lost) banner.dataset.kept = "";
  else delete banner.dataset.kept;
  try {
    if (lost) localStorage.setItem(STORE, JSON.stringify({ written_for, waiting }));
    else localStorage.removeItem(STORE);
  } catch {
    /* full, or forbidden: it is kept as long as the page */
  }
}

function say(what) {
  banner.textContent = banner.dataset[what] ?? "";
  banner.hidden = !banner.textContent;
}

function show_kept() {
  show_none();
  waiting.map(keyOf).forEach((key) => {
    if (key) show(key);
  });
  if (lost) say("taps");
  else banner.hidden = true;
}

function drop(why = "untaken") {
  waiting = [];
  latest = NONE;
  keep();
  show_none();
  say(why);
}

document.addEventListener(
  "submit",
  (event) => {
    const key = event.submitter;
    if (
      lost &&
      !under_way &&
      waiting.length &&
      (event.target.matches("form[action$='/back']") || event.target.querySelector("[name='back']"))
    ) {
      event.preventDefault(); // the latest tap is taken back where it is: on this phone
      event.stopImmediatePropagation();
      waiting.pop();
      keep();
      show_kept();
      return;
    }
    if (!event.target.matches("form[data-keys]") || !key?.name) return;
    const tap = { name: key.name, value: key.value, at: event.timeStamp };
    const waited = "waited" in key.dataset;
    const again =
      !waited &&
      (under_way || lost) &&
      tap.name === latest.name &&
      tap.value === latest.value &&
      tap.at - latest.at < BOUNCE;
    if (!waited) latest = tap;
    delete key.dataset.waited;
    if (again || under_way || (lost && !waited)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (again) return;
      waiting.push(tap);
      if (lost && !under_way) {
        keep();
        setTimeout(go);
      } // a form sends nothing while it is asked to
    } else {
      under_way = tap;
    }
    show(key);
  },
  true,
);

/* The first of those that wait is made, and shown with the others; a page without its key is not what was tapped for. */
function go() {
  if (under_way || !waiting.length) return;
  const key = keyOf(waiting[0]);
  if (!key) {
    drop();
    return;
  }
  show_none();
  waiting.shift();
  key.dataset.waited = "";
  key.form.requestSubmit(key);
  waiting.map(keyOf).forEach((later) => {
    if (later) show(later);
  });
}

/* What this phone kept for the page that stands there, if nobody wrote since. */
function resume() {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(STORE));
  } catch {
    /* forbidden */
  }
  lost = page_of(kept?.written_for) === location.pathname;
  waiting = lost ? kept.waiting : [];
  if (!lost) delete banner.dataset.kept;
  else if (kept.written_for === here()) {
    keep();
    show_kept();
  } else drop("moved"); // this phone wrote, and never heard of it, or another one
}

/* The page that came shows the tap that was under way; any other page has what was kept for it, if anything. */
document.addEventListener("marque:page", () => {
  Object.assign(banner.dataset, document.querySelector("form[data-keys]")?.dataset); // its words, for the pages after it
  if (!under_way) {
    resume();
    return;
  }
  under_way = null;
  if (waiting.length && document.getElementById("refusal")) {
    drop();
    return;
  }
  keep();
  go();
});

/* Without the network nothing was sent: the tap is the first to go, and its form as it is, which is carried out once. */
document.addEventListener("htmx:error", (event) => {
  if (!under_way) return;
  const { response, sourceElement } = event.detail.ctx ?? {};
  waiting.unshift(under_way);
  under_way = null;
  lost = true;
  if (response || !sourceElement?.matches("form[data-keys]")) {
    drop();
    return;
  }
  keep();
  show_kept();
});

/* A house in trouble, or a page that is no more: nothing comes in place of this one, which says so. */
document.addEventListener("htmx:before:swap", (event) => {
  const { status } = event.detail.ctx?.response ?? {};
  if (!under_way || !(status >= 500 || status === 404)) return;
  under_way = null;
  drop();
});
const reached = () => {
  if (lost) go();
};
document.addEventListener("marque:reached", reached);
window.addEventListener("online", reached);
