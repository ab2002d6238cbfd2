/* Show the queued manches as rows of the sheet, with the entered values; mark totals as lacking them, and name the next
   dealer. No points are computed here. */
const all = (selector, within) => [...within.querySelectorAll(selector)];
const textOf = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

function fieldText(field) {
  const label = textOf(field.labels?.[0]);
  const row = field.closest(".count");
  if (field.type === "hidden") return "";
  if (row && field.type === "checkbox") return ""; // the minus of the number in its row
  if (["radio", "checkbox"].includes(field.type)) return field.checked && field.value ? label : "";
  const value = field.value.trim() || (row ? field.placeholder.trim() : ""); // the placeholder has the computed number
  const sign = row?.querySelector("[type='checkbox']:checked") ? "−" : "";
  return value && `${label} ${sign}${value}`;
}

/* Return the entered values as text: each legend with its answers. */
function enteredText(form) {
  return all("fieldset", form)
    .map((group) => {
      if (group.matches(".penalty") && !form.elements.penalty_points.value) return "";
      const answers = all("input, select", group).map(fieldText).filter(Boolean);
      if (!answers.length) return "";
      const question = textOf(group.querySelector("legend")?.firstChild);
      const colon = document.documentElement.lang === "fr" ? "\u00a0: " : ": ";
      return question + (question.endsWith("?") ? " " : colon) + answers.join(", ");
    })
    .concat(form.elements.note?.value.trim())
    .filter(Boolean);
}
document.addEventListener("marque:queued", (event) => {
  event.detail.entry.keyed = enteredText(event.detail.form);
});

const span = (className, ...inside) => {
  const element = Object.assign(document.createElement("span"), { className });
  element.append(...inside);
  return element;
};

function queueRow(manche) {
  const element = document.createElement("li");
  const { say } = document.getElementById("waits").dataset;
  element.append(
    span("n", manche.number),
    span("keyed", ...(manche.keyed ?? []).map((line) => span("", line))),
    span("pending", say),
  );
  return element;
}

function showRows(list) {
  const log = document.getElementById("log");
  const missingNote = document.querySelector(".missing");
  const waiting = document.getElementById("waits");
  if (!waiting || !missingNote) return;
  waiting.replaceChildren(...list.map(queueRow));
  log.querySelector(".log-foot, .links").before(waiting);
  for (const place of [log, document.getElementById("state")]) place?.classList.toggle("incomplete", list.length > 0);
  missingNote.hidden = !list.length;
  const [one, many] = missingNote.dataset.say.split("|");
  const numbers = list.map((manche) => manche.number).join(", ");
  missingNote.textContent = (list.length === 1 ? one : many).replace("{n}", numbers);
  const dealer = document.querySelector(".deal .turn-line");
  if (dealer) showDealer(dealer, list);
}

/* Name the manche and the dealer after the queued manches, or show again what the page says. */
function showDealer(dealer, list) {
  const { now, later, next } = dealer.dataset;
  if (!list.length) {
    if (now) dealer.replaceChildren(...dealer.shown);
    return;
  }
  if (!now) {
    dealer.dataset.now = "changed"; // a page that is morphed into this one removes it
    dealer.shown = [...dealer.childNodes];
  }
  const names = next.split("\n"); // of the dealers after this manche, in turn
  const name = names[(list.length - 1) % names.length];
  dealer.textContent = later.replace("{n}", list.at(-1).number + 1).replace("{name}", () => name);
}

document.addEventListener("marque:waiting", (event) => {
  showRows(event.detail.filter((manche) => manche.page === location.pathname && !manche.refused));
  const form = document.querySelector("#entry form[data-draft]");
  const shown = form && event.detail.some((manche) => manche.body.includes(form.elements.request_id?.value));
  document.querySelector("#entry #record")?.classList.toggle("stored-here", Boolean(shown));
});
document.addEventListener("input", (event) =>
  event.target.closest("#entry form")?.querySelector("#record")?.classList.remove("stored-here"),
);
