import { activityWords } from "./day-rows.js";
import { element, pageData } from "./kit.js";

// The calendar of a timeline's page.

export const weekdayWords = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** A month, as "2026-05", as a table; `cell(date, number)` makes a day's content, null without one. */
export function monthTable(month, title, note, cell) {
  const [year, number] = month.split("-").map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const lead = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const rows = [];
  for (let date = 1 - lead; date <= length; date += 7) {
    const cells = [];
    for (let own = date; own < date + 7; own += 1) {
      const made = own < 1 || own > length ? "" : cell(month + "-" + String(own).padStart(2, "0"), own);
      cells.push(element("td", {}, made ?? element("span", { class: "day-none" }, String(own))));
    }
    rows.push(element("tr", {}, ...cells));
  }
  return element("table", { class: "day-month" },
    element("caption", {}, title, element("span", { class: "day-month-sum" }, note)),
    element("thead", {}, element("tr", {}, ...weekdayWords.map((word) => element("th", { scope: "col" }, word)))),
    element("tbody", {}, ...rows));
}

/** The calendar: a table per month, a bar of minutes per activity in each day. */
export function fillMonths(container) {
  const moving = ["walking", "running", "cycling", "automotive"];
  const timeOf = (day) =>
    day.totals.reduce((sum, total) => sum + (total.activity === "stationary" ? 0 : total.duration), 0);
  // One day on a train shall not make all others look idle.
  const times = pageData.days.map(timeOf).sort((one, other) => one - other);
  const tallest = Math.max(times[Math.floor(0.98 * (times.length - 1))], 60);
  const byDate = new Map(pageData.days.map((day) => [day.date, day]));
  for (const month of pageData.months) {
    const sums = month.totals
      .filter((total) => total.activity !== "stationary")
      .map((total) => `${activityWords[total.activity]} ${total.time}`);
    container.append(monthTable(month.month, month.title, sums.join(", ") || "no moves", (date, number) => {
      const day = byDate.get(date);
      return day ? dayCell(day, number) : null;
    }));
  }

  function dayCell(day, number) {
    const totals = moving.map((activity) => day.totals.find((total) => total.activity === activity)).filter(Boolean);
    const sums = totals.map((total) => `${activityWords[total.activity]} ${total.time}`);
    const words = [...sums, day.steps].filter(Boolean).join(", ");
    const items = pageData.items.slice(day.first, day.first + day.count);
    const isUnknown = items.every((item) => item.kind === "gap");
    const scale = 100 / Math.max(tallest, timeOf(day));
    const text = `${day.title}: ${words || (isUnknown ? "no data" : "no moves")}`;
    return element(
      "a",
      { href: "#" + day.date, class: isUnknown ? "is-unknown" : null, "aria-label": text, title: text },
      element("span", { class: "day-number" }, String(number)),
      element("span", { class: "day-bars" },
        ...totals.map((total) => element("i", { class: total.activity, style: `height: ${total.duration * scale}%` }))),
    );
  }
}
