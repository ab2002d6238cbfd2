/* The sheet of entry: a step in the history, closed by Escape; what is typed stays on the phone until it is recorded. */
const entry = () => document.querySelector("details.entry");
const OPEN = "#entry"; // a mark in the address alone: no page is asked for when one goes back

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
    if (event.target.open) resume();
  },
  true,
);
window.addEventListener("popstate", () => {
  if (entry()) entry().open = location.hash === OPEN;
});
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

/* Drafts: by the address a form goes to and the number of its manche, the latest few of them. */
const MARK = "marque draft ",
  MOST = 20,
  OURS = ["csrf_token", "request_id", "version"];
const draft_form = () => document.querySelector("form[data-draft]");
const key_of = (form) => `${MARK}${new URL(form.action).pathname} ${form.dataset.draft}`;
const kept = (act) => {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}; // full, or forbidden: nothing is kept

function says(form) {
  return [...new FormData(form)].filter(([name, value]) => !OURS.includes(name) && typeof value === "string");
}

function keep(form) {
  kept((storage) => {
    const drafts = Object.keys(storage).filter((key) => key.startsWith(MARK));
    if (drafts.length > MOST) drafts.forEach((key) => storage.removeItem(key));
    storage.setItem(key_of(form), JSON.stringify(says(form)));
  });
}

function put_back(form, said) {
  const unseen = said.filter(([name]) => !form.elements[name]); // of another depth of the form, not on this page
  const told = new URLSearchParams(location.search); // what the address filled in stays
  form.append(
    ...unseen.map(([name, value]) =>
      Object.assign(document.createElement("input"), { type: "hidden", name, value, className: "put-back" }),
    ),
  );
  for (const field of form.elements) {
    if (!field.name || OURS.includes(field.name) || told.has(field.name) || field.tagName === "BUTTON") continue;
    const values = said.filter(([name]) => name === field.name).map(([, value]) => value);
    if (["radio", "checkbox"].includes(field.type)) field.checked = values.includes(field.value);
    else if (field.tagName === "SELECT" && field.multiple)
      [...field.options].forEach((one) => {
        one.selected = values.includes(one.value);
      });
    else if (values.length && field.type !== "hidden") field.value = values[0];
  }
}

let resumed = false;
function resume() {
  const form = draft_form();
  if (resumed || !form || document.getElementById("refusal") || (entry() && !entry().open)) return;
  const text = kept((storage) => storage.getItem(key_of(form)));
  const said = text && kept(() => JSON.parse(text));
  const note = form.querySelector(".resumed");
  if (!said || JSON.stringify(says(form)) === text) return;
  put_back(form, said);
  if (note) note.hidden = false;
  form.querySelectorAll(".current").forEach((field) => field.classList.remove("current"));
  resumed = true; // once: what cannot be put back as it was is not tried again
  document.dispatchEvent(new CustomEvent("marque:page"));
  resumed = false;
}

document.addEventListener("reset", (event) =>
  event.target.querySelectorAll(".put-back").forEach((field) => field.remove()),
);
const typed_in = (event) => {
  const form = event.target.closest?.("form[data-draft]");
  if (form) keep(form);
};
document.addEventListener("input", typed_in);
document.addEventListener("change", typed_in);
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-discard]")) {
    const form = draft_form();
    kept((storage) => storage.removeItem(key_of(form)));
    form.reset();
    form.querySelector(".resumed").hidden = true;
    document.dispatchEvent(new CustomEvent("marque:page"));
  }
});
/* The keypad hears the tap on the document, so before the window, and has written. */
window.addEventListener("click", (event) => {
  if (event.target.closest("button[type=button]:not([data-discard])")) typed_in(event);
});

/* What was sent and not refused is recorded: its draft goes. */
let sent = null,
  turned = false;
document.addEventListener(
  "submit",
  (event) => {
    turned = event.submitter?.name === "switch"; // to another depth: nothing is recorded yet
    sent = event.target.matches("[data-draft]") && !turned ? key_of(event.target) : null;
  },
  true,
);
document.addEventListener("htmx:after:swap", () => {
  if (sent && !document.getElementById("refusal")) kept((storage) => storage.removeItem(sent));
  sent = null;
});

document.addEventListener("marque:page", () => {
  if (history.state?.entry && location.hash === OPEN && entry()) entry().open = true;
  if (turned && draft_form()) keep(draft_form());
  else resume();
  turned = false;
});
