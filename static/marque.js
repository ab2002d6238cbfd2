/* Comforts only: every page works without this file. All listeners sit on the document, so swapped pages need nothing. */
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];

  /* Counts: what is left, what the last blank takes, which field the keypad writes into. */
  const whole = (input) => (/^\d+$/.test(input.value.trim()) ? Number(input.value) : null);
  const inputs = (group) => all(".count input", group);

  function recount(group) {
    const fields = inputs(group);
    const left = Number(group.dataset.total) - fields.reduce((sum, field) => sum + (whole(field) ?? 0), 0);
    const blanks = fields.filter((field) => field.value.trim() === "");
    const told = left === 0 || (left > 0 && blanks.length === 1);
    fields.forEach((field) => { field.placeholder = told && blanks.includes(field) ? String(left) : ""; });
    const line = group.querySelector(".left");
    const say = told ? group.dataset.none : left < 0 ? group.dataset.over : left === 1 ? group.dataset.one : group.dataset.many;
    line.textContent = say.replace("99", String(Math.abs(left)));
    line.classList.toggle("over", left < 0);
    all("[data-key]", group).forEach((key) => { key.disabled = false; });
    mark(group, group.querySelector(".current") ?? blanks[0]);
  }

  function mark(group, field) {
    inputs(group).forEach((one) => one.classList.toggle("current", one === field));
  }

  function put(group, field, number) {
    field.value = String(number);
    const fields = inputs(group);
    const after = fields.slice(fields.indexOf(field) + 1).concat(fields).find((one) => one.value.trim() === "");
    mark(group, after ?? field);
    recount(group);
  }

  function prepare() {
    all("fieldset.counts[data-total]").forEach((group) => {
      const pad = group.querySelector(".keypad");
      inputs(group).forEach((field) => { if (pad) field.inputMode = "none"; });
      recount(group);
    });
    handForms().forEach(recountHands);
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
      mark(group, field);
      recount(group);
    }
  });
  document.addEventListener("input", (event) => {
    const group = event.target.closest("fieldset.counts[data-total]");
    if (group) recount(group);
  });
  document.addEventListener("focusin", (event) => {
    const group = event.target.matches(".count input") && event.target.closest("fieldset.counts[data-total]");
    if (group) { mark(group, event.target); event.target.select(); }
  });

  /* Hands: how many cards are missing; a card held by one cannot be tapped for the other. */
  function recountHands(form) {
    const groups = all("fieldset.hand[data-hand]", form);
    const held = groups.map((group) => all(".card input:checked", group).map((box) => box.value));
    groups.forEach((group, index) => {
      const left = Number(group.dataset.hand) - held[index].length;
      const line = group.querySelector(".left");
      const say = left === 0 ? line.dataset.none : left < 0 ? line.dataset.over : left === 1 ? line.dataset.one : line.dataset.many;
      line.textContent = say.replace("99", String(Math.abs(left)));
      line.classList.toggle("over", left < 0);
      all(".card input", group).forEach((box) => { box.disabled = !box.checked && held.some((cards, other) => other !== index && cards.includes(box.value)); });
    });
  }
  const handForms = () => new Set(all("fieldset.hand[data-hand]").map((group) => group.form ?? group.closest("form")));
  document.addEventListener("change", (event) => {
    const group = event.target.closest("fieldset.hand[data-hand]");
    if (group) recountHands(group.closest("form"));
  });

  /* The sheet of entry closes with Escape and gives the focus back. */
  document.addEventListener("keydown", (event) => {
    const sheet = event.key === "Escape" && document.querySelector("details.entry[open]");
    if (sheet && !document.querySelector("dialog[open]")) { sheet.open = false; sheet.querySelector("summary").focus(); }
  });

  /* A name typed but not added yet outlives a tap on somebody else's. */
  let unsent = "";
  document.addEventListener("htmx:config:request", (event) => {
    const tapped = event.detail.ctx?.sourceElement;
    unsent = tapped?.matches("a.chip, .seats a") ? document.getElementById("name")?.value ?? "" : "";
  });

  /* htmx: an article opens over the page; a new page takes the focus; a lost network says so and loses nothing. */
  const banner = document.getElementById("offline");
  const offline = (lost) => { banner.hidden = !lost; if (lost) banner.textContent = banner.dataset[lost]; };
  document.addEventListener("htmx:before:swap", (event) => {
    const { status } = event.detail.ctx?.response ?? {};
    const posted = event.detail.ctx?.request?.method === "POST";
    if (!posted || !(status >= 500 || status === 404)) return;
    event.preventDefault();
    offline(status === 404 ? "gone" : "failed");
  });
  document.addEventListener("htmx:after:swap", (event) => {
    const target = event.detail.ctx?.target;
    offline("");
    if (target?.id === "aside-body") {
      const aside = document.getElementById("aside");
      if (!aside.open) aside.showModal();
      aside.scrollTop = 0;
      return;
    }
    prepare();
    const name = document.getElementById("name");
    if (unsent && name && !name.value) name.value = unsent;
    unsent = "";
    const refusal = document.getElementById("refusal"), laying = document.getElementById("laying");
    if (refusal) refusal.scrollIntoView({ block: "center" });
    else if (laying) laying.scrollIntoView();
    else document.getElementById("main")?.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:error", () => offline("offline"));
  window.addEventListener("online", () => offline(""));
  window.addEventListener("pageshow", prepare);
  prepare();
})();
