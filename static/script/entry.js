/* The entry form: opening it adds a step to the history, so that the back button closes it; Escape closes it, too. A draft
   is saved until the manche is recorded. */
const entry = () => document.querySelector("details.entry");
const OPEN = "#entry"; // a fragment only: going back requests no page

let tapped = false; // by the user: a form that the server sends open adds no step
document.addEventListener(
  "click",
  (event) => {
    tapped = Boolean(event.target.closest("details.entry > summary"));
  },
  true,
);
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target !== entry()) return;
    if (target.open && tapped) history.pushState({ entry: true }, "", OPEN);
    else if (!target.open && history.state?.entry) history.back();
    tapped = false;
    if (target.open) restoreDraft();
  },
  true,
);
/* Without the Navigation API, as in Firefox, htmx loads the page again at every step back, even between fragments. */
const address = () => location.pathname + location.search;
let shown = address();
for (const name of ["htmx:after:history:push", "htmx:after:history:replace"])
  document.addEventListener(name, () => {
    shown = address();
  });
window.addEventListener(
  "popstate",
  (event) => {
    if (entry()) entry().open = location.hash === OPEN;
    if (entry() && address() === shown) event.stopImmediatePropagation();
  },
  true,
);
document.addEventListener(
  "submit",
  (event) => {
    // The form closes with its answer: the step of the history becomes that of the page.
    if (history.state?.entry && entry()?.contains(event.target)) history.replaceState({ htmx: true }, "", address());
  },
  true,
);
document.addEventListener("keydown", (event) => {
  const sheet = event.key === "Escape" && document.querySelector("details.entry[open]");
  if (sheet && !document.querySelector("dialog[open]")) {
    sheet.open = false;
    sheet.querySelector("summary").focus();
  }
});

/* Drafts: at most MAX_DRAFTS in localStorage, each under the action of its form, the number of its manche and its tab. */
const PREFIX = "marque draft ";
const MAX_DRAFTS = 20;
const TAKING = 100; // milliseconds in which an open tab keeps its draft
const IGNORED = ["csrf_token", "request_id", "version", "number"];
function withStorage(act) {
  try {
    return act(localStorage);
  } catch {
    return null; // storage full or blocked: nothing is saved
  }
}
const TAB = withStorage(() => (sessionStorage.tab ??= Math.random())); // the same after a reload
const draftForm = () => document.querySelector("form[data-draft]");
const mancheOf = (form) => `${PREFIX}${new URL(form.action).pathname} ${form.dataset.draft} `;
const keyOf = (form) => mancheOf(form) + TAB;

function formValues(form) {
  return [...new FormData(form)].filter(([name, value]) => !IGNORED.includes(name) && typeof value === "string");
}

function saveDraft(form) {
  form.dataset.edited = "";
  withStorage((storage) => {
    const drafts = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
    if (drafts.length > MAX_DRAFTS) drafts.forEach((key) => storage.removeItem(key));
    storage.setItem(keyOf(form), JSON.stringify(formValues(form)));
  });
}

function forgetDraft(form) {
  delete form.dataset.edited;
  withStorage((storage) => storage.removeItem(keyOf(form)));
}

/* Fill in a draft, a list of names and values; a name may be there several times. */
function fillForm(form, saved) {
  form.dataset.edited = "";
  // Values entered in another mode have no fields here: they are sent as they are.
  for (const [name, value] of saved.filter(([one]) => !form.elements[one]))
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value, className: "put-back" }));
  const inAddress = new URLSearchParams(location.search); // fields filled in by the address win
  for (const field of form.elements) {
    const { name } = field;
    if (!name || IGNORED.includes(name) || inAddress.has(name)) continue;
    const values = saved.filter(([one]) => one === name).map(([, value]) => value);
    fillField(field, values);
  }
}

