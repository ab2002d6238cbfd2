/* Show hours in the time zone of the device. Without this script they are in that of the server, with its name. */
const LOCALES = { fr: "fr-FR", en: "en-GB" };
function show_local_times() {
  const locale = LOCALES[document.documentElement.lang],
    today = new Date().toDateString();
  for (const element of document.querySelectorAll("time[data-hour]")) {
    const time = new Date(element.dateTime),
      hour_alone = element.dataset.hour === "short" && time.toDateString() === today;
    const dateStyle = hour_alone ? undefined : element.dataset.hour;
    const text = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short" }).format(time);
    element.textContent = locale === "fr-FR" ? text.replace(/^1 /, "1er ") : text;
  }
}
document.addEventListener("marque:page", show_local_times);
show_local_times();
