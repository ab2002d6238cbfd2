/* What waits on the device for the network: manches (form_queue.js) and tapped keys (tap_queue.js). One tab at a time
   sends. Later versions of the app must be able to read what is stored in localStorage:

   key                           value
   marque waiting <kind> <id>    an entry; each has a key of its own, so that tabs that write at once lose nothing
   marque version <action>       what the server answered last to a form sent there: the version of the partie or, for
                                 manches, the number and the version of the next one
   marque sender <kind>          without Web Locks, the tab that sends and the end of its lease

   The fields of every entry; the two queues add their own:
     kind      "manche" or "tap"
     id        of a manche, also the request_id of its form: the server ignores the same one sent twice
     action    the path that its form is sent to
     page      the path of the page on which it was entered
     at        its place in the queue, in milliseconds */
const ENTRY = "marque waiting ";
const VERSION = "marque version ";
const LEASE = "marque sender ";
const LEASE_TIME = 15_000; // milliseconds until another tab sends instead of a closed one
const RETRY = 5000; // between two attempts, if no event starts one earlier, and between two renewals of the lease
const SETTLING = 100; // in which a write of another tab at the same moment arrives

let storage = {};
let isStored = false;
try {
  storage = localStorage;
  isStored = true;
} catch {
  /* storage blocked: entries are lost with the page, as below */
}
/* The message for what waits: where the browser stores nothing, it is lost with the page. */
const waitingMessage = (message) => (isStored ? message : "unkept");

/* Write a value. Once the browser refuses, the page alone has it. */
function write(key, value) {
  try {
    storage[key] = value;
  } catch {
    storage = { ...storage, [key]: value };
    isStored = false;
  }
}

const newId = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join("");
const TAB = newId();
const notify = (removed) => document.dispatchEvent(new CustomEvent("marque:stored", { detail: removed }));

/* Return the entries of a kind, oldest first. */
function list(kind) {
  const keys = Object.keys(storage).filter((key) => key.startsWith(`${ENTRY}${kind} `));
  return keys.map((key) => JSON.parse(storage[key])).sort((entry, other) => entry.at - other.at);
}

/* Store an entry behind the others of its kind, or in the place of the one with its id. */
function put(entry) {
  const others = list(entry.kind);
  const replaced = others.find(({ id }) => id === entry.id);
  // After the last one, even if the clock was set back since.
  const at = replaced?.at ?? Math.max(Date.now(), 1 + (others.at(-1)?.at ?? 0));
  write(`${ENTRY}${entry.kind} ${entry.id}`, JSON.stringify({ ...entry, at }));
  if (!others.length) navigator.storage?.persist?.(); // the browser then does not delete it to save space
  notify();
}

function remove(entry) {
  delete storage[`${ENTRY}${entry.kind} ${entry.id}`];
  notify(entry);
}

/* The version of the partie after the latest entry that was sent to this action. */
const sentVersion = (action) => JSON.parse(storage[VERSION + action] ?? "null");
function noteVersion(action, version) {
  write(VERSION + action, JSON.stringify(version));
  notify();
}

/* Another tab has written. */
window.addEventListener("storage", ({ key, oldValue, newValue }) => {
  if (key?.startsWith(ENTRY)) notify(newValue ? undefined : JSON.parse(oldValue));
  else if (key?.startsWith(VERSION)) notify();
});

/* Take or renew the lease of this tab, for plain HTTP, which has no locks. Return whether the tab has it. */
function takeLease(key) {
  const [owner, end] = (storage[key] ?? "").split(" ");
  const remaining = end - Date.now();
  const isCurrent = remaining > 0 && remaining <= LEASE_TIME; // a longer one: the clock was set back
  if (isCurrent && owner !== TAB) return false;
  write(key, `${TAB} ${Date.now() + LEASE_TIME}`);
  return true;
}

/* Wait until no other tab sends entries of this kind, then run `send` with a function that tells whether to go on. */
async function inTurn(kind, send) {
  const key = LEASE + kind;
  if (navigator.locks) return navigator.locks.request(key, () => send(() => true));
  // Two tabs may take a free lease at the same moment: it belongs to the one that still has it a moment later.
  let taken = 0;
  while (taken < 2) {
    await new Promise((resolve) => setTimeout(resolve, SETTLING));
    taken = takeLease(key) ? taken + 1 : 0;
  }
  const timer = setInterval(takeLease, RETRY, key);
  const release = () => {
    clearInterval(timer);
    if (takeLease(key)) delete storage[key];
  };
  window.addEventListener("pagehide", release, { once: true });
  return send(() => takeLease(key)).finally(release);
}

/* Return a function that sends the entries of a kind, in one tab at a time, also whenever the server may be reached.
   `sendFirst` returns whether the next entry follows. */
function makeSender(kind, maySend, sendFirst) {
  let isSending = false;
  async function sendAll(isMyTurn) {
    while (isMyTurn() && maySend()) {
      if (!(await sendFirst())) return;
    }
  }
  async function send() {
    if (isSending || !maySend()) return;
    isSending = true;
    await inTurn(kind, sendAll).finally(() => (isSending = false));
  }
  setInterval(send, RETRY);
  for (const name of ["marque:reached", "visibilitychange"]) document.addEventListener(name, send);
  window.addEventListener("online", send);
  navigator.serviceWorker?.addEventListener("message", send); // "reached", of worker.js
  return send;
}

/* Send a form. Return the answer, null without a network or from a server that fails. */
async function post(action, body) {
  const answer = await globalThis.fetchWithin(10_000, action, { method: "POST", body });
  return answer?.status < 500 ? answer : null;
}

globalThis.storedQueue = {
  post,
  list,
  put,
  remove,
  sentVersion,
  noteVersion,
  makeSender,
  newId,
  storage,
  waitingMessage,
};
