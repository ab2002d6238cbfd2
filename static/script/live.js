/* A page with data-live, the address that says which version it shows, follows what other phones write: it asks every
   other second, gets nothing while nothing changed, and the new page when something did. What somebody is typing stays
   as it is; what came meanwhile is then said in a strip. */
const PACE = 2000,
  CALM = 15_000,
  SLOWEST = 30_000,
  CALM_AFTER = 20 * 60_000; // milliseconds
const page = () => document.getElementById("page");
let timer,
  took = 0,
  failures = 0,
  stirred = Date.now(),
  sending = 0;

/* A house that answers late is asked less often, and one that does not answer still less; no two phones in step. */
function pace() {
  const wanted = Date.now() - stirred > CALM_AFTER ? CALM : PACE;
  return Math.min(SLOWEST, Math.max(wanted, 4 * took) * 2 ** failures) * (0.85 + Math.random() * 0.3);
}

function plan(wait = pace()) {
  clearTimeout(timer);
  if (!document.hidden && page()?.dataset.live) timer = setTimeout(look, wait);
}

async function ask(address) {
  const began = performance.now();
  const faces = document.querySelector("#faces > *") ? { "Marque-Faces": "drawn" } : {};
  const answer = await fetch(address, {
    headers: { "HX-Request": "true", "HX-Boosted": "true", ...faces },
    cache: "no-store",
    signal: AbortSignal.timeout(SLOWEST),
  });
  const text = answer.status === 200 ? await answer.text() : "";
  took = performance.now() - began;
  return { answer, text };
}

async function look() {
  const asked = page()?.dataset.live;
  if (!asked || document.hidden || sending) {
    plan();
    return;
  }
  try {
    const { answer, text } = await ask(asked);
    failures = answer.status >= 500 ? failures + 1 : 0;
    if (answer.status < 500) document.dispatchEvent(new CustomEvent("marque:reached"));
    if (page()?.dataset.live !== asked || sending) {
      plan();
      return;
    } // another page came meanwhile
    if (answer.status === 404) {
      location.reload();
      return;
    }
    if (answer.redirected) history.replaceState({ htmx: true }, "", answer.url);
    if (text) await come(text);
  } catch {
    failures += 1;
    if (failures > 1) document.dispatchEvent(new CustomEvent("marque:lost"));
  }
  plan();
}

/* What is being typed: the form with a field that says something else than it came with, or one that was refused. */
function touched(field) {
  if (!field.name || field.type === "hidden") return false;
  if (["radio", "checkbox"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field.options)
    return (
      field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findIndex((one) => one.defaultSelected),
      )
    );
  return "defaultValue" in field && field.value !== field.defaultValue;
}
function half_filled() {
  const form = [...document.querySelectorAll("#main form")].find((one) => [...one.elements].some(touched));
  const typed = document.getElementById("refusal") ?? form;
  return typed && (typed.closest("#entry") ?? form);
}

/* The new page, put in place piece by piece: focus, what was unfolded and what is half filled stay. */
async function come(text) {
  stirred = Date.now();
  await htmx.swap({ text, target: page(), swap: "outerMorph", sourceElement: page(), live: true });
}

const same = (fold) => `details${[...fold.classList].map((name) => `.${name}`).join("")}`;
function keep_folds(fresh) {
  const rows = fresh.querySelectorAll("#log .log-rows details");
  page()
    .querySelectorAll("#log .log-rows details")
    .forEach((row, number) => {
      const after = rows[number];
      if (!row.open || after?.querySelector("summary").textContent !== row.querySelector("summary").textContent) return;
      after.open = true;
      after.querySelector(".lines").replaceWith(row.querySelector(".lines").cloneNode(true));
    });
  for (const fold of page().querySelectorAll("details:not(.log-rows details)")) {
    const alike = [...page().querySelectorAll(same(fold))].indexOf(fold),
      after = fresh.querySelectorAll(same(fold))[alike];
    if (after) after.open = fold.open;
  }
}

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail,
    fresh = ctx.live && tasks[0]?.fragment.querySelector("#page");
  if (!fresh) return;
  const kept = half_filled(),
    entry = document.getElementById("entry");
  const news = fresh.querySelector("[data-news]");
  if (kept || entry?.open) news?.removeAttribute("hidden");
  else news?.remove();
  if (kept && !(kept === entry && fresh.querySelector("#entry"))) {
    // no place for it on the new page: this one stays
    event.preventDefault();
    page().dataset.live = fresh.dataset.live;
    document.querySelectorAll("#main > .strip").forEach((strip) => strip.remove());
    if (news) document.getElementById("main").prepend(news);
    return;
  }
  keep_folds(fresh);
  kept?.setAttribute("hx-morph-skip", "");
});
document.addEventListener("htmx:after:swap", () => {
  document.querySelector("[hx-morph-skip]")?.removeAttribute("hx-morph-skip");
  plan(PACE);
});

/* While a form is on its way nobody asks: its answer is the newest page there is. */
document.addEventListener("htmx:before:request", () => {
  sending += 1;
});
document.addEventListener("htmx:finally:request", () => {
  sending = Math.max(0, sending - 1);
});
document.addEventListener("marque:came", (event) => {
  come(event.detail);
});
document.addEventListener("visibilitychange", () => plan(0));
document.addEventListener("pointerdown", () => {
  if (Date.now() - stirred > CALM_AFTER) plan(0);
  stirred = Date.now();
});
window.addEventListener("online", () => {
  failures = 0;
  plan(0);
});
window.addEventListener("pageshow", () => plan(PACE));
plan(PACE);
