/* The sheet of entry closes with Escape and gives the focus back. */
document.addEventListener("keydown", (event) => {
  const sheet = event.key === "Escape" && document.querySelector("details.entry[open]");
  if (sheet && !document.querySelector("dialog[open]")) { sheet.open = false; sheet.querySelector("summary").focus(); }
});
