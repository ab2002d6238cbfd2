/* Manches that cannot be sent wait in stored_queue.js, and are sent in order, each once. One without a network:

   1. htmx reports that its form was not sent: `enqueue` stores the manche (marque:queued, then marque:stored), and the
      banner says that it waits (marque:waiting).
   2. The user closes the form or requests the next manche: `showNextForm` empties the form and gives it the next number.
   3. The server is reached: one tab sends the first manche (`sendFirst`), with the version that the server answered last.
   4. It is recorded: it leaves the queue (marque:stored), its page shows the answer (marque:came), the next one is sent.
   5. Or it is refused: it and the later ones wait until the user corrects it (`answerRefusal`) or drops it.

   The fields that an entry has here, with those of stored_queue.js:
     number    of the manche; later ones get another when one before them is dropped, or recorded behind another device's
     body      the form as it was filled in: "csrf_token=…&request_id=…&version=7&number=3&H-0=5…"
     keyed     what was entered, as text for its row on the sheet: ["Cœurs : Anne 5, Luc 4"]
     refused   true once the server has refused it */
const { post, list, put, remove, sentVersion, noteVersion, makeSender, newId, storage, waitingMessage } =
  globalThis.storedQueue;
const banner = document.getElementById("offline");
const queue = (action) => list("manche").filter((entry) => !action || entry.action === action);
const formOf = (root = document) => root.querySelector("form[data-draft]");
const refusal = () => document.getElementById("refusal");
const isAt = (entry) => [entry.page, entry.action].includes(location.pathname);
const isEdited = (form) => Boolean(form && "edited" in form.dataset);
let shownRefusal; // the id of the entry whose refusal is on this page
let knownForm;

/* Return the form on this page that is queued as this entry; the page may show another one. */
function formQueuedAs(entry) {
  const form = formOf();
  return isAt(entry) && form?.elements.request_id.value === entry.id ? form : null;
}

/* Show the banner while the queue is not empty, except on the page that shows why its first manche was refused. */
function updateBanner() {
  const entries = queue();
  const [first] = entries;
  document.dispatchEvent(new CustomEvent("marque:waiting", { detail: entries }));
  if (!first && !banner.hasAttribute("data-waits")) return; // the banner shows the message of another script
  banner.toggleAttribute("data-waits", Boolean(first));
  banner.hidden = !first || first.id === shownRefusal;
  if (first?.refused) {
    banner.replaceChildren(
      banner.dataset.held,
      Object.assign(document.createElement("a"), { href: first.page, textContent: banner.dataset.see }),
      Object.assign(document.createElement("button"), { type: "button", textContent: banner.dataset.drop }),
    );
  } else {
    const message = banner.dataset[waitingMessage(entries.length === 1 ? "one" : "many")];
    banner.textContent = message.replace("{n}", entries.length);
  }
}

/* Whether a request records a manche. The buttons named switch only change the way of entering it. */
function records({ sourceElement, request }) {
  if (request?.method !== "POST" || !sourceElement.matches("form[data-draft]")) return false;
  return !new URLSearchParams(request.body).has("switch");
}

/* Store the manche that a request of htmx records. */
function enqueue({ sourceElement: form, request }) {
  const body = new URLSearchParams(request.body);
  const entry = {
    kind: "manche",
    id: body.get("request_id"),
    action: request.action,
    page: location.pathname,
    body: String(body),
    number: Number(form.dataset.draft),
  };
  document.dispatchEvent(new CustomEvent("marque:queued", { detail: { form, entry } })); // adds `keyed`
  put(entry);
  form.querySelector(".queued")?.removeAttribute("hidden");
  // Its sentence says that this phone stores the manche, which is not so where the browser stores nothing.
  form.querySelector(".queued .sentence")?.toggleAttribute("hidden", waitingMessage("") !== "");
  navigator.serviceWorker?.ready.then((worker) => worker.sync?.register("marque")).catch(() => {});
}

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  // With a response, or when a refused manche is sent again, the entry is not new.
  if (!ctx || ctx.response || shownRefusal || !records(ctx)) return;
  enqueue(ctx);
});

/* A manche that follows stored ones is stored, too: sent before them, it would be recorded as one of them. */
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  const isManche = records(ctx);
  ctx.mayAnswer = isManche || ctx.sourceElement.matches(".conflict ~ .dock a"); // the link: it is the same manche
  if (!isManche || refusal() || shownRefusal || !queue(ctx.request.action).length) return;
  event.preventDefault();
  enqueue(ctx);
  setTimeout(sendQueue);
});

/* Give a new form an id of its own: the browser may show two tabs the same stored page. */
function renewId(form) {
  if (!form || form === knownForm || refusal()) return;
  knownForm = form;
  form.elements.request_id.value = newId();
}

/* Turn the entry form into that of the manche after the queued ones, which the server does not know. */
function showNextForm(isWanted = false) {
  const form = formOf();
  renewId(form);
  if (!form?.closest("#entry") || !form.elements.number) return; // no entry, or that of a manche to correct
  const action = form.getAttribute("action");
  const queued = queue(action);
  const sent = sentVersion(action);
  const isBehind = sent?.version > Number(form.elements.version.value); // the page is older than the latest answer
  const next = Math.max(isBehind ? sent.number : 0, ...queued.map((entry) => entry.number + 1));
  if (next > Number(form.dataset.draft) && mayEmpty(form, queued, isWanted)) startManche(form, next);
  if (isBehind && sent.number === Number(form.dataset.draft)) form.elements.version.value = sent.version;
}

/* Whether the form may become that of another manche. */
function mayEmpty(form, queued, isWanted) {
  // A form with bids or cards of its manche fits no other one.
  if (refusal() || "alone" in form.dataset) return false;
  if (isWanted) return true;
  // A manche that was just queued can still be corrected.
  const isQueued = queued.some((entry) => entry.id === form.elements.request_id.value);
  return !isQueued && !isEdited(form);
}

