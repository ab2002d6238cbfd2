/* Keep the screen on while a page polls; request the lock again when the page becomes visible. */
let lock = null;
async function stayAwake() {
  const isWanted = document.getElementById("page")?.dataset.live && !document.hidden;
  const isLocked = lock && !lock.released; // the browser releases it on a hidden page
  if (!isWanted) {
    lock?.release();
    lock = null;
  } else if (!isLocked) lock = await navigator.wakeLock?.request("screen").catch(() => null);
}
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("marque:page", stayAwake);
stayAwake();
