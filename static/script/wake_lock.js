/* Keep the screen on while a page polls; request the lock again when the page becomes visible. */
let lock = null;
async function stayAwake() {
  const wanted = document.getElementById("page")?.dataset.live && !document.hidden;
  if (!wanted) {
    lock?.release();
    lock = null;
  } else if (!lock || lock.released) lock = await navigator.wakeLock?.request("screen").catch(() => null);
}
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("marque:page", stayAwake);
stayAwake();
