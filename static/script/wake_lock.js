/* Keep the screen on while a page polls. The browser releases the lock of a hidden page: request it again. */
let lock = null;
async function stayAwake() {
  const isWanted = document.getElementById("page")?.dataset.live && !document.hidden;
  if (!isWanted) {
    lock?.release();
    lock = null;
  } else if (!lock || lock.released) lock = await navigator.wakeLock?.request("screen").catch(() => null);
}
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("marque:page", stayAwake);
stayAwake();
