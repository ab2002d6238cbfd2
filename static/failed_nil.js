/* A failed nil took at most the tricks of its team: hide the keys of more. */
function limitKeys() {
  for (const keys of document.querySelectorAll(".tricks-of")) {
    const team = keys.closest("form").elements[keys.dataset.team];
    const most = Number(team.value || team.placeholder || Infinity);
    keys.querySelectorAll("input").forEach((key) => {
      key.parentElement.hidden = key.value > most && !key.checked;
    });
  }
}
for (const event of ["click", "input", "marque:page"]) document.addEventListener(event, limitKeys);
limitKeys();
