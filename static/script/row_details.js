/* A manche of the sheet gets its lines as it is opened, in place of the link that leads to them. */
document.addEventListener(
  "toggle",
  (event) => {
    const row = event.target;
    const link = row.open && row.matches(".log-rows details") && row.querySelector(".lines > a[href$='/lines']");
    if (link) htmx.ajax("GET", link.href, { source: row, target: link.parentElement, swap: "outerHTML" });
  },
  true,
);
