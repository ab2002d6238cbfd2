/* What waits on the device for the network, for form_queue.js and tap_queue.js. Each entry has a key of its own in
   localStorage, so that tabs that write at once do not overwrite each other's entries. One tab at a time sends. */
const ENTRY = "marque waiting ", // followed by the kind and the id of the entry
  VERSION = "marque version ", // followed by an action
  LEASE = "marque sender ", // followed by a kind
  LEASE_TIME = 15_000, // milliseconds until another tab sends instead of a closed one
  RETRY = 5000, // between two attempts, if no event starts one earlier, and between two renewals of the lease
  SETTLING = 100; // in which a write of another tab at the same moment arrives
let storage = {},
  isKept = false;
try {
  storage = localStorage;
  isKept = true;
} catch {
  /* storage blocked: entries are lost with the page, as below */
}
/* The message for what waits: where the browser stores nothing, it is lost with the page. */
const waitingMessage = (message) => (isKept ? message : "unkept");
/* Write a value. Once the browser refuses, the page alone has it. */
function write(key, value) {
  try {
    storage[key] = value;
  } catch {
    storage = { ...storage, [key]: value };
    isKept = false;
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
  const others = list(entry.kind),
    at = others.find(({ id }) => id === entry.id)?.at ?? Math.max(Date.now(), 1 + (others.at(-1)?.at ?? 0));
  write(`${ENTRY}${entry.kind} ${entry.id}`, JSON.stringify({ ...entry, at }));
  if (!others.length) navigator.storage?.persist?.();
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
window.addEventListener("storage", ({ key, oldValue, newValue }) => {
  if (key?.startsWith(ENTRY)) notify(newValue ? undefined : JSON.parse(oldValue));
  else if (key?.startsWith(VERSION)) notify();
});

/* Take or renew the lease of this tab, for plain HTTP, which has no locks. Return whether the tab has it. */
function takeLease(key) {
  const [owner, end] = (storage[key] ?? "").split(" "),
    remaining = end - Date.now();
  if (owner !== TAB && remaining > 0 && remaining <= LEASE_TIME) return false; // more: the clock was set back
  write(key, `${TAB} ${Date.now() + LEASE_TIME}`);
  return true;
}

/* Wait until no other tab sends entries of this kind, then run `send` with a function that tells whether to go on. */
async function inTurn(kind, send) {
  const key = LEASE + kind;
  if (navigator.locks) return navigator.locks.request(key, () => send(() => true));
  // Two tabs may take a free lease at the same moment: it belongs to the one that still has it a moment later.
  for (let times = 0; times < 2; times = takeLease(key) ? times + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, SETTLING));
  const timer = setInterval(takeLease, RETRY, key),
    release = () => {
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
  async function send() {
    if (isSending || !maySend()) return;
    isSending = true;
    const sendAll = async (isMyTurn) => {
      while (isMyTurn() && maySend() && (await sendFirst()));
    };
    await inTurn(kind, sendAll).finally(() => (isSending = false));
  }
  setInterval(send, RETRY);
  for (const name of ["marque:reached", "visibilitychange"]) document.addEventListener(name, send);
  window.addEventListener("online", send);
  navigator.serviceWorker?.addEventListener("message", send);
  return send;
}

/* Send a form as htmx does. Return the answer, null without a network or from a server that fails. */
async function post(action, body) {
  const headers = { "HX-Request": "true", "HX-Boosted": "true" };
  const answer = await globalThis.fetchWithin(10_000, action, { method: "POST", body, headers });
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
