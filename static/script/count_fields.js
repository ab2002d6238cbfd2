/* Number fields with a total: show the remainder, fill in the last field, choose the keypad's field. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const numberIn = (input) => (/^\d+$/.test(input.value.trim()) ? Number(input.value) : null);
const blank = (field) => field.value.trim() === "";
const inputs = (group) => all("li input:not([type='radio'])", group);

/* A field is prefilled if its value is not the answer of the user: it was in the page, or was computed here. */
const typed = new WeakSet();
const computed = new WeakSet();
const isPrefilled = (field) =>
  field.value !== "" && !typed.has(field) && (field.value === field.defaultValue || computed.has(field));

/* Return how many are still to be placed; negative if there are too many. */
const remainder = (group, fields) =>
  fields.reduce((left, field) => left - (numberIn(field) ?? 0), Number(group.dataset.total));

/* If all fields but one were typed, write the remainder into that one. */
function fillLast(group, fields) {
  const [last, ...others] = fields.filter(isPrefilled);
  if (!last || others.length || fields.length < 2) return;
  const left = remainder(group, fields) + (numberIn(last) ?? 0);
  if (left < 0 || fields.some(blank)) return;
  last.value = String(left);
  computed.add(last);
}

function recount(group) {
  const fields = inputs(group);
  fillLast(group, fields);
  const left = remainder(group, fields);
  const blanks = fields.filter(blank);
  const isComplete = left === 0 || (left > 0 && blanks.length === 1); // the blank field gets the rest
  fields.forEach((field) => {
    field.placeholder = isComplete && blanks.includes(field) ? String(left) : "";
    field.parentElement.classList.toggle("on", numberIn(field) > 0);
  });
  const line = group.querySelector(".remaining");
  const { none, over, one, many } = group.dataset;
  if (isComplete) line.textContent = none;
  else if (left < 0) line.textContent = over.replace("{n}", -left);
  else line.textContent = (left === 1 ? one : many).replace("{n}", left);
  line.classList.toggle("over", left < 0);
  const toCorrect = left === 0 ? undefined : fields.find(isPrefilled);
  markCurrent(group, group.querySelector(".current") ?? blanks[0] ?? toCorrect);
}

function markCurrent(group, field) {
  inputs(group).forEach((input) => input.classList.toggle("current", input === field));
}

function writeDigit(group, field, number) {
  field.value = String(number);
  typed.add(field);
  const fields = inputs(group);
  const rest = fields.slice(fields.indexOf(field) + 1);
  markCurrent(group, rest.find(blank) ?? fields.find(blank) ?? rest.find((other) => !typed.has(other)) ?? field);
  recount(group);
}

function prepare() {
  all("fieldset.counts[data-total]").forEach((group) => {
    const tapped = group.querySelector(".keypad, .tap-counts");
    inputs(group).forEach((field) => {
      if (tapped) field.inputMode = "none";
    });
    recount(group);
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const group = button?.closest("fieldset.counts[data-total]");
  if (!group) return;
  if (button.dataset.key !== undefined) {
    writeDigit(group, group.querySelector(".current") ?? inputs(group)[0], button.dataset.key);
  } else if (button.dataset.step !== undefined) {
    const field = button.closest(".count").querySelector("input");
    field.value = String(Math.max(0, (numberIn(field) ?? 0) + Number(button.dataset.step)));
    typed.add(field);
    markCurrent(group, field);
    recount(group);
  }
});
/* A tap on a player adds a card while one is left, then removes the player's cards. */
document.addEventListener("click", (event) => {
  const field = event.target;
  if (!field.matches(".tap-counts input")) return;
  const group = field.closest("fieldset");
  field.value = remainder(group, inputs(group)) > 0 ? String((numberIn(field) ?? 0) + 1) : "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("input", (event) => {
  const group = event.target.closest("fieldset.counts[data-total]");
  if (!group) return;
  typed.add(event.target);
  recount(group);
});
document.addEventListener("focusin", (event) => {
  const group = event.target.matches(".count input") && event.target.closest("fieldset.counts[data-total]");
  if (group) {
    markCurrent(group, event.target);
    event.target.select();
  }
});
/* After a reset the fields are untyped, and the keypad starts at the first one. */
document.addEventListener("reset", (event) => {
  all("fieldset.counts[data-total]", event.target).forEach((group) => {
    inputs(group).forEach((field) => {
      typed.delete(field);
      computed.delete(field);
    });
    markCurrent(group);
  });
});
document.addEventListener("marque:page", prepare);
