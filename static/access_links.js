/* Read the code of a carnet from the fragment of the address, which browsers never send to a server. */
const code = document.getElementById("code");
const sentCode = location.pathname.endsWith("/open") && decodeURIComponent(location.hash.slice(1));
if (sentCode && code?.matches("input") && !code.value) {
  code.value = sentCode;
  history.replaceState(history.state, "", location.pathname);
}

/* Read an invitation from the fragment, remove it from the address and post it. */
function postInvitation() {
  const form = document.querySelector("form[data-link]");
  if (!form || location.hash.length < 2) return;
  form.elements.link.value = location.hash;
  history.replaceState(history.state, "", location.pathname);
  form.requestSubmit();
}
window.addEventListener("hashchange", postInvitation);
document.addEventListener("marque:page", postInvitation);
postInvitation();
