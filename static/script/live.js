/* Polling: a page with data-live, an address with the version it shows, requests it every two seconds. The server
   answers 204 while the version is unchanged, else with the new page. A form that the user is filling in stays; a notice
   then announces the changes. */
const ACTIVE_DELAY = 2000;
const IDLE_DELAY = 15_000;
const MAX_DELAY = 30_000;
const IDLE_AFTER = 20 * 60_000; // milliseconds without a touch or a change
const page = () => document.getElementById("page");
let timer;
let lastDuration = 0; // of a request, in milliseconds
let failures = 0; // one after another
let lastActivity = Date.now();
let sending = 0; // requests of htmx in progress

/* Return the time to the next request: longer if the server is slow or fails, with jitter so that devices do not
   synchronise. */
function nextDelay() {
  const usual = Date.now() - lastActivity > IDLE_AFTER ? IDLE_DELAY : ACTIVE_DELAY;
  const wanted = Math.max(usual, 4 * lastDuration) * 2 ** failures;
  return Math.min(MAX_DELAY, wanted) * (0.85 + Math.random() * 0.3);
}

function schedulePoll(wait = nextDelay()) {
  clearTimeout(timer);
  if (!document.hidden && page()?.dataset.live) timer = setTimeout(poll, wait);
}

async function requestPage(address) {
  const began = performance.now();
  // The answer need not draw the card faces again.
  const headers = document.querySelector("#faces > *") ? { "Marque-Faces": "drawn" } : {};
  const answer = await globalThis.fetchWithin(MAX_DELAY, address, { headers, cache: "no-store" });
  const text = answer?.status === 200 ? await answer.text().catch(() => null) : "";
  lastDuration = performance.now() - began;
  return { answer: text === null ? null : answer, text }; // null: the network was lost during the answer
}

async function poll() {
  const requested = page()?.dataset.live;
  try {
    if (requested && !sending) await updatePage(requested);
  } finally {
    schedulePoll();
  }
}

async function updatePage(requested) {
  const { answer, text } = await requestPage(requested);
  failures = answer?.status < 500 ? 0 : failures + 1;
  if (!failures) document.dispatchEvent(new CustomEvent("marque:reached"));
  if (!answer && failures > 1) document.dispatchEvent(new CustomEvent("marque:lost"));
  if (!answer || page()?.dataset.live !== requested || sending) return; // the page was swapped during the request
  if (answer.status === 404) {
    location.reload();
    return;
  }
  // The soirée was joined with another one.
  if (answer.redirected) history.replaceState({ htmx: true }, "", answer.url);
  if (text) await morphPage(text);
}

function isChanged(field) {
  if (!field.name || field.type === "hidden") return false;
  if (["radio", "checkbox"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field.options) {
    const selected = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(0, selected); // without a selected one the browser selects the first
  }
  return "defaultValue" in field && field.value !== field.defaultValue;
}
/* Return the form that has a changed field; the whole entry for a form in it, or if it was refused. */
function editedForm() {
  const form = [...document.querySelectorAll("#main form")].find((one) => [...one.elements].some(isChanged));
  const edited = document.getElementById("refusal") ?? form;
  return edited && (edited.closest("#entry") ?? form);
}

/* Morph the page into the new one: the focus, open folds and half-filled forms stay. */
async function morphPage(text) {
  lastActivity = Date.now();
  await htmx.swap({ text, target: page(), swap: "outerMorph", sourceElement: page(), live: true });
}

/* Open in the new page what is open in this one. A fold is found by its classes and its place among those that have them. */
const selectorOf = (details) => `details${[...details.classList].map((name) => `.${name}`).join("")}`;
function copyOpenFolds(fresh) {
  const rows = fresh.querySelectorAll("#log .log-rows details");
  page()
    .querySelectorAll("#log .log-rows details")
    .forEach((row, number) => {
      const after = rows[number];
      if (!row.open || after?.querySelector("summary").textContent !== row.querySelector("summary").textContent) return;
      after.open = true; // its lines were loaded when it was opened
      after.querySelector(".lines").replaceWith(row.querySelector(".lines").cloneNode(true));
    });
  for (const details of page().querySelectorAll("details:not(.log-rows details)")) {
    const index = [...page().querySelectorAll(selectorOf(details))].indexOf(details);
    const after = fresh.querySelectorAll(selectorOf(details))[index];
    if (after) after.open = details.open;
  }
}

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  const fresh = ctx.live && tasks[0]?.fragment.querySelector("#page");
  if (!fresh) return;
  const edited = editedForm();
  const entry = document.getElementById("entry");
  const news = fresh.querySelector("[data-news]");
  if (edited || entry?.open) news?.removeAttribute("hidden");
  else news?.remove();
  if (edited && !(edited === entry && fresh.querySelector("#entry"))) {
    event.preventDefault(); // the edited form would be lost
    page().dataset.live = fresh.dataset.live;
    document.querySelectorAll("#main > .notice-bar").forEach((bar) => bar.remove());
    if (news) document.getElementById("main").prepend(news);
    return;
  }
  copyOpenFolds(fresh);
  edited?.setAttribute("hx-morph-skip", ""); // the entry stays as it is
});
document.addEventListener("htmx:after:swap", () => {
  document.querySelector("[hx-morph-skip]")?.removeAttribute("hx-morph-skip");
  schedulePoll(ACTIVE_DELAY);
});

/* No polling while a form is being sent: the answer is newer than any poll. */
document.addEventListener("htmx:before:request", () => {
  sending += 1;
});
document.addEventListener("htmx:finally:request", () => {
  sending = Math.max(0, sending - 1); // htmx also fires this for a request that the user does not confirm
});
document.addEventListener("marque:came", (event) => morphPage(event.detail));
document.addEventListener("visibilitychange", () => schedulePoll(0));
document.addEventListener("pointerdown", () => {
  if (Date.now() - lastActivity > IDLE_AFTER) schedulePoll(0);
  lastActivity = Date.now();
});
window.addEventListener("online", () => {
  failures = 0;
  schedulePoll(0);
});
window.addEventListener("pageshow", () => schedulePoll(ACTIVE_DELAY));
schedulePoll(ACTIVE_DELAY);
