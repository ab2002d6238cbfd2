/* Show hours in the time zone of the device, and those of a soirée in its own. Without this script the former are in the
   time zone of the server, with its name. A browser older than a zone throws here, and the page stays as it was sent. */
const LOCALES = { fr: "fr-FR", en: "en-GB" };
/* As on the server, English is American if it is the first English that the browser asks for. */
function localeOfPage() {
  const { lang } = document.documentElement;
  const asked = navigator.languages.find((language) => language.startsWith(lang));
  return asked === "en-US" ? asked : LOCALES[lang];
}
function showLocalTimes() {
  const locale = localeOfPage();
  for (const element of document.querySelectorAll("time[data-hour]")) {
    const { hour, zone } = element.dataset;
    const text = localText(new Date(element.dateTime), hour, locale, zone);
    element.textContent = locale === "fr-FR" ? text.replace(/^1 /, "1er ") : text;
  }
}
function localText(time, dateStyle, locale, timeZone) {
  const dayOf = (moment) => moment.toLocaleDateString(locale, { timeZone });
  const hourAlone = dateStyle === "short" && dayOf(time) === dayOf(new Date());
  return time.toLocaleString(locale, { dateStyle: hourAlone ? undefined : dateStyle, timeStyle: "short", timeZone });
}
document.addEventListener("marque:page", showLocalTimes);
showLocalTimes();
