/* Keys that submit their form at once (forms with data-keys). A tap is shown immediately; taps made during a request
   are queued and submitted in order on the following pages. Without a network they are stored on the device and
   submitted once the server is reached, unless another device wrote to the table in between. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const BOUNCE = 250, // milliseconds: a second tap on a key within this time, before the answer, is ignored
  RETRY = 5000; // milliseconds to the next attempt, if no event starts one earlier
const NONE = { name: "", value: "", at: 0 },
  STORE = "marque taps";
const banner = document.getElementById("offline");
let current_tap = null,
  queued_taps = [],
  latest_tap = NONE,
  offline = false,
  stored_page;

/* Return the empty places in which the next taps are shown, in order. */
function empty_places() {
  const turns = all(".bidding [data-turn]").sort((turn, other) => turn.dataset.turn - other.dataset.turn);
  const table = all(".places .place"),
    next = table.findIndex((place) => place.matches(".to-play"));
  const slots = [...table.slice(next), ...table.slice(0, next)].map((place) => place.querySelector(".empty-slot"));
  return [...turns, ...slots.filter(Boolean)].filter((place) => !place.matches(".filled"));
}

const tapped_sum = (within) =>
  all(".filled", within).reduce((total, place) => total + (Number(place.textContent) || 0), 0);

/* Show the next bidder in the title, and add the queued bids to the sums. */
function update_bids() {
  const sum = document.querySelector(".bidding .bid-sum"),
    title = document.getElementById("bidder");
  if (!sum || !title) return;
  title.textContent = empty_places()[0]?.dataset.asks ?? title.dataset.done;
  document.querySelector(".bid-keys")?.classList.toggle("spent", offline && !empty_places().length);
  const count = Number(sum.dataset.sum) + tapped_sum(document.querySelector(".bidding"));
  const none = document.querySelector(".bidding .filled") ? undefined : sum.dataset.none;
  sum.textContent = none ?? (count < 2 ? sum.dataset.one : sum.dataset.many).replace(/1(?!3)|99/, count);
  for (const side of all(".bidding .contracts li")) {
    const total = side.querySelector(".total");
    total.dataset.sum ??= total.textContent;
    total.textContent = Number(total.dataset.sum) + tapped_sum(side);
  }
}

function show_tap(key) {
  key.classList.add("pressed");
  const place = empty_places()[0];
  if (!place) return;
  const face = all(".index, .index + svg", key).map((part) => part.cloneNode(true));
  place.replaceChildren(...(face.length ? face : [key.dataset.label ?? key.firstChild.textContent]));
  place.classList.toggle("face", face.length > 0);
  place.classList.add("filled");
  place.classList.toggle("kept", offline);
  update_bids();
}

function clear_shown() {
  all(".pressed").forEach((key) => key.classList.remove("pressed"));
  all(".filled").forEach((place) => {
    place.textContent = place.dataset.empty ?? "";
    place.classList.remove("filled", "face", "kept");
  });
  update_bids();
}

const key_of = (tap) =>
  all("form[data-keys] button").find((key) => key.name === tap.name && key.value === tap.value && !key.disabled);
/* Return the path and version of the page; a page without keys has no version. */
const page_version = () =>
  `${location.pathname} ${document.querySelector("form[data-keys] [name='version']")?.value ?? ""}`;
const path_of = (place) => place?.split(" ")[0];

/* Store queued taps in localStorage, and mark the banner while there are any. */
function save_queue() {
  stored_page = page_version();
  offline &&= queued_taps.length > 0;
  if (offline) banner.dataset.kept = "";
  else delete banner.dataset.kept;
  try {
    if (offline) localStorage.setItem(STORE, JSON.stringify({ written_for: stored_page, waiting: queued_taps }));
    else localStorage.removeItem(STORE);
  } catch {
    /* storage full or blocked: the queue is lost with the page */
  }
}

function show_banner(what) {
  banner.textContent = banner.dataset[what] ?? "";
  banner.hidden = !banner.textContent;
}

function show_queue() {
  clear_shown();
  queued_taps.map(key_of).forEach((key) => {
    if (key) show_tap(key);
  });
  if (offline) show_banner("taps");
  else banner.hidden = true;
}

