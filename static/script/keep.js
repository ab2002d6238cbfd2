/* The code of a carnet: copied and sent from its page, and read on another phone from an address that no server sees. */
const code = document.getElementById("code");
const told = location.pathname === "/open" && decodeURIComponent(location.hash.slice(1));
if (told && code?.matches("input") && !code.value) {
  code.value = told;
  history.replaceState(history.state, "", location.pathname);
}

/* An invitation is read from the same place, posted, and gone from the address. */
function enter() {
  const form = document.querySelector("form[data-link]");
  if (!form || location.hash.length < 2) return;
  form.elements.link.value = location.hash;
  history.replaceState(history.state, "", location.pathname);
  form.requestSubmit();
}
window.addEventListener("hashchange", enter);
document.addEventListener("marque:page", enter);

/* On a home network without a certificate there is no clipboard: what is selected can still be copied. */
async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
  } catch {
    getSelection().selectAllChildren(element);
    document.execCommand("copy");
  }
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-share], [data-print]");
  if (button?.matches("[data-print]")) {
    document.querySelectorAll("main details").forEach((one) => { one.open = true; });
    window.print();
    return;
  }
  if (button?.dataset.copy) {
    await copy(document.getElementById(button.dataset.copy));
    button.textContent = button.dataset.done;
  } else if (button) {
    navigator.share({ title: button.dataset.title, url: new URL(button.dataset.share, location).href }).catch(() => {});
  }
});
document.addEventListener("marque:page", () => {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
});
