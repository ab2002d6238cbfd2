/* Manches that could not be sent without a network wait in stored_queue.js. They are sent in order, each once, as soon as
   the server is reached. The first one that the server refuses stops the queue and is shown on its page. */
const { post, list, put, remove, sent_version, note_version, make_sender, new_id, storage, waiting_message } =
  globalThis.stored_queue;
const queue = (action) => list("manche").filter((entry) => !action || entry.action === action);
const banner = document.getElementById("offline"),
  messages = banner.dataset;
const form_of = (root = document) => root.querySelector("form[data-draft]");
const refusal = () => document.getElementById("refusal");
const is_at = (entry) => [entry.page, entry.action].includes(location.pathname);
const is_edited = (form) => Boolean(form && "edited" in form.dataset);
let shown_refusal, // the id of the entry whose refusal is on this page
  known_form;

/* Give a new form an id of its own: the browser may show two tabs the same stored page. */
function renew_id(form) {
  if (!form || form === known_form || refusal()) return;
  known_form = form;
  form.elements.request_id.value = new_id();
}

/* Return the form on this page that is queued as this entry; the page may show another one. */
const form_queued_as = (entry) =>
  [form_of()].find((form) => is_at(entry) && form?.elements.request_id.value === entry.id);

/* Show the banner while the queue is not empty, except on the page that shows why its first manche was refused. */
function update_banner() {
  const entries = queue(),
    [first] = entries;
  document.dispatchEvent(new CustomEvent("marque:waiting", { detail: entries }));
  if (!first && !("waits" in messages)) return;
  banner.hidden = !first || first.id === shown_refusal;
  banner.textContent = messages[waiting_message(entries.length === 1 ? "one" : "many")].replace("99", entries.length);
  if (first?.refused)
    banner.replaceChildren(
      messages.held,
      Object.assign(document.createElement("a"), { href: first.page, textContent: messages.see }),
      Object.assign(document.createElement("button"), { type: "button", textContent: messages.drop }),
    );
  banner.toggleAttribute("data-waits", Boolean(first));
}

/* Store a manche that cannot be sent, or that follows stored ones: sent first, it would be recorded as one of those. */
function enqueue(event) {
  const { ctx = {} } = event.detail,
    { sourceElement: form, request = {}, response } = ctx,
    { action, method } = request,
    body = new URLSearchParams(String(request.body)),
    is_sent = method === "POST" && form.matches("form[data-draft]") && !body.has("switch"),
    is_early = event.type === "htmx:before:request";
  if (is_early) ctx.may_answer = is_sent || form.matches(".conflict ~ .dock a"); // the link: it is the same manche
  if (!is_sent || response || shown_refusal || (is_early && (refusal() || !queue(action).length))) return;
  if (is_early) {
    event.preventDefault();
    setTimeout(send_queue);
  }
  const entry = { kind: "manche", id: body.get("request_id"), action, body: String(body), page: location.pathname };
  entry.number = Number(form.dataset.draft);
  document.dispatchEvent(new CustomEvent("marque:queued", { detail: { form, waiting: entry } }));
  put(entry);
  form.querySelector(".queued")?.removeAttribute("hidden");
  form.querySelector(".queued .sentence")?.toggleAttribute("hidden", waiting_message("") !== "");
  navigator.serviceWorker?.ready.then((worker) => worker.sync?.register("marque")).catch(() => {});
}
document.addEventListener("htmx:error", enqueue);
document.addEventListener("htmx:before:request", enqueue);

/* Turn the entry form into that of the manche after the queued ones; the server does not know them, so the page has the
   number of the first. A manche just queued can be corrected until the user closes it or requests the next one. */
function next_form(requested = false) {
  const form = form_of(),
    entry = form?.closest("#entry");
  renew_id(form);
  if (!entry || !form.elements.number) return; // no entry, or that of a manche to correct
  const { number, request_id, version } = form.elements,
    own = queue(form.getAttribute("action")),
    sent = sent_version(form.getAttribute("action")),
    is_newer = sent?.version > Number(version.value);
  const next = Math.max(is_newer ? sent.number : 0, ...own.map((queued) => queued.number + 1));
  const may_change = requested || !(is_edited(form) || own.some((queued) => queued.id === request_id.value));
  if (next > form.dataset.draft && may_change && !("alone" in form.dataset || refusal())) {
    form.reset();
    form.dataset.draft = number.value = next;
    request_id.value = new_id();
    for (const label of entry.querySelectorAll("summary .closed, h2, [data-go-on]"))
      label.textContent = label.textContent.replace(/\d+/, next + (label.matches("button") ? 1 : 0));
    form.querySelector(".queued")?.setAttribute("hidden", "");
    document.dispatchEvent(new CustomEvent("marque:page"));
  }
  if (is_newer && sent.number === Number(form.dataset.draft)) version.value = sent.version;
}

