/* Keys that submit their form at once (forms with data-keys). A tap is shown immediately; taps made during a request
   are queued and submitted in order on the following pages. Without a network they wait in stored_queue.js and are
   submitted once the server is reached, unless another device wrote to the table in between. An undo is a tap, too: it
   is never stored, and has nothing but `undoes`. */
const { post, list, put, remove, sent_version, note_version, make_sender, new_id, waiting_message } =
  globalThis.stored_queue;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const BOUNCE = 250; // milliseconds: a second tap on a key within this time, before the answer, is ignored
const UNDO = "[action$='/back'] button, input[name='back'] ~ button";
const banner = document.getElementById("offline");
let current_tap = null,
  quick_taps = [], // made during a request
  queued_tap = null, // it is being submitted
  latest_tap = {},
  offline = false; // stored taps are shown

/* Return the empty places in which the next taps are shown, in order. */
function empty_places() {
  const turns = all(".bidding [data-turn]").sort((turn, other) => turn.dataset.turn - other.dataset.turn);
  const table = all(".places .place"),
    next = table.findIndex((place) => place.matches(".to-play"));
  const slots = [...table.slice(next), ...table.slice(0, next)].map((place) => place.querySelector(".empty-slot"));
  return [...turns, ...slots.filter(Boolean)].filter((place) => !place.matches(".filled"));
}

const tapped_sum = (within) => all(".filled", within).reduce((sum, place) => sum + (Number(place.textContent) || 0), 0);

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
  for (const calls of all(".bidding .team-bids")) {
    const side = calls.closest("li"),
      total = side.querySelector(".total");
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
  place.classList.toggle("stored", offline);
  update_bids();
}

function clear_shown() {
  all(".pressed").forEach((key) => key.classList.remove("pressed"));
  all(".filled").forEach((place) => {
    place.textContent = place.dataset.empty ?? "";
    place.classList.remove("filled", "face", "stored");
  });
  update_bids();
}

const key_form = () => document.querySelector("form[data-keys]");
const key_of = (tap) =>
  all("form[data-keys] button").find((key) => key.name === tap.name && key.value === tap.value && !key.disabled);
const action_of = (form) => form && new URL(form.action).pathname;
const page_version = () => Number(key_form()?.elements.version?.value);

/* Return the stored taps of this page, in order. */
const stored_taps = () =>
  list("tap").filter((tap) => tap.page === location.pathname || tap.action === action_of(key_form()));

const later_than = (tap) => [...stored_taps(), ...quick_taps].filter(({ id }) => id !== tap.id);

function store_tap(tap) {
  if (!stored_taps().length) note_version(tap.action, page_version());
  put(tap);
}

function show_stored() {
  const taps = stored_taps();
  if (current_tap || (!offline && !taps.length)) return;
  offline = taps.length > 0;
  clear_shown();
  taps.map(key_of).filter(Boolean).forEach(show_tap);
  banner.toggleAttribute("data-kept", offline);
  globalThis.show_banner(offline ? waiting_message("taps") : "");
}
document.addEventListener("marque:stored", show_stored);

/* Drop the taps that are not submitted yet. Return false: none follows. */
function drop_taps(why = "untaken") {
  quick_taps = [];
  stored_taps().forEach(remove);
  clear_shown();
  globalThis.show_banner(why);
  return false;
}

/* Undo the latest tap: on this device if it waits here, else after its answer, which brings the new version. */
function undo_tap() {
  const last = later_than(current_tap ?? {}).at(-1);
  if (last && !last.undoes) {
    quick_taps = quick_taps.filter((tap) => tap !== last);
    remove(last);
  } else quick_taps.push({ undoes: true });
  if (!current_tap) return;
  clear_shown();
  const taps = [current_tap, ...later_than(current_tap)];
  if (!taps.some(({ undoes }) => undoes)) taps.map(key_of).filter(Boolean).forEach(show_tap);
}

