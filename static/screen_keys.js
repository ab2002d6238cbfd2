/* The arrow keys of a remote: left and right show the previous and next partie, up and down scroll. */
const LINKS = { ArrowLeft: "prev", ArrowRight: "next" };
document.addEventListener("keydown", (event) => {
  const link = LINKS[event.key] && document.querySelector(`.screen [rel="${LINKS[event.key]}"]`);
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  link.click();
});
