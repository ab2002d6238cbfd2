/* The code of a carnet is read from the address, from the part that no server sees. */
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
