/* Read the code of a carnet from the fragment of the address, which browsers never send to a server. */
const code = document.getElementById("code");
const sent_code = location.pathname.endsWith("/open") && decodeURIComponent(location.hash.slice(1));
if (sent_code && code?.matches("input") && !code.value) {
  code.value = sent_code;
  history.replaceState(history.state, "", location.pathname);
}

/* Read an invitation from the fragment, remove it from the address and post it. */
function post_invitation() {
  const form = document.querySelector("form[data-link]");
  if (!form || location.hash.length < 2) return;
  form.elements.link.value = location.hash;
  history.replaceState(history.state, "", location.pathname);
  form.requestSubmit();
}
window.addEventListener("hashchange", post_invitation);
document.addEventListener("marque:page", post_invitation);