function drop_queue(why = "untaken") {
  queued_taps = [];
  latest_tap = NONE;
  save_queue();
  clear_shown();
  show_banner(why);
}

document.addEventListener(
  "submit",
  (event) => {
    const key = event.submitter;
    if (
      offline &&
      !current_tap &&
      queued_taps.length &&
      (event.target.matches("form[action$='/back']") || event.target.querySelector("[name='back']"))
    ) {
      event.preventDefault(); // undo the latest queued tap on the device
      event.stopImmediatePropagation();
      queued_taps.pop();
      save_queue();
      show_queue();
      return;
    }
    if (!event.target.matches("form[data-keys]") || !key?.name) return;
    const tap = { name: key.name, value: key.value, at: event.timeStamp };
    const was_queued = "waited" in key.dataset;
    const is_repeated =
      !was_queued &&
      (current_tap || offline) &&
      tap.name === latest_tap.name &&
      tap.value === latest_tap.value &&
      tap.at - latest_tap.at < BOUNCE;
    if (!was_queued) latest_tap = tap;
    delete key.dataset.waited;
    if (is_repeated || current_tap || (offline && !was_queued)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (is_repeated) return;
      if (event.target.dataset.keys) queued_taps = [];
      queued_taps.push(tap);
      if (offline && !current_tap) {
        save_queue();
        setTimeout(submit_next);
      } // not at once: this form is being submitted
    } else {
      current_tap = tap;
    }
    if (event.target.dataset.keys) clear_shown(); // only the latest tap counts
    show_tap(key);
  },
  true,
);

/* Submit the first queued tap, and show the others. Drop them all if the page lacks the key of the first. */
function submit_next() {
  if (current_tap || !queued_taps.length) return;
  const key = key_of(queued_taps[0]);
  if (!key) {
    drop_queue();
    return;
  }
  clear_shown();
  queued_taps.shift();
  key.dataset.waited = "";
  key.form.requestSubmit(key);
  queued_taps.map(key_of).forEach((later) => {
    if (later) show_tap(later);
  });
}

/* Restore the taps stored for this page, if its version is unchanged. */
function restore_queue() {
  let stored = null;
  try {
    stored = JSON.parse(localStorage.getItem(STORE));
  } catch {
    /* storage blocked */
  }
  offline = path_of(stored?.written_for) === location.pathname;
  queued_taps = offline ? stored.waiting : [];
  if (!offline) delete banner.dataset.kept;
  else if (stored.written_for === page_version()) {
    save_queue();
    show_queue();
  } else drop_queue("moved"); // another device wrote, or this one did without receiving the answer
}

/* After a swap submit the next tap; after a load restore the stored ones. */
document.addEventListener("marque:page", () => {
  Object.assign(banner.dataset, document.querySelector("form[data-keys]")?.dataset); // copy its messages for later pages
  if (!current_tap) {
    restore_queue();
    return;
  }
  current_tap = null;
  if (queued_taps.length && document.getElementById("refusal")) {
    drop_queue();
    return;
  }
  save_queue();
  submit_next();
});

/* Without a network the tap goes back to the head of the queue. If it was received after all, its request_id lets the
   server ignore the second one. */
document.addEventListener("htmx:error", (event) => {
  if (!current_tap) return;
  const { response, sourceElement } = event.detail.ctx ?? {};
  queued_taps.unshift(current_tap);
  current_tap = null;
  offline = true;
  if (response || !sourceElement?.matches("form[data-keys]")) {
    drop_queue();
    return;
  }
  save_queue();
  show_queue();
  setTimeout(reached, RETRY);
});

/* A server error or a missing page: nothing is swapped, and the taps are dropped. */
document.addEventListener("htmx:before:swap", (event) => {
  const { status } = event.detail.ctx?.response ?? {};
  if (!current_tap || !(status >= 500 || status === 404)) return;
  current_tap = null;
  drop_queue();
});
const reached = () => {
  if (offline) submit_next();
};
document.addEventListener("marque:reached", reached);
window.addEventListener("online", reached);
