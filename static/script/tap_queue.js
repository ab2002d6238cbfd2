/* Keys that submit their form at once: bids, cards, a dealer (forms with data-keys). Taps are submitted one
   at a time, in order:

   1. `takeKey` lets the browser submit a tap and shows it at once, in the empty place that its answer fills later.
   2. A tap during a request is a quick tap: it is shown, and submitted once the answer has brought its page.
   3. Without an answer, the tap and the quick ones are stored in stored_queue.js, and later taps behind them.
   4. The server is reached: `sendFirst` submits the key of the first stored tap; after its answer the next one follows.
   5. If another device has written to the table, or the page lacks the key, all are dropped and the banner says so.

   The fields that a tap has here, with those of stored_queue.js:
     name, value   of its key
     body          of its form, if it was submitted: submitted again, the answer shows whether it was received
     answered      a function of this page, not stored: `sendFirst` waits for its call
   An undo is a tap, too. It is never stored, and has nothing but `undoes`: its form, or true until it is submitted. */
const { post, list, put, remove, sentVersion, noteVersion, makeSender, newId, waitingMessage } = globalThis.storedQueue;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const BOUNCE = 250; // milliseconds: a second tap on a key within this time, before the answer, is ignored
const UNDO = "[action$='/back'] button, input[name='back'] ~ button";
const banner = document.getElementById("offline");
let currentTap = null; // its request has begun and is not answered
let quickTaps = [];
let queuedTap = null; // `submitTap` is pressing its key
let latestTap = {};
let offline = false; // stored taps are shown

/* Return the empty places in which the next taps are shown, in order. */
function emptyPlaces() {
  const turns = all(".bidding [data-turn]").sort((turn, other) => turn.dataset.turn - other.dataset.turn);
  const table = all(".places .place");
  const next = table.findIndex((place) => place.matches(".to-play"));
  const slots = [...table.slice(next), ...table.slice(0, next)].map((place) => place.querySelector(".empty-slot"));
  return [...turns, ...slots.filter(Boolean)].filter((place) => !place.matches(".filled"));
}

const tappedSum = (within) => all(".filled", within).reduce((sum, place) => sum + (Number(place.textContent) || 0), 0);

/* Show the next bidder in the title, and add the queued bids to the sums. */
function updateBids() {
  const sum = document.querySelector(".bidding .bid-sum");
  const title = document.getElementById("bidder");
  if (!sum || !title) return;
  const [next] = emptyPlaces();
  title.textContent = next?.dataset.asks ?? title.dataset.done;
  document.querySelector(".bid-keys")?.classList.toggle("spent", offline && !next);
  const count = Number(sum.dataset.sum) + tappedSum(document.querySelector(".bidding"));
  if (sum.dataset.none && !document.querySelector(".bidding .filled")) sum.textContent = sum.dataset.none;
  else sum.textContent = (count < 2 ? sum.dataset.one : sum.dataset.many).replace("{n}", count);
  for (const calls of all(".bidding .team-bids")) {
    const side = calls.closest("li");
    const total = side.querySelector(".total");
    total.dataset.sum ??= total.textContent;
    total.textContent = Number(total.dataset.sum) + tappedSum(side);
  }
}

function showTap(key) {
  key.classList.add("pressed");
  const [place] = emptyPlaces();
  if (!place) return;
  const face = all(".index, .index + svg", key).map((part) => part.cloneNode(true));
  place.replaceChildren(...(face.length ? face : [key.dataset.label ?? key.firstChild.textContent]));
  place.classList.toggle("face", face.length > 0);
  place.classList.add("filled");
  place.classList.toggle("stored", offline);
  updateBids();
}

const showTaps = (taps) => taps.map(keyOf).filter(Boolean).forEach(showTap);

function clearShown() {
  all(".pressed").forEach((key) => key.classList.remove("pressed"));
  all(".filled").forEach((place) => {
    place.textContent = place.dataset.empty ?? "";
    place.classList.remove("filled", "face", "stored");
  });
  updateBids();
}

const keyForm = () => document.querySelector("form[data-keys]");
const keyOf = (tap) => all("form[data-keys] button").find((key) => key.name === tap.name && key.value === tap.value);
const actionOf = (form) => form && new URL(form.action).pathname;
const pageVersion = () => Number(keyForm()?.elements.version?.value);

/* Return the stored taps of this page, in order. */
const storedTaps = () =>
  list("tap").filter((tap) => tap.page === location.pathname || tap.action === actionOf(keyForm()));

const laterThan = (tap) => [...storedTaps(), ...quickTaps].filter(({ id }) => id !== tap.id);

function storeTap(tap) {
  // The first one is compared with the version that its page shows, each later one with that of the answer before it.
  if (!storedTaps().length) noteVersion(tap.action, pageVersion());
  put(tap);
}

function showStored() {
  const taps = storedTaps();
  if (currentTap || (!offline && !taps.length)) return;
  offline = taps.length > 0;
  clearShown();
  showTaps(taps);
  banner.toggleAttribute("data-kept", offline);
  globalThis.showBanner(offline ? waitingMessage("taps") : "");
}
document.addEventListener("marque:stored", showStored);

