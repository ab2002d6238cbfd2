/* Keys that submit their form at once (forms with data-keys). A tap is shown immediately; taps made during a request
   are queued and submitted in order on the following pages. Without a network they wait in stored_queue.js and are
   submitted once the server is reached, unless another device wrote to the table in between. An undo is a tap, too: it
   is never stored, and has nothing but `undoes`. */
const { post, list, put, remove, sentVersion, noteVersion, makeSender, newId, waitingMessage } = globalThis.storedQueue;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const BOUNCE = 250; // milliseconds: a second tap on a key within this time, before the answer, is ignored
const UNDO = "[action$='/back'] button, input[name='back'] ~ button";
const banner = document.getElementById("offline");
let currentTap = null,
  quickTaps = [], // made during a request
  queuedTap = null, // it is being submitted
  latestTap = {},
  offline = false; // stored taps are shown

/* Return the empty places in which the next taps are shown, in order. */
function emptyPlaces() {
  const turns = all(".bidding [data-turn]").sort((turn, other) => turn.dataset.turn - other.dataset.turn);
  const table = all(".places .place"),
    next = table.findIndex((place) => place.matches(".to-play"));
  const slots = [...table.slice(next), ...table.slice(0, next)].map((place) => place.querySelector(".empty-slot"));
  return [...turns, ...slots.filter(Boolean)].filter((place) => !place.matches(".filled"));
}

const tappedSum = (within) => all(".filled", within).reduce((sum, place) => sum + (Number(place.textContent) || 0), 0);

/* Show the next bidder in the title, and add the queued bids to the sums. */
function updateBids() {
  const sum = document.querySelector(".bidding .bid-sum"),
    title = document.getElementById("bidder");
  if (!sum || !title) return;
  title.textContent = emptyPlaces()[0]?.dataset.asks ?? title.dataset.done;
  document.querySelector(".bid-keys")?.classList.toggle("spent", offline && !emptyPlaces().length);
  const count = Number(sum.dataset.sum) + tappedSum(document.querySelector(".bidding"));
  const none = document.querySelector(".bidding .filled") ? undefined : sum.dataset.none;
  sum.textContent = none ?? (count < 2 ? sum.dataset.one : sum.dataset.many).replace(/1(?!3)|99/, count);
  for (const calls of all(".bidding .calls")) {
    const side = calls.closest("li"),
      total = side.querySelector(".total");
    total.dataset.sum ??= total.textContent;
    total.textContent = Number(total.dataset.sum) + tappedSum(side);
  }
}

function showTap(key) {
  key.classList.add("pressed");
  const place = emptyPlaces()[0];
  if (!place) return;
  const face = all(".index, .index + svg", key).map((part) => part.cloneNode(true));
  place.replaceChildren(...(face.length ? face : [key.dataset.label ?? key.firstChild.textContent]));
  place.classList.toggle("face", face.length > 0);
  place.classList.add("filled");
  place.classList.toggle("kept", offline);
  updateBids();
}

function clearShown() {
  all(".pressed").forEach((key) => key.classList.remove("pressed"));
  all(".filled").forEach((place) => {
    place.textContent = place.dataset.empty ?? "";
    place.classList.remove("filled", "face", "kept");
  });
  updateBids();
}

const keyForm = () => document.querySelector("form[data-keys]");
const keyOf = (tap) =>
  all("form[data-keys] button").find((key) => key.name === tap.name && key.value === tap.value && !key.disabled);
const actionOf = (form) => form && new URL(form.action).pathname;
const pageVersion = () => Number(keyForm()?.elements.version?.value);

/* Return the stored taps of this page, in order. */
const storedTaps = () =>
  list("tap").filter((tap) => tap.page === location.pathname || tap.action === actionOf(keyForm()));

const laterThan = (tap) => [...storedTaps(), ...quickTaps].filter(({ id }) => id !== tap.id);

function storeTap(tap) {
  if (!storedTaps().length) noteVersion(tap.action, pageVersion());
  put(tap);
}

