/* A queue in localStorage for manches that could not be sent without a network. They are sent in order, each once, as
   soon as the server is reached. The first one that the server refuses stops the queue and is shown. */
const KEY = "marque waiting";
const read_queue = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
};
const banner = document.getElementById("offline"),
  messages = banner.dataset;
const form_of = (root = document) => root.querySelector("form[data-draft]");
const refusal = () => document.getElementById("refusal");
const id_in = (body) => new URLSearchParams(String(body)).get("request_id");
const RETRY = 5000; // milliseconds to the next attempt, if no event starts one earlier
let retry_timer,
  sending = false,
  refused = false,
  from_entry = false;

function write_queue(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    /* storage full or blocked: nothing is saved */
  }
  update_banner();
}

/* Show the banner while the queue is not empty, except on the page that shows why its first manche was refused. */
function update_banner() {
  const list = read_queue(),
    was_refused = list[0]?.refused;
  document.dispatchEvent(new CustomEvent("marque:waiting", { detail: list }));
  if (!list.length && !("waits" in messages)) return;
  banner.hidden = !list.length || Boolean(was_refused && refused);
  banner.textContent = was_refused
    ? messages.held
    : list.length === 1
      ? messages.one
      : messages.many.replace("99", list.length);
  if (was_refused)
    banner.append(
      Object.assign(document.createElement("a"), { href: list[0].page, textContent: messages.see }),
      Object.assign(document.createElement("button"), { type: "button", textContent: messages.drop }),
    );
  if (list.length) messages.waits = "";
  else delete messages.waits;
}

document.addEventListener("htmx:error", (event) => {
  const { sourceElement: form, request, response } = event.detail.ctx ?? {};
  const body = String(request?.body ?? "");
  if (response || request?.method !== "POST" || !form?.matches("form[data-draft]") || /(^|&)switch=/.test(body)) return;
  const queued = { action: request.action, body, number: Number(form.dataset.draft), page: location.pathname };
  document.dispatchEvent(new CustomEvent("marque:queued", { detail: { form, waiting: queued } }));
  const list = read_queue(),
    place = list.findIndex((other) => id_in(other.body) === id_in(body));
  if (place < 0) list.push(queued);
  else list[place] = queued;
  write_queue(list);
  form.querySelector(".queued")?.removeAttribute("hidden");
  navigator.serviceWorker?.ready.then((worker) => worker.sync?.register("marque")).catch(() => {});
});

/* Turn the entry form into that of the manche after the queued ones; the server does not know them, so the page has the
   number of the first. A manche just queued can be corrected until the user closes it or requests the next one. */
function next_form(requested = false) {
  const form = form_of(),
    entry = form?.closest("#entry");
  const last = Math.max(
    0,
    ...read_queue()
      .filter((queued) => queued.action === form?.getAttribute("action"))
      .map((queued) => queued.number),
  );
  if (!entry || "alone" in form.dataset || refusal() || last < Number(form.dataset.draft)) return;
  if (!requested && read_queue().some((queued) => id_in(queued.body) === form.elements.request_id.value)) return; // it shows the queued manche
  form.dataset.draft = last + 1;
  form.reset();
  form.elements.request_id.value = [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16))
    .join("");
  for (const label of entry.querySelectorAll("summary .closed, h2, [data-go-on]"))
    label.textContent = label.textContent.replace(/\d+/, last + (label.matches("button") ? 2 : 1));
  form.querySelector(".queued")?.setAttribute("hidden", "");
  form.querySelector("#record")?.classList.remove("kept-here");
  document.dispatchEvent(new CustomEvent("marque:page"));
}

