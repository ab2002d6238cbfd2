/* Number fields with a total: show the remainder, fill in the last field, choose the keypad's field. */
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const number_in = (input) => (/^\d+$/.test(input.value.trim()) ? Number(input.value) : null);
const blank = (field) => field.value.trim() === "";
const inputs = (group) => all("li input:not([type='radio'])", group);

/* A field is prefilled if its value is not the answer of the user: it was in the page, or was computed here. */
const typed = new WeakSet(),
  computed = new WeakSet();
const is_prefilled = (field) =>
  field.value !== "" && !typed.has(field) && (field.value === field.defaultValue || computed.has(field));

/* If all fields but one were typed, write the remainder into that one. */
function fill_last(group, fields) {
  const [last, ...others] = fields.filter(is_prefilled);
  if (!last || others.length || fields.length < 2) return;
  const left =
    Number(group.dataset.total) -
    fields.reduce((sum, field) => sum + (field === last ? 0 : (number_in(field) ?? 0)), 0);
  if (left < 0 || fields.some(blank)) return;
  last.value = String(left);
  computed.add(last);
}

function recount(group) {
  const fields = inputs(group);
  fill_last(group, fields);
  const left = Number(group.dataset.total) - fields.reduce((sum, field) => sum + (number_in(field) ?? 0), 0);
  const blanks = fields.filter(blank);
  const is_complete = left === 0 || (left > 0 && blanks.length === 1);
  fields.forEach((field) => {
    field.placeholder = is_complete && blanks.includes(field) ? String(left) : "";
    field.parentElement.classList.toggle("on", number_in(field) > 0);
  });
  const line = group.querySelector(".remaining");
  const message = is_complete
    ? group.dataset.none
    : left < 0
      ? group.dataset.over
      : left === 1
        ? group.dataset.one
        : group.dataset.many;
  line.textContent = message.replace("99", String(Math.abs(left)));
  line.classList.toggle("over", left < 0);
  all("[data-key]", group).forEach((key) => {
    key.disabled = false;
  });
  mark_current(
    group,
    group.querySelector(".current") ?? blanks[0] ?? (left === 0 ? undefined : fields.find(is_prefilled)),
  );
}

function mark_current(group, field) {
  inputs(group).forEach((input) => input.classList.toggle("current", input === field));
}

function write_digit(group, field, number) {
  field.value = String(number);
  typed.add(field);
  const fields = inputs(group),
    rest = fields.slice(fields.indexOf(field) + 1);
  mark_current(group, rest.find(blank) ?? fields.find(blank) ?? rest.find((other) => !typed.has(other)) ?? field);
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
    write_digit(group, group.querySelector(".current") ?? inputs(group)[0], button.dataset.key);
  } else if (button.dataset.step !== undefined) {
    const field = button.closest(".count").querySelector("input");
    field.value = String(Math.max(0, (number_in(field) ?? 0) + Number(button.dataset.step)));
    typed.add(field);
    mark_current(group, field);
    recount(group);
  }
});
/* A tap on a player adds a card while one is left, then removes the player's cards. */
document.addEventListener("click", (event) => {
  const field = event.target;
  if (!field.matches(".tap-counts input")) return;
  const group = field.closest("fieldset"),
    placed = inputs(group).reduce((sum, other) => sum + (number_in(other) ?? 0), 0);
  field.value = placed < Number(group.dataset.total) ? String((number_in(field) ?? 0) + 1) : "";
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
    mark_current(group, event.target);
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
    mark_current(group);
  });
});
document.addEventListener("marque:page", prepare);
