/* Load the lines of a manche when its row is opened, in place of the link to them. */
document.addEventListener(
  "toggle",
  (event) => {
    const row = event.target;
    const link = row.open && row.matches(".log-rows details") && row.querySelector(".lines > a[href$='/lines']");
    if (link) htmx.ajax("GET", link.href, { source: row, target: link.parentElement, swap: "outerHTML" });
  },
  true,
);