/* Remove the first manche of the queue. If no other device wrote, the next one is sent with the version of the new page. */
function remove_first(shown) {
  const [first, next, ...rest] = read_queue(),
    form = form_of(shown),
    version = form?.elements.version?.value;
  refused = false;
  if (!first) return;
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`marque draft ${first.action} ${first.number} `)) localStorage.removeItem(key);
  } catch {
    /* storage blocked */
  }
  const current = form_of();
  if (current && version && current.dataset.draft === form.dataset.draft) current.elements.version.value = version;
  if (next && version && next.action === first.action && Number(form.dataset.draft) === next.number) {
    const body = new URLSearchParams(next.body);
    body.set("version", version);
    next.body = String(body);
  }
  write_queue(next ? [next, ...rest] : []);
}

/* Return whether the form on the page is the one that was sent, and whether it was edited since. */
function compare_form(first) {
  const form = location.pathname === first.page ? form_of() : null,
    shown = form && String(new URLSearchParams(new FormData(form)));
  const own = Boolean(form) && id_in(shown) === id_in(first.body);
  return { form, own, edited: own && shown !== first.body };
}

async function send_form(first) {
  const body = new URLSearchParams(first.body),
    token = document.querySelector("[name=csrf_token]");
  if (token) body.set("csrf_token", token.value);
  const headers = { "HX-Request": "true", "HX-Boosted": "true" };
  const answer = await fetch(first.action, { method: "POST", body, headers, signal: AbortSignal.timeout(10_000) });
  const text = await answer.text(),
    on_its_page = location.pathname === first.page;
  if (answer.status >= 500) return false;
  if (answer.ok) {
    const { form, own, edited } = compare_form(first);
    remove_first(new DOMParser().parseFromString(text, "text/html"));
    if (own && !edited) {
      form.reset();
      if (form.closest("#entry")) form.closest("#entry").open = false;
    }
    if (on_its_page) document.dispatchEvent(new CustomEvent("marque:came", { detail: text }));
    return true;
  }
  const page = document.getElementById("page");
  refused = on_its_page && !compare_form(first).edited; // edits stay on the page, and the banner links to the refusal
  if (refused) await htmx.swap({ text, target: page, swap: "outerHTML", sourceElement: page });
  write_queue([{ ...first, refused: true }, ...read_queue().slice(1)]);
  return false;
}

async function send_queue() {
  const [first] = read_queue();
  if (sending || refused || !first || (first.refused && location.pathname !== first.page)) return;
  sending = true;
  try {
    while (read_queue().length && (await send_form(read_queue()[0])));
  } catch {
    /* no network: retried later */
  }
  sending = false;
  update_banner();
  clearTimeout(retry_timer);
  if (read_queue().length && !refused) retry_timer = setTimeout(send_queue, RETRY);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-go-on]")) {
    next_form(true);
    document.getElementById("entry").scrollTop = 0;
  } else if (event.target.closest("#offline button")) {
    remove_first(document);
    send_queue();
  }
});
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches?.("#entry") && !event.target.open) next_form(true);
  },
  true,
);
document.addEventListener("htmx:before:request", (event) => {
  from_entry = Boolean(event.detail.ctx.sourceElement?.closest("#entry"));
});
document.addEventListener("htmx:after:swap", (event) => {
  const { request } = event.detail.ctx ?? {},
    [first] = read_queue();
  if (first && request?.method === "POST" && id_in(request.body) === id_in(first.body) && !refusal())
    remove_first(document);
  update_banner();
});
/* The refused manche leaves the queue once the user has sent its form again. */
document.addEventListener("marque:page", () => {
  if (refused && !refusal()) {
    if (from_entry) remove_first(document);
    refused = false;
    send_queue();
  }
  next_form();
  update_banner();
});
document.addEventListener("marque:reached", () => {
  if (banner.textContent === messages.offline) banner.hidden = true;
  send_queue();
});
document.addEventListener("marque:lost", () => {
  if (!("waits" in messages || "kept" in messages)) {
    banner.textContent = messages.offline;
    banner.hidden = false;
  }
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) send_queue();
});
navigator.serviceWorker?.addEventListener("message", send_queue);
window.addEventListener("online", () => {
  update_banner();
  send_queue();
});
next_form(true);
update_banner();
send_queue();
