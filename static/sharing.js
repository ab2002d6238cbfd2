/* Copy, share and print buttons, which are hidden without this script. */
const BUTTONS = "[data-copy], [data-share], [data-print]";

/* Without HTTPS there is no clipboard and no share sheet: select the text for the user to copy, and try execCommand. */
function showSelected(button, text) {
  const paragraph = button.closest("p");
  const next = paragraph.nextElementSibling;
  const textarea = next?.matches(".to-copy") ? next : document.createElement("textarea");
  Object.assign(textarea, {
    className: "to-copy",
    readOnly: true,
    value: text,
    rows: Math.max(2, text.split("\n").length),
  });
  textarea.setAttribute("aria-label", button.dataset.title ?? button.textContent);
  paragraph.after(textarea);
  textarea.focus();
  textarea.select();
  return document.execCommand("copy");
}

async function copy(button) {
  const text = document.getElementById(button.dataset.copy).textContent;
  const copied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (copied || showSelected(button, text)) button.textContent = button.dataset.done;
}

async function share(button) {
  const { share: what, title } = button.dataset;
  const url = new URL(what, location).href;
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (error.name !== "AbortError") showSelected(button, url); // no share sheet, or not allowed
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(BUTTONS);
  if (button?.matches("[data-print]")) {
    document.querySelectorAll("main details").forEach((fold) => {
      fold.open = true;
    });
    window.print();
  } else if (button?.dataset.copy) copy(button);
  else if (button) share(button);
});
function showButtons() {
  for (const button of document.querySelectorAll(BUTTONS)) button.hidden = false;
}
document.addEventListener("marque:page", showButtons);
showButtons();