function showStored() {
  const taps = storedTaps();
  if (currentTap || (!offline && !taps.length)) return;
  offline = taps.length > 0;
  clearShown();
  taps.map(keyOf).filter(Boolean).forEach(showTap);
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

/* Undo the latest tap: on this device if it waits here, else after its answer, which brings the new version. */
function undoTap() {
  const last = laterThan(currentTap ?? {}).at(-1);
  if (last && !last.undoes) {
    quickTaps = quickTaps.filter((tap) => tap !== last);
    remove(last);
  } else quickTaps.push({ undoes: true });
  if (!currentTap) return;
  clearShown();
  const taps = [currentTap, ...laterThan(currentTap)];
  if (!taps.some(({ undoes }) => undoes)) taps.map(keyOf).filter(Boolean).forEach(showTap);
}

function takeTap(event) {
  const { target: form, submitter: key, timeStamp: at } = event;
  const stop = () => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  if (key?.matches(UNDO)) {
    if (offline || currentTap) {
      stop();
      undoTap();
    } else currentTap = { undoes: form };
    return;
  }
  if (!form.matches("form[data-keys]") || !key?.name) return;
  const { name, value } = key,
    page = location.pathname,
    tap = queuedTap ?? { kind: "tap", id: newId(), action: actionOf(form), page, name, value },
    waits = !queuedTap && (currentTap || offline);
  const isRepeated = latestTap.name === name && latestTap.value === value && at - latestTap.at < BOUNCE;
  if (!queuedTap) latestTap = { name, value, at };
  queuedTap = null;
  if (waits) stop();
  else currentTap = tap;
  if (waits && isRepeated) return;
  if (waits && offline) storeTap(tap);
  else if (waits) quickTaps.push(tap);
  if (form.dataset.keys) {
    // only the latest tap counts
    for (const other of storedTaps()) if (![tap.id, currentTap?.id].includes(other.id)) remove(other);
    quickTaps = quickTaps.slice(-1);
    if (currentTap) clearShown();
  }
  if (waits && !currentTap) setTimeout(sendTaps); // not at once: this form is being submitted
  else showTap(key);
}
document.addEventListener("submit", takeTap, true);

/* Submit a queued tap, and show the later ones. Drop them all if the page lacks its key. */
function submitTap(tap) {
  const key = tap.undoes ? document.querySelector(`${UNDO}, button[name='back']`) : keyOf(tap);
  if (!key) return dropTaps();
  clearShown();
  if (!tap.undoes) queuedTap = tap;
  else if (!key.matches(UNDO) && quickTaps.length) dropTaps(); // the form of the result: its answer is not awaited
  key.form.requestSubmit(key);
  laterThan(tap).map(keyOf).filter(Boolean).forEach(showTap);
  return true;
}

async function sendFirst([tap] = storedTaps()) {
  const version = pageVersion(),
    expected = sentVersion(tap.action);
  if (version < expected) return false; // what another tab sent is not on this page yet
  if (version > expected) return wasReceived(tap, version, expected);
  return submitTap(tap) && new Promise((resolve) => (tap.answered = resolve));
}

/* Another device wrote, or this one did and the page was left before the answer: the same form sent again is answered
   without being carried out twice, and refused if it was never received. */
async function wasReceived(tap, version, expected) {
  const mayBeOwn = tap.body && version === expected + 1;
  const answer = mayBeOwn ? await post(tap.action, new URLSearchParams(tap.body)) : undefined;
  if (answer === null) return false; // no network yet
  if (!answer?.ok) return dropTaps("moved");
  noteVersion(tap.action, version); // not that of the page, which another device may have changed meanwhile
  remove(tap);
  return true;
}

/* Without htmx, which begins a little after this script, the browser would submit the form and leave the page. */
const isReady = () => keyForm()?.hasAttribute("data-htmx-powered");
const sendTaps = makeSender("tap", () => !currentTap && storedTaps().length > 0 && isReady(), sendFirst);

document.addEventListener("marque:page", () => {
  Object.assign(banner.dataset, keyForm()?.dataset); // copy its messages for later pages
  showStored();
  sendTaps();
});

/* The tap whose request this is. The page may be prepared, polled or left during the request: none of that answers it. */
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!ctx.sourceElement.matches("form[data-keys]") && ctx.sourceElement !== currentTap?.undoes) return;
  ctx.tap = currentTap;
  if (storedTaps().some(({ id }) => id === currentTap?.id))
    put(Object.assign(currentTap, { body: String(ctx.request.body) }));
});

/* Return the message for taps that this answer drops, if it does: the server failed, or refused the one before them. */
function dropping(tap, { status }) {
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

/* After an answer submit the next tap. */
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const { tap, response, status } = ctx;
  if (!tap) return;
  const isLost = !response || status.startsWith("error"),
    whyDropped = !isLost && dropping(tap, response);
  currentTap = null;
  if (isLost) storeTaps([tap, ...quickTaps.splice(0)]);
  else if (whyDropped) dropTaps(whyDropped);
  else {
    if (tap.answered) noteVersion(tap.action, pageVersion());
    remove(tap);
    if (quickTaps.length) submitTap(quickTaps.shift());
  }
  tap.answered?.(!isLost && !whyDropped);
  sendTaps();
});
