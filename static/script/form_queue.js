/* A manche that could not be sent for want of a network waits on this phone, and those after it behind it. They go in
   their order, each once, as soon as the house is reached; at the first that is refused all stop, and it is shown. */
const KEY = "marque waiting";
const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
};
const banner = document.getElementById("offline"),
  say = banner.dataset;
const form_of = (root = document) => root.querySelector("form[data-draft]");
const refusal = () => document.getElementById("refusal");
const id_in = (body) => new URLSearchParams(String(body)).get("request_id");
const AGAIN = 5000; // milliseconds, where nothing else says that the house is reached
let again,
  sending = false,
  refused = false,
  from_entry = false;

function write(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    /* full, or forbidden: nothing is kept */
  }
  tell();
}

/* What waits is said for as long as it does, over whatever page; the one that is refused says why on its own page. */
function tell() {
  const list = read(),
    held = list[0]?.refused;
  document.dispatchEvent(new CustomEvent("marque:waiting", { detail: list }));
  if (!list.length && !("waits" in say)) return;
  banner.hidden = !list.length || Boolean(held && refused);
  banner.textContent = held ? say.held : list.length === 1 ? say.one : say.many.replace("99", list.length);
  if (held)
    banner.append(
      Object.assign(document.createElement("a"), { href: list[0].page, textContent: say.see }),
      Object.assign(document.createElement("button"), { type: "button", textContent: say.drop }),
    );
  if (list.length) say.waits = "";
  else delete say.waits;
}

document.addEventListener("htmx:error", (event) => {
  const { sourceElement: form, request, response } = event.detail.ctx ?? {};
  const body = String(request?.body ?? "");
  if (response || request?.method !== "POST" || !form?.matches("form[data-draft]") || /(^|&)switch=/.test(body)) return;
  const waiting = { action: request.action, body, number: Number(form.dataset.draft), page: location.pathname };
  document.dispatchEvent(new CustomEvent("marque:queued", { detail: { form, waiting } }));
  const list = read(),
    place = list.findIndex((one) => id_in(one.body) === id_in(body));
  if (place < 0) list.push(waiting);
  else list[place] = waiting;
  write(list);
  form.querySelector(".queued")?.removeAttribute("hidden");
  navigator.serviceWorker?.ready.then((worker) => worker.sync?.register("marque")).catch(() => {});
});

/* The entry becomes that of the manche after those that wait: the page, come from before, does not know of them. One that
   was just kept stays on the screen, to be put right, until it is closed or the next one is asked for. */
function go_on(asked = false) {
  const form = form_of(),
    entry = form?.closest("#entry");
  const last = Math.max(
    0,
    ...read()
      .filter((one) => one.action === form?.getAttribute("action"))
      .map((one) => one.number),
  );
  if (!entry || "alone" in form.dataset || refusal() || last < Number(form.dataset.draft)) return;
  if (!asked && read().some((one) => id_in(one.body) === form.elements.request_id.value)) return; // it shows what waits
  form.dataset.draft = last + 1;
  form.reset();
  form.elements.request_id.value = [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16))
    .join("");
  for (const said of entry.querySelectorAll("summary .closed, h2, [data-go-on]"))
    said.textContent = said.textContent.replace(/\d+/, last + (said.matches("button") ? 2 : 1));
  form.querySelector(".queued")?.setAttribute("hidden", "");
  form.querySelector("#record")?.classList.remove("kept-here");
  document.dispatchEvent(new CustomEvent("marque:page"));
}

/* The first is done with. The one behind it was written for the sheet that it leaves, if no other phone wrote there. */
function settle(shown) {
  const [first, next, ...rest] = read(),
    form = form_of(shown),
    version = form?.elements.version?.value;
  refused = false;
  if (!first) return;
  try {
    localStorage.removeItem(`marque draft ${first.action} ${first.number}`);
  } catch {
    /* forbidden */
  }
  const here = form_of();
  if (here && version && here.dataset.draft === form.dataset.draft) here.elements.version.value = version;
  if (next && version && next.action === first.action && Number(form.dataset.draft) === next.number) {
    const body = new URLSearchParams(next.body);
    body.set("version", version);
    next.body = String(body);
  }
  write(next ? [next, ...rest] : []);
}

/* Whether the form on the page is the one that was sent, and whether it was written into since. */
function on_page(first) {
  const form = location.pathname === first.page ? form_of() : null,
    shown = form && String(new URLSearchParams(new FormData(form)));
  const own = Boolean(form) && id_in(shown) === id_in(first.body);
  return { form, own, edited: own && shown !== first.body };
}

async function send(first) {
  const body = new URLSearchParams(first.body),
    token = document.querySelector("[name=csrf_token]");
  if (token) body.set("csrf_token", token.value);
  const headers = { "HX-Request": "true", "HX-Boosted": "true" };
  const answer = await fetch(first.action, { method: "POST", body, headers, signal: AbortSignal.timeout(10_000) });
  const text = await answer.text(),
    here = location.pathname === first.page;
  if (answer.status >= 500) return false;
  if (answer.ok) {
    const { form, own, edited } = on_page(first);
    settle(new DOMParser().parseFromString(text, "text/html"));
    if (own && !edited) {
      form.reset();
      if (form.closest("#entry")) form.closest("#entry").open = false;
    }
    if (here) document.dispatchEvent(new CustomEvent("marque:came", { detail: text }));
    return true;
  }
  const page = document.getElementById("page");
  refused = here && !on_page(first).edited; // what was written since stays, and the banner leads to the refusal
  if (refused) await htmx.swap({ text, target: page, swap: "outerHTML", sourceElement: page });
  write([{ ...first, refused: true }, ...read().slice(1)]);
  return false;
}

async function flush() {
  const [first] = read();
  if (sending || refused || !first || (first.refused && location.pathname !== first.page)) return;
  sending = true;
  try {
    while (read().length && (await send(read()[0])));
  } catch {
    /* not yet */
  }
  sending = false;
  tell();
  clearTimeout(again);
  if (read().length && !refused) again = setTimeout(flush, AGAIN);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-go-on]")) {
    go_on(true);
    document.getElementById("entry").scrollTop = 0;
  } else if (event.target.closest("#offline button")) {
    settle(document);
    flush();
  }
});
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.matches?.("#entry") && !event.target.open) go_on(true);
  },
  true,
);
document.addEventListener("htmx:before:request", (event) => {
  from_entry = Boolean(event.detail.ctx.sourceElement?.closest("#entry"));
});
document.addEventListener("htmx:after:swap", (event) => {
  const { request } = event.detail.ctx ?? {},
    [first] = read();
  if (first && request?.method === "POST" && id_in(request.body) === id_in(first.body) && !refusal()) settle(document);
  tell();
});
/* Whatever was made of the refused one on its page, it waits no more. */
document.addEventListener("marque:page", () => {
  if (refused && !refusal()) {
    if (from_entry) settle(document);
    refused = false;
    flush();
  }
  go_on();
  tell();
});
document.addEventListener("marque:reached", () => {
  if (banner.textContent === say.offline) banner.hidden = true;
  flush();
});
document.addEventListener("marque:lost", () => {
  if (!("waits" in say || "kept" in say)) {
    banner.textContent = say.offline;
    banner.hidden = false;
  }
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) flush();
});
navigator.serviceWorker?.addEventListener("message", flush);
window.addEventListener("online", () => {
  tell();
  flush();
});
go_on(true);
tell();
flush();
