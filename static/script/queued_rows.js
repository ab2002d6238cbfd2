/* Show the queued manches as rows of the sheet, with the entered values; mark totals as lacking them, and name the next
   dealer. No points are computed here. */
const all = (selector, within) => [...within.querySelectorAll(selector)];
const text_of = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

function field_text(field) {
  const label = text_of(field.labels?.[0]);
  const row = field.closest(".count");
  if (row && field.type === "checkbox") return ""; // the minus of the number in its row
  if (["radio", "checkbox"].includes(field.type)) return field.checked && field.value ? label : "";
  const value = field.value.trim() || (row ? field.placeholder.trim() : "");
  const sign = row?.querySelector("[type='checkbox']:checked") ? "−" : "";
  return value && field.type !== "hidden" ? `${label} ${sign}${value}` : "";
}

/* Return the entered values as text: each legend with its answers. */
function entered_text(form) {
  return all("fieldset", form)
    .map((group) => {
      if (group.matches(".penalty") && !form.elements.penalty_points.value) return "";
      const answers = all("input, select", group).map(field_text).filter(Boolean);
      const question = text_of(group.querySelector("legend")?.firstChild),
        colon = document.documentElement.lang === "fr" ? "\u00a0: " : ": ";
      return answers.length ? question + (question.endsWith("?") ? " " : colon) + answers.join(", ") : "";
    })
    .concat(form.elements.note?.value.trim())
    .filter(Boolean);
}
document.addEventListener("marque:queued", (event) => {
  event.detail.waiting.keyed = entered_text(event.detail.form);
});

const span = (name, ...inside) => {
  const element = document.createElement("span");
  if (name) element.className = name;
  element.append(...inside);
  return element;
};

function queue_row(manche) {
  const element = document.createElement("li"),
    { say } = document.getElementById("waits").dataset;
  element.append(
    span("n", manche.number),
    span("keyed", ...(manche.keyed ?? []).map((line) => span("", line))),
    span("pending", say),
  );
  return element;
}

function show_rows(list) {
  const log = document.getElementById("log"),
    missing_note = document.querySelector(".missing"),
    state = document.getElementById("state");
  const waiting = document.getElementById("waits");
  if (!waiting || !missing_note) return;
  waiting.replaceChildren(...list.map(queue_row));
  log.querySelector(".log-foot, .links").before(waiting);
  const numbers = list.map((manche) => manche.number).join(", ");
  const dealer = document.querySelector(".deal .turn-line");
  for (const place of [log, state]) place?.classList.toggle("incomplete", list.length > 0);
  missing_note.hidden = !list.length;
  const [one, many] = missing_note.dataset.say.split("|");
  missing_note.textContent = (list.length === 1 ? one : many).replace("99", numbers);
  if (dealer && (list.length || dealer.dataset.now)) {
    if (!dealer.dataset.now) {
      dealer.dataset.now = text_of(dealer);
      dealer.shown = [...dealer.childNodes];
    }
    const next = dealer.dataset.next.split("\n"),
      [head, ...others] = dealer.dataset.now.split(" · ");
    const dealt = others.join(" · ").replace(next.at(-1), () => next[(list.length - 1) % next.length]);
    // A game without a dealer has only the number of the manche there.
    const later = [head.replace(/\d+/, (now) => Number(now) + list.length), dealt].filter(Boolean).join(" · ");
    dealer.replaceChildren(...(list.length ? [later] : dealer.shown));
  }
}

document.addEventListener("marque:waiting", (event) => {
  const form = document.querySelector("#entry form[data-draft]");
  show_rows(event.detail.filter((manche) => manche.page === location.pathname && !manche.refused));
  const shown = form && event.detail.some((manche) => manche.body.includes(form.elements.request_id?.value));
  document.querySelector("#entry #record")?.classList.toggle("stored-here", Boolean(shown));
});
document.addEventListener("input", (event) =>
  event.target.closest("#entry form")?.querySelector("#record")?.classList.remove("stored-here"),
);