/* Return the number and the version of the next manche in an answer of the server, null for a page without its form. */
function next_manche(page) {
  const form = form_of(page);
  return form && { number: Number(form.dataset.draft), version: Number(form.elements.version.value) };
}

/* Remove an entry that the server has answered. With the version, every tab sends the manche of this number, which no
   other device has recorded. */
function settle(entry, next) {
  if (next) note_version(entry.action, next);
  remove(entry);
}

async function send_form([entry] = queue()) {
  const body = new URLSearchParams(entry.body),
    sent = sent_version(entry.action);
  if (body.has("number")) body.set("number", entry.number);
  if (sent?.number === entry.number && sent.version > Number(body.get("version"))) body.set("version", sent.version);
  body.set("csrf_token", document.querySelector("[name=csrf_token]")?.value ?? body.get("csrf_token"));
  const answer = await post(entry.action, body),
    text = await answer?.text().catch(() => null);
  if (!text) return false;
  const stored = queue().find((other) => other.id === entry.id);
  if (stored && stored.body !== entry.body) return true; // it was corrected meanwhile, and is sent again
  if (answer.ok) {
    settle(entry, next_manche(new DOMParser().parseFromString(text, "text/html")));
    if (is_at(entry)) document.dispatchEvent(new CustomEvent("marque:came", { detail: text }));
    return true;
  }
  const page = document.getElementById("page"),
    shows = is_at(entry) && !is_edited(form_queued_as(entry)); // edits stay, and the banner links to the refusal
  if (shows) shown_refusal = entry.id;
  if (stored) put({ ...stored, refused: true });
  if (shows) await htmx.swap({ text, target: page, swap: "outerHTML", sourceElement: page });
  return false;
}
const may_send = ([first] = queue()) =>
  first && first.id !== shown_refusal && (!first.refused || (is_at(first) && !is_edited(form_queued_as(first))));
const send_queue = make_sender("manche", may_send, send_form);

/* The user has answered a refusal. If the manche was recorded as another one, so are the later ones. */
function answer_refusal(event) {
  const { request, response, may_answer } = event.detail.ctx ?? {};
  if (!may_answer || refusal() || response?.status >= 400) return;
  const id = shown_refusal ?? new URLSearchParams(String(request.body)).get("request_id"),
    entry = queue().find((other) => other.id === id),
    next = next_manche(document),
    shift = next?.number - 1 - entry?.number;
  // First, so that no tab sends a later manche under its old number.
  if (entry?.action === request.action && shift > 0) move_later(entry, shift);
  shown_refusal = undefined;
  if (entry) settle(entry, next);
}

/* Change the numbers of the manches behind an entry. */
function move_later(entry, shift) {
  for (const later of queue(entry.action)) if (later.id !== entry.id) put({ ...later, number: later.number + shift });
}
document.addEventListener("htmx:after:swap", answer_refusal, true); // before the new form is made that of a later manche
document.addEventListener("click", (event) => {
  const [first] = queue();
  if (event.target.closest("#offline button") && first?.refused) {
    move_later(first, -1);
    remove(first);
  }
  if (!event.target.closest("[data-go-on]")) return;
  next_form(true);
  document.getElementById("entry").scrollTop = 0;
});
const after_closing = ({ target }) => target.matches?.("#entry") && !target.open && next_form(true);
document.addEventListener("toggle", after_closing, true);
document.addEventListener("marque:page", () => {
  if (!queue().some((entry) => entry.id === shown_refusal && is_at(entry))) shown_refusal = undefined;
  next_form();
  update_banner();
  send_queue();
});
document.addEventListener("marque:stored", ({ detail: removed }) => {
  if (removed?.id && removed.id === shown_refusal) {
    location.replace(removed.page); // another tab has answered the refusal
    return;
  }
  const form = removed?.body && form_queued_as(removed);
  if (form && !is_edited(form)) {
    form.reset();
    if (form.closest("#entry")) form.closest("#entry").open = false;
  }
  next_form();
  update_banner();
  if (removed || queue()[0]?.refused) send_queue();
});
/* Version 0.2 stored all manches in one list. */
for (const former of JSON.parse(storage["marque waiting"] ?? "[]"))
  put({ kind: "manche", id: new URLSearchParams(former.body).get("request_id"), ...former });
delete storage["marque waiting"];
next_form(true);
update_banner();
send_queue();
