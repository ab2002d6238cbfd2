/* The entry form: opening it adds a step to the history, Escape closes it, and a draft is saved until the manche is
   recorded. */
const entry = () => document.querySelector("details.entry");
const OPEN = "#entry"; // a fragment only: going back requests no page

let tapped = false;
document.addEventListener(
  "click",
  (event) => {
    tapped = Boolean(event.target.closest("details.entry > summary"));
  },
  true,
);
document.addEventListener(
  "toggle",
  (event) => {
    if (event.target !== entry()) return;
    if (event.target.open && tapped) history.pushState({ entry: true }, "", OPEN);
    else if (!event.target.open && history.state?.entry) history.back();
    tapped = false;
    if (event.target.open) restore_draft();
  },
  true,
);
/* Without the Navigation API, as in Firefox, htmx loads the page again at every step back, even between fragments. */
const address = () => location.pathname + location.search;
let shown = address();
const note_address = () => {
  shown = address();
};
document.addEventListener("htmx:after:history:push", note_address);
document.addEventListener("htmx:after:history:replace", note_address);
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
    if (history.state?.entry && entry()?.contains(event.target))
      history.replaceState({ htmx: true }, "", location.pathname + location.search);
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
const PREFIX = "marque draft ",
  MAX_DRAFTS = 20,
  TAKING = 100, // milliseconds in which an open tab keeps its draft
  IGNORED = ["csrf_token", "request_id", "version", "number"];
const with_storage = (act) => {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}; // storage full or blocked: nothing is saved
const TAB = with_storage(() => (sessionStorage.tab ??= Math.random())); // the same after a reload
const draft_form = () => document.querySelector("form[data-draft]");
const manche_of = (form) => `${PREFIX}${new URL(form.action).pathname} ${form.dataset.draft} `;
const key_of = (form) => manche_of(form) + TAB;

function form_values(form) {
  return [...new FormData(form)].filter(([name, value]) => !IGNORED.includes(name) && typeof value === "string");
}

function save_draft(form) {
  form.dataset.edited = "";
  with_storage((storage) => {
    const drafts = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
    if (drafts.length > MAX_DRAFTS) drafts.forEach((key) => storage.removeItem(key));
    storage.setItem(key_of(form), JSON.stringify(form_values(form)));
  });
}

function forget_draft(form) {
  delete form.dataset.edited;
  with_storage((storage) => storage.removeItem(key_of(form)));
}

function fill_form(form, saved) {
  form.dataset.edited = "";
  const hidden_values = saved.filter(([name]) => !form.elements[name]); // entered in another mode, without fields here
  const in_address = new URLSearchParams(location.search); // fields filled in by the address win
  form.append(
    ...hidden_values.map(([name, value]) =>
      Object.assign(document.createElement("input"), { type: "hidden", name, value, className: "put-back" }),
    ),
  );
  for (const field of form.elements) {
    if (!field.name || IGNORED.includes(field.name) || in_address.has(field.name) || field.tagName === "BUTTON")
      continue;
    const values = saved.filter(([name]) => name === field.name).map(([, value]) => value);
    // A draft without this group of radio buttons was saved in another mode.
    if (field.type === "checkbox" || (field.type === "radio" && values.length))
      field.checked = values.includes(field.value);
    else if (field.tagName === "SELECT" && field.multiple)
      [...field.options].forEach((option) => {
        option.selected = values.includes(option.value);
      });
    // A box before a field, of the same name, is its minus.
    else if (values.length && field.type !== "hidden") field.value = values.at(-1);
  }
}

/* Take the draft of a closed tab: remove it, and if no open tab writes it again, it belongs to this one. */
function take_draft(storage, form) {
  for (const key of Object.keys(storage).filter((one) => one.startsWith(manche_of(form)))) {
    const text = storage.getItem(key);
    storage.removeItem(key);
    setTimeout(() => {
      if (storage.getItem(key) || storage.getItem(key_of(form))) return;
      storage.setItem(key_of(form), text);
      restore_draft();
    }, TAKING);
  }
}
window.addEventListener("storage", ({ key, oldValue, newValue }) => {
  if (key?.endsWith(` ${TAB}`) && !newValue) localStorage.setItem(key, oldValue);
});

let resumed = false;
function restore_draft() {
  const form = draft_form();
  if (resumed || mode_switched || !form || document.getElementById("refusal") || (entry() && !entry().open)) return;
  const text = with_storage((storage) => storage.getItem(key_of(form)));
  if (!text) with_storage((storage) => take_draft(storage, form));
  const saved = text && with_storage(() => JSON.parse(text));
  const note = form.querySelector(".draft-notice");
  if (!saved || JSON.stringify(form_values(form)) === text) return;
  fill_form(form, saved);
  if (note) note.hidden = false;
  form.querySelectorAll(".current").forEach((field) => field.classList.remove("current"));
  resumed = true; // the event below calls this function again, without end if the draft does not fit the form
  document.dispatchEvent(new CustomEvent("marque:page"));
  resumed = false;
}

document.addEventListener("reset", ({ target: form }) => {
  form.querySelectorAll(".put-back").forEach((field) => field.remove());
  if (form.matches("[data-draft]")) forget_draft(form);
});
document.addEventListener("marque:queued", (event) => forget_draft(event.detail.form));
const save_typed = (event) => {
  const form = event.target.closest?.("form[data-draft]");
  if (form) save_draft(form);
};
document.addEventListener("input", save_typed);
document.addEventListener("change", save_typed);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-discard]")) {
    const form = draft_form();
    form.reset();
    form.querySelector(".draft-notice").hidden = true;
    document.dispatchEvent(new CustomEvent("marque:page"));
  }
});
/* The keypad writes in a listener on the document; this one is on the window, so it runs after that. */
window.addEventListener("click", (event) => {
  if (event.target.closest("button[type=button]:not([data-discard])")) save_typed(event);
});

/* Delete the draft of a form that was sent and not refused. The button that records a manche also ticks under the thumb:
   once when the manche is recorded, twice when it is refused. An iPhone cannot vibrate. */
let sent_draft = null,
  recording = false, // whether the latest form was sent by that button
  mode_switched = false;
document.addEventListener(
  "submit",
  (event) => {
    mode_switched = event.submitter?.name === "switch"; // another mode of entry: nothing is recorded
    sent_draft = event.target.matches("[data-draft]") && !mode_switched ? key_of(event.target) : null;
    recording = event.submitter?.id === "record";
  },
  true,
);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const refused = Boolean(document.getElementById("refusal"));
  if (sent_draft && !refused) with_storage((storage) => storage.removeItem(sent_draft));
  sent_draft = null;
  if (recording && !ctx?.live && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    navigator.vibrate?.(refused ? [10, 60, 10] : 10);
  recording = false;
});

document.addEventListener("marque:page", () => {
  if (history.state?.entry && location.hash === OPEN && entry()) entry().open = true;
  if (mode_switched && draft_form()) save_draft(draft_form());
  else restore_draft();
  mode_switched = false;
});
