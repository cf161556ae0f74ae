/** Tells the site the reader's time zone, and rewrites the times of a page that did not know it yet. */

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { year: "numeric", month: "short", day: "numeric" };
/** @type {Intl.DateTimeFormatOptions} */
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
/** The same as in accounts/zones.py. @type {Record<string, Intl.DateTimeFormatOptions[]>} */
const STYLES = {
  date: [DAY],
  datetime: [{ ...DAY, ...TIME }],
  month: [{ year: "numeric", month: "long" }],
  time: [TIME],
  weekday: [{ weekday: "long" }, { month: "short", day: "numeric" }, TIME],
};
const YEAR = 365 * 24 * 3600;

const page = document.documentElement;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function showTimes() {
  for (const time of document.querySelectorAll("time[data-moment]")) {
    const { dateTime, dataset } = /** @type {HTMLTimeElement} */ (time);
    const styles = STYLES[dataset.moment ?? ""] ?? [];
    const at = new Date(dateTime);
    time.textContent = styles
      .map((style) => new Intl.DateTimeFormat(page.lang, style).format(at))
      .join(", ");
  }
  for (const note of document.querySelectorAll("[data-utc]")) note.toggleAttribute("hidden", true);
}

if (zone && zone !== page.dataset.zone) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `zone=${zone}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
  showTimes();
}
