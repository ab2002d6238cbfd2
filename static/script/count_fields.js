/* Counts: what is left, what the last blank takes, which field the keypad writes into. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const whole = (input) => (/^\d+$/.test(input.value.trim()) ? Number(input.value) : null);
const blank = (field) => field.value.trim() === "";
const inputs = (group) => all(".count input", group);

/* A figure that the page came with, from the cards played so far or an earlier record, is no answer of this hand; nor is
   what follows from the others. */
const typed = new WeakSet(),
  completed = new WeakSet();
const given = (field) =>
  field.value !== "" && !typed.has(field) && (field.value === field.defaultValue || completed.has(field));

/* Where all the others were typed, the last one takes what is left, as a blank would. */
function complete(group, fields) {
  const [last, ...others] = fields.filter(given);
  if (!last || others.length || fields.length < 2) return;
  const left =
    Number(group.dataset.total) - fields.reduce((sum, field) => sum + (field === last ? 0 : (whole(field) ?? 0)), 0);
  if (left < 0 || fields.some(blank)) return;
  last.value = String(left);
  completed.add(last);
}

function recount(group) {
  const fields = inputs(group);
  complete(group, fields);
  const left = Number(group.dataset.total) - fields.reduce((sum, field) => sum + (whole(field) ?? 0), 0);
  const blanks = fields.filter(blank);
  const told = left === 0 || (left > 0 && blanks.length === 1);
  fields.forEach((field) => {
    field.placeholder = told && blanks.includes(field) ? String(left) : "";
  });
  const line = group.querySelector(".left");
  const say = told
    ? group.dataset.none
    : left < 0
      ? group.dataset.over
      : left === 1
        ? group.dataset.one
        : group.dataset.many;
  line.textContent = say.replace("99", String(Math.abs(left)));
  line.classList.toggle("over", left < 0);
  all("[data-key]", group).forEach((key) => {
    key.disabled = false;
  });
  mark(group, group.querySelector(".current") ?? blanks[0] ?? (left === 0 ? undefined : fields.find(given)));
}

function mark(group, field) {
  inputs(group).forEach((one) => one.classList.toggle("current", one === field));
}

function put(group, field, number) {
  field.value = String(number);
  typed.add(field);
  const fields = inputs(group),
    rest = fields.slice(fields.indexOf(field) + 1);
  mark(group, rest.find(blank) ?? fields.find(blank) ?? rest.find((one) => !typed.has(one)) ?? field);
  recount(group);
}

function prepare() {
  all("fieldset.counts[data-total]").forEach((group) => {
    const pad = group.querySelector(".keypad");
    inputs(group).forEach((field) => {
      if (pad) field.inputMode = "none";
    });
    recount(group);
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const group = button?.closest("fieldset.counts[data-total]");
  if (!group) return;
  if (button.dataset.key !== undefined) {
    put(group, group.querySelector(".current") ?? inputs(group)[0], button.dataset.key);
  } else if (button.dataset.step !== undefined) {
    const field = button.closest(".count").querySelector("input");
    field.value = String(Math.max(0, (whole(field) ?? 0) + Number(button.dataset.step)));
    typed.add(field);
    mark(group, field);
    recount(group);
  }
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
    mark(group, event.target);
    event.target.select();
  }
});
/* A form begun anew knows nothing of the figures typed before, nor where the next one was to go. */
document.addEventListener("reset", (event) => {
  all("fieldset.counts[data-total]", event.target).forEach((group) => {
    inputs(group).forEach((field) => {
      typed.delete(field);
      completed.delete(field);
    });
    mark(group);
  });
});
document.addEventListener("marque:page", prepare);