function fillField(field, values) {
  if (field.type === "checkbox") field.checked = values.includes(field.value);
  else if (field.type === "select-multiple")
    for (const option of field.options) option.selected = values.includes(option.value);
  // A draft without a value for this field was saved in another mode.
  else if (!values.length || field.type === "hidden" || field.tagName === "BUTTON") return;
  else if (field.type === "radio") field.checked = values.includes(field.value);
  else field.value = values.at(-1); // the box before a field, of the same name, is its minus
}

/* Take the draft of a closed tab: remove it, and if no open tab writes it again, it belongs to this one. */
function takeDraft(storage, form) {
  for (const key of Object.keys(storage).filter((one) => one.startsWith(mancheOf(form)))) {
    const text = storage.getItem(key);
    storage.removeItem(key);
    setTimeout(() => {
      if (storage.getItem(key) || storage.getItem(keyOf(form))) return;
      storage.setItem(keyOf(form), text);
      restoreDraft();
    }, TAKING);
  }
}
window.addEventListener("storage", ({ key, oldValue, newValue }) => {
  // Another tab tries to take the draft of this one.
  if (key?.endsWith(` ${TAB}`) && !newValue) localStorage.setItem(key, oldValue);
});

let resumed = false; // the event at the end of this function calls it again
function restoreDraft() {
  const form = draftForm();
  if (resumed || modeSwitched || !form || (entry() && !entry().open)) return;
  if (document.getElementById("refusal")) return; // the server has filled in the form that it refused
  const text = withStorage((storage) => storage.getItem(keyOf(form)));
  if (!text) withStorage((storage) => takeDraft(storage, form));
  const saved = text && withStorage(() => JSON.parse(text));
  const note = form.querySelector(".draft-notice");
  if (!saved || JSON.stringify(formValues(form)) === text) return;
  fillForm(form, saved);
  if (note) note.hidden = false;
  form.querySelectorAll(".current").forEach((field) => field.classList.remove("current")); // the keypad starts anew
  resumed = true; // a draft that does not fit the form would be filled in without end
  document.dispatchEvent(new CustomEvent("marque:page"));
  resumed = false;
}

document.addEventListener("reset", ({ target: form }) => {
  form.querySelectorAll(".put-back").forEach((field) => field.remove());
  if (form.matches("[data-draft]")) forgetDraft(form);
});
document.addEventListener("marque:queued", (event) => forgetDraft(event.detail.form));
const saveTyped = (event) => {
  const form = event.target.closest?.("form[data-draft]");
  if (form) saveDraft(form);
};
document.addEventListener("input", saveTyped);
document.addEventListener("change", saveTyped);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-discard]")) {
    const form = draftForm();
    form.reset();
    form.querySelector(".draft-notice").hidden = true;
    document.dispatchEvent(new CustomEvent("marque:page"));
  }
});
/* The keypad writes in a listener on the document; this one is on the window, so it runs after that. */
window.addEventListener("click", (event) => {
  if (event.target.closest("button[type=button]:not([data-discard])")) saveTyped(event);
});

/* Delete the draft of a form that was sent and not refused. The button that records a manche also ticks under the thumb:
   once when the manche is recorded, twice when it is refused. An iPhone cannot vibrate. */
let sentDraft = null;
let recording = false; // whether the latest form was sent by that button
let modeSwitched = false;
document.addEventListener(
  "submit",
  (event) => {
    modeSwitched = event.submitter?.name === "switch"; // another mode of entry: nothing is recorded
    sentDraft = event.target.matches("[data-draft]") && !modeSwitched ? keyOf(event.target) : null;
    recording = event.submitter?.id === "record";
  },
  true,
);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const isRefused = Boolean(document.getElementById("refusal"));
  if (sentDraft && !isRefused) withStorage((storage) => storage.removeItem(sentDraft));
  sentDraft = null;
  if (recording && !ctx.live && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    navigator.vibrate?.(isRefused ? [10, 60, 10] : 10);
  recording = false;
});

document.addEventListener("marque:page", () => {
  if (history.state?.entry && location.hash === OPEN && entry()) entry().open = true;
  if (modeSwitched && draftForm()) saveDraft(draftForm());
  else restoreDraft();
  modeSwitched = false;
});