function take_tap(event) {
  const { target: form, submitter: key, timeStamp: at } = event;
  const stop = () => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  if (key?.matches(UNDO)) {
    if (offline || current_tap) {
      stop();
      undo_tap();
    } else current_tap = { undoes: form };
    return;
  }
  if (!form.matches("form[data-keys]") || !key?.name) return;
  const { name, value } = key,
    page = location.pathname,
    tap = queued_tap ?? { kind: "tap", id: new_id(), action: action_of(form), page, name, value },
    waits = !queued_tap && (current_tap || offline);
  const is_repeated = latest_tap.name === name && latest_tap.value === value && at - latest_tap.at < BOUNCE;
  if (!queued_tap) latest_tap = { name, value, at };
  queued_tap = null;
  if (waits) stop();
  else current_tap = tap;
  if (waits && is_repeated) return;
  if (waits && offline) store_tap(tap);
  else if (waits) quick_taps.push(tap);
  if (form.dataset.keys) {
    // only the latest tap counts
    for (const other of stored_taps()) if (![tap.id, current_tap?.id].includes(other.id)) remove(other);
    quick_taps = quick_taps.slice(-1);
    if (current_tap) clear_shown();
  }
  if (waits && !current_tap) setTimeout(send_taps); // not at once: this form is being submitted
  else show_tap(key);
}
document.addEventListener("submit", take_tap, true);

/* Submit a queued tap, and show the later ones. Drop them all if the page lacks its key. */
function submit_tap(tap) {
  const key = tap.undoes ? document.querySelector(`${UNDO}, button[name='back']`) : key_of(tap);
  if (!key) return drop_taps();
  clear_shown();
  if (!tap.undoes) queued_tap = tap;
  else if (!key.matches(UNDO) && quick_taps.length) drop_taps(); // the form of the result: its answer is not awaited
  key.form.requestSubmit(key);
  later_than(tap).map(key_of).filter(Boolean).forEach(show_tap);
  return true;
}

async function send_first([tap] = stored_taps()) {
  const version = page_version(),
    expected = sent_version(tap.action);
  if (version < expected) return false; // what another tab sent is not on this page yet
  if (version > expected) return was_received(tap, version, expected);
  return submit_tap(tap) && new Promise((resolve) => (tap.answered = resolve));
}

/* Another device wrote, or this one did and the page was left before the answer: the same form sent again is answered
   without being carried out twice, and refused if it was never received. */
async function was_received(tap, version, expected) {
  const may_be_own = tap.body && version === expected + 1;
  const answer = may_be_own ? await post(tap.action, new URLSearchParams(tap.body)) : undefined;
  if (answer === null) return false; // no network yet
  if (!answer?.ok) return drop_taps("moved");
  note_version(tap.action, version); // not that of the page, which another device may have changed meanwhile
  remove(tap);
  return true;
}

/* Without htmx, which begins a little after this script, the browser would submit the form and leave the page. */
const is_ready = () => key_form()?.hasAttribute("data-htmx-powered");
const send_taps = make_sender("tap", () => !current_tap && stored_taps().length > 0 && is_ready(), send_first);

document.addEventListener("marque:page", () => {
  Object.assign(banner.dataset, key_form()?.dataset); // copy its messages for later pages
  show_stored();
  send_taps();
});

/* The tap whose request this is. The page may be prepared, polled or left during the request: none of that answers it. */
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!ctx.sourceElement.matches("form[data-keys]") && ctx.sourceElement !== current_tap?.undoes) return;
  ctx.tap = current_tap;
  if (stored_taps().some(({ id }) => id === current_tap?.id))
    put(Object.assign(current_tap, { body: String(ctx.request.body) }));
});

/* Return the message for taps that this answer drops, if it does: the server failed, or refused the one before them. */
function dropping(tap, { status }) {
  if (status === 404) return "gone";
  if (status >= 500) return "failed";
  return document.getElementById("refusal") && later_than(tap).length ? "untaken" : null;
}

/* Store the taps that were not answered, without an undo and those after it. If the first was received after all, its
   request_id lets the server ignore the second one. */
function store_taps(taps) {
  for (const tap of taps) {
    if (tap.undoes) return;
    store_tap(tap);
  }
}

/* After an answer submit the next tap. */
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const { tap, response, status } = ctx;
  if (!tap) return;
  const is_lost = !response || status.startsWith("error"),
    why_dropped = !is_lost && dropping(tap, response);
  current_tap = null;
  if (is_lost) store_taps([tap, ...quick_taps.splice(0)]);
  else if (why_dropped) drop_taps(why_dropped);
  else {
    if (tap.answered) note_version(tap.action, page_version());
    remove(tap);
    if (quick_taps.length) submit_tap(quick_taps.shift());
  }
  tap.answered?.(!is_lost && !why_dropped);
  send_taps();
});