/* Drop the taps that are not submitted yet. Return false: none follows. */
function dropTaps(why = "untaken") {
  quickTaps = [];
  storedTaps().forEach(remove);
  clearShown();
  globalThis.showBanner(why);
  return false;
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/* Undo the latest tap: on this device if it waits here, else after its answer, which brings the new version. */
function takeUndo(event) {
  if (!offline && !currentTap) {
    currentTap = { undoes: event.target };
    return;
  }
  stop(event);
  const last = laterThan(currentTap ?? {}).at(-1);
  if (last && !last.undoes) {
    quickTaps = quickTaps.filter((tap) => tap !== last);
    remove(last);
  } else quickTaps.push({ undoes: true });
  if (!currentTap) return;
  clearShown();
  const taps = [currentTap, ...laterThan(currentTap)];
  if (!taps.some((tap) => tap.undoes)) showTaps(taps); // else the answer shows what the undo leaves
}

/* Whether a tap repeats the latest one too soon to be meant. */
function isBounce({ name, value }, at) {
  const before = latestTap;
  latestTap = { name, value, at };
  return before.name === name && before.value === value && at - before.at < BOUNCE;
}

function takeKey(event) {
  const { target: form, submitter: key } = event;
  const { name, value } = key;
  const tap = queuedTap ?? { kind: "tap", id: newId(), action: actionOf(form), page: location.pathname, name, value };
  if (queuedTap) {
    queuedTap = null;
    currentTap = tap;
  } else {
    const isRepeated = isBounce(tap, event.timeStamp);
    const waits = offline || currentTap;
    if (waits) stop(event);
    if (waits && isRepeated) return;
    if (offline) storeTap(tap);
    else if (currentTap) quickTaps.push(tap);
    else currentTap = tap;
  }
  if (form.dataset.keys) {
    // Only the latest tap counts: the choice of a dealer.
    for (const other of storedTaps()) if (![tap.id, currentTap?.id].includes(other.id)) remove(other);
    quickTaps = quickTaps.slice(-1);
    if (currentTap) clearShown();
  }
  if (currentTap) showTap(key);
  else setTimeout(sendTaps); // not at once: this form is being submitted
}

document.addEventListener(
  "submit",
  (event) => {
    const { target: form, submitter: key } = event;
    if (key?.matches(UNDO)) takeUndo(event);
    else if (key?.name && form.matches("form[data-keys]")) takeKey(event);
  },
  true,
);

/* Submit a queued tap, and show the later ones. Drop them all if the page lacks its key. Return whether it is submitted. */
function submitTap(tap) {
  const key = tap.undoes ? document.querySelector(`${UNDO}, button[name='back']`) : keyOf(tap);
  if (!key) return dropTaps();
  clearShown();
  if (!tap.undoes) queuedTap = tap;
  // The button of the result: `takeUndo` does not hear it, so that no later tap would wait for its answer.
  else if (!key.matches(UNDO) && quickTaps.length) dropTaps();
  key.form.requestSubmit(key);
  showTaps(laterThan(tap));
  return true;
}

/* Send the first stored tap, and return whether the next one follows. */
async function sendFirst() {
  const [tap] = storedTaps();
  const version = pageVersion();
  const expected = sentVersion(tap.action);
  if (version < expected) return false; // what another tab sent is not on this page yet
  if (version > expected) return wasReceived(tap, version, expected);
  if (!submitTap(tap)) return false;
  return new Promise((resolve) => {
    tap.answered = resolve;
  });
}

/* Another device wrote, or this one did and the page was left before the answer: the same form sent again is answered
   without being carried out twice, and refused if it was never received. */
async function wasReceived(tap, version, expected) {
  const mayBeOwn = tap.body && version === expected + 1;
  if (!mayBeOwn) return dropTaps("moved");
  const answer = await post(tap.action, new URLSearchParams(tap.body));
  if (!answer) return false; // no network yet
  if (!answer.ok) return dropTaps("moved");
  noteVersion(tap.action, version); // not that of the page, which another device may have changed since
  remove(tap);
  return true;
}

function maySend() {
  // Without htmx, which begins a little after this script, the browser would submit the form and leave the page.
  return !currentTap && storedTaps().length > 0 && keyForm()?.hasAttribute("data-htmx-powered");
}
const sendTaps = makeSender("tap", maySend, sendFirst);

document.addEventListener("marque:page", () => {
  Object.assign(banner.dataset, keyForm()?.dataset); // copy its messages for later pages
  showStored();
  sendTaps();
});

/* The tap whose request this is. The page may be prepared, polled or left during the request: none of that answers it. */
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const isTap = ctx.sourceElement.matches("form[data-keys]") || ctx.sourceElement === currentTap?.undoes;
  if (!isTap) return;
  ctx.tap = currentTap;
  // A stored tap: should its answer be lost, the same form can be sent again.
  if (storedTaps().some(({ id }) => id === currentTap?.id))
    put(Object.assign(currentTap, { body: String(ctx.request.body) }));
});

/* Return why an answer drops taps, as a message of the banner, null if it drops none. */
function whyDropped(tap, { status }) {
  if (status === 404) return "gone";
  if (status >= 500) return "failed";
  return document.getElementById("refusal") && laterThan(tap).length ? "untaken" : null;
}

/* Store the taps that were not answered, without an undo and those after it. If the first was received after all, its
   request_id lets the server ignore the second one. */
function storeTaps(taps) {
  for (const tap of taps) {
    if (tap.undoes) return;
    storeTap(tap);
  }
}

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const { tap, response, status } = ctx;
  if (!tap) return;
  currentTap = null;
  const isLost = !response || status.startsWith("error");
  const reason = isLost ? null : whyDropped(tap, response);
  if (isLost) storeTaps([tap, ...quickTaps.splice(0)]);
  else if (reason) dropTaps(reason);
  else {
    if (tap.answered) noteVersion(tap.action, pageVersion()); // the page shows the answer
    remove(tap);
    if (quickTaps.length) submitTap(quickTaps.shift());
  }
  tap.answered?.(!isLost && !reason);
  sendTaps();
});
