/* Show the queued manches as rows of the sheet, with the entered values; mark totals as lacking them, and name the next
   dealer. No points are computed here. */
const all = (selector, within) => [...within.querySelectorAll(selector)];
const textOf = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

function fieldText(field) {
  const label = textOf(field.labels?.[0]);
  const row = field.closest(".count");
  if (row && field.type === "checkbox") return ""; // the minus of the number in its row
  if (["radio", "checkbox"].includes(field.type)) return field.checked && field.value ? label : "";
  const value = field.value.trim() || (row ? field.placeholder.trim() : "");
  const sign = row?.querySelector("[type='checkbox']:checked") ? "−" : "";
  return value && field.type !== "hidden" ? `${label} ${sign}${value}` : "";
}

/* Return the entered values as text: each legend with its answers. */
function enteredText(form) {
  return all("fieldset", form)
    .map((group) => {
      if (group.matches(".penalty") && !form.elements.penalty_points.value) return "";
      const answers = all("input, select", group).map(fieldText).filter(Boolean);
      const question = textOf(group.querySelector("legend")?.firstChild),
        colon = document.documentElement.lang === "fr" ? "\u00a0: " : ": ";
      return answers.length ? question + (question.endsWith("?") ? " " : colon) + answers.join(", ") : "";
    })
    .concat(form.elements.note?.value.trim())
    .filter(Boolean);
}
document.addEventListener("marque:queued", (event) => {
  event.detail.entry.keyed = enteredText(event.detail.form);
});

const span = (name, ...inside) => {
  const element = document.createElement("span");
  if (name) element.className = name;
  element.append(...inside);
  return element;
};

function queueRow(manche) {
  const element = document.createElement("li"),
    { say } = document.getElementById("waits").dataset;
  element.append(
    span("n", manche.number),
    span("keyed", ...(manche.keyed ?? []).map((line) => span("", line))),
    span("pending", say),
  );
  return element;
}

function showRows(list) {
  const log = document.getElementById("log"),
    missingNote = document.querySelector(".without"),
    state = document.getElementById("state");
  const waiting = document.getElementById("waits");
  if (!waiting || !missingNote) return;
  waiting.replaceChildren(...list.map(queueRow));
  log.querySelector(".log-foot, .links").before(waiting);
  const numbers = list.map((manche) => manche.number).join(", ");
  const dealer = document.querySelector(".deal .dealer");
  for (const place of [log, state]) place?.classList.toggle("lacks", list.length > 0);
  missingNote.hidden = !list.length;
  const [one, many] = missingNote.dataset.say.split("|");
  missingNote.textContent = (list.length === 1 ? one : many).replace("99", numbers);
  if (dealer && (list.length || dealer.dataset.now)) {
    if (!dealer.dataset.now) {
      dealer.dataset.now = textOf(dealer);
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
  showRows(event.detail.filter((manche) => manche.page === location.pathname && !manche.refused));
  const shown = form && event.detail.some((manche) => manche.body.includes(form.elements.request_id?.value));
  document.querySelector("#entry #record")?.classList.toggle("kept-here", Boolean(shown));
});
document.addEventListener("input", (event) =>
  event.target.closest("#entry form")?.querySelector("#record")?.classList.remove("kept-here"),
);