function startManche(form, number) {
  form.reset(); // first: it also deletes the draft, which is stored under the former number
  form.dataset.draft = number;
  form.elements.number.value = number;
  form.elements.request_id.value = newId();
  const { record, name } = form.dataset;
  document.querySelector("#entry .closed").textContent = record.replace("{n}", number);
  document.querySelector("#entry h2").textContent = name.replace("{n}", number);
  document.querySelector("[data-go-on]").textContent = record.replace("{n}", number + 1);
  form.querySelector(".queued").hidden = true;
  document.dispatchEvent(new CustomEvent("marque:page"));
}

/* Return the number and the version of the next manche in an answer of the server, null for a page without its form. */
function nextManche(page) {
  const form = formOf(page);
  return form && { number: Number(form.dataset.draft), version: Number(form.elements.version.value) };
}

/* Remove an entry that the server has answered. With the version, every tab sends the manche of this number, which no
   other device has recorded. */
function settle(entry, next) {
  if (next) noteVersion(entry.action, next);
  remove(entry);
}

/* Return the form of an entry with what has changed since it was stored. */
function currentBody(entry) {
  const body = new URLSearchParams(entry.body);
  const sent = sentVersion(entry.action);
  const token = document.querySelector("[name=csrf_token]")?.value; // that of the entry may have expired
  if (token) body.set("csrf_token", token);
  if (body.has("number")) body.set("number", entry.number);
  if (sent?.number === entry.number && sent.version > Number(body.get("version"))) body.set("version", sent.version);
  return body;
}

/* Send the first entry, and return whether the next one follows. */
async function sendFirst() {
  const [entry] = queue();
  const answer = await post(entry.action, currentBody(entry));
  const text = await answer?.text().catch(() => null);
  if (!text) return false; // no network
  const stored = queue().find((other) => other.id === entry.id);
  if (stored && stored.body !== entry.body) return true; // corrected during the request: it is sent again
  if (!answer.ok) {
    await showRefusal(entry, stored, text);
    return false;
  }
  settle(entry, nextManche(new DOMParser().parseFromString(text, "text/html")));
  if (isAt(entry)) document.dispatchEvent(new CustomEvent("marque:came", { detail: text }));
  return true;
}

/* Mark an entry as refused, and show the answer on its page. `stored` is undefined if the user dropped the entry. */
async function showRefusal(entry, stored, text) {
  const page = document.getElementById("page");
  const shows = isAt(entry) && !isEdited(formQueuedAs(entry)); // edits stay, and the banner links to the refusal
  if (shows) shownRefusal = entry.id; // before `put`, whose event would send the entry again
  if (stored) put({ ...stored, refused: true });
  if (shows) await htmx.swap({ text, target: page, swap: "outerHTML", sourceElement: page });
}

function maySend() {
  const [first] = queue();
  if (!first || first.id === shownRefusal) return false;
  // Only a tab that can show the refusal sends a refused manche again.
  return !first.refused || (isAt(first) && !isEdited(formQueuedAs(first)));
}
const sendQueue = makeSender("manche", maySend, sendFirst);

/* The user has answered a refusal. If the manche was recorded as another one, so are the later ones. */
function answerRefusal({ detail: { ctx } }) {
  if (!ctx.mayAnswer || refusal() || ctx.response?.status >= 400) return;
  const id = shownRefusal ?? new URLSearchParams(ctx.request.body).get("request_id");
  const entry = queue().find((other) => other.id === id);
  const next = nextManche(document);
  const shift = next?.number - 1 - entry?.number;
  // Before the entry is removed, so that no tab sends a later manche under its old number.
  if (entry?.action === ctx.request.action && shift > 0) moveLater(entry, shift);
  shownRefusal = undefined; // before the entry is removed: a page that shows its refusal then loads again
  if (entry) settle(entry, next);
}
document.addEventListener("htmx:after:swap", answerRefusal, true); // before the new form is made that of a later manche

/* Change the numbers of the manches behind an entry. */
function moveLater(entry, shift) {
  for (const later of queue(entry.action)) if (later.id !== entry.id) put({ ...later, number: later.number + shift });
}

/* The button of the banner drops the refused manche. */
document.addEventListener("click", (event) => {
  const [first] = queue();
  if (!first?.refused || !event.target.closest("#offline button")) return;
  moveLater(first, -1);
  remove(first);
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-go-on]")) return;
  showNextForm(true);
  document.getElementById("entry").scrollTop = 0;
});
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches?.("#entry") && !target.open) showNextForm(true);
  },
  true,
);

document.addEventListener("marque:page", () => {
  if (!queue().some((entry) => entry.id === shownRefusal && isAt(entry))) shownRefusal = undefined;
  showNextForm();
  updateBanner();
  sendQueue();
});
document.addEventListener("marque:stored", ({ detail: removed }) => {
  if (shownRefusal && removed?.id === shownRefusal) {
    location.replace(removed.page); // another tab has answered the refusal
    return;
  }
  const form = removed && formQueuedAs(removed);
  if (form && !isEdited(form)) {
    form.reset();
    form.closest("#entry")?.removeAttribute("open");
  }
  showNextForm();
  updateBanner();
  if (removed || queue()[0]?.refused) sendQueue();
});

/* Version 0.2 stored all manches in one list. */
for (const former of JSON.parse(storage["marque waiting"] ?? "[]"))
  put({ kind: "manche", id: new URLSearchParams(former.body).get("request_id"), ...former });
delete storage["marque waiting"];
showNextForm(true);
updateBanner();
sendQueue();
