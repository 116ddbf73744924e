import { TimeAxis } from "./axis.js";
import { activityWords, capitalised } from "./day-rows.js";
import { dateText, dayLink } from "./days-places.js";
import { colour, durationText, element, shortMonths } from "./kit.js";
import { Lane, axisControls, drawTimeGrid, drawValueTicks, rulerLane } from "./lanes.js";

// The activities of a year, or of years, along its days.

/** A cut stands for more empty months than this. */
const mostEmptyMonths = 2;

/** The months between two, as "2026-05", both included. */
function monthsBetween(first, last) {
  const number = (month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  const name = (index) =>
    String(Math.floor(index / 12)).padStart(4, "0") + "-" + String((index % 12) + 1).padStart(2, "0");
  const months = [];
  for (let index = number(first); index <= number(last); index += 1) months.push(name(index));
  return months;
}

/**
 * The months that a chart shows, as `{month, isCut}`: those that hold something, and short stretches of empty ones
 * between them. For a longer stretch there is a cut before the next month, so that a stray day does not bring empty
 * years.
 */
function shownMonths(held) {
  const shown = [];
  for (const month of held) {
    const between = shown.length === 0 ? [] : monthsBetween(shown.at(-1).month, month).slice(1, -1);
    const isCut = between.length > mostEmptyMonths;
    if (!isCut) shown.push(...between.map((empty) => ({ month: empty, isCut: false })));
    shown.push({ month, isCut });
  }
  return shown;
}

/** An axis of days, whose time is 86400 times their index, with labels at months or years. */
class DaysAxis extends TimeAxis {
  constructor(months) {
    const dates = [];
    const starts = [];
    for (const { month, isCut } of months) {
      const [year, number] = month.split("-").map(Number);
      starts.push({ time: dates.length * 86400, month: number, year, isCut });
      const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
      for (let day = 1; day <= length; day += 1) dates.push(month + "-" + String(day).padStart(2, "0"));
    }
    const isOneYear = starts.every(({ year }) => year === starts[0].year);
    super({ start: 0, end: dates.length * 86400, least: 7 * 86400, text: (time) => {
      const text = dateText(dates[Math.min(Math.round(time / 86400), dates.length - 1)]);
      return isOneYear ? text.replace(/\s\d+$/, "") : text;
    } });
    this.dates = dates;
    this.starts = starts;
  }

  ticks(width) {
    const days = (this.to - this.from) / 86400;
    if (days < 70) return super.ticks(width);
    const wide = (width * 30) / days;
    const every = [1, 3, 6, 12].find((months) => wide * months > 44) ?? 12;
    const step = Math.max(1, Math.ceil(40 / (wide * 12)));
    const isShown = ({ month, year, isCut }) =>
      isCut || (every < 12 ? (month - 1) % every === 0 : month === 1 && year % step === 0);
    return this.starts
      .filter((start, index) => (index === 0 || isShown(start)) && start.time >= this.from && start.time <= this.to)
      .map(({ time, month, year, isCut }, index) =>
        ({ time, text: every === 12 ? String(year) : shortMonths[month - 1] +
          (month === 1 || index === 0 || isCut ? " " + year : "") }));
  }

  /** The date of a time, null outside. */
  date(time) {
    return time === null ? null : this.dates[Math.min(Math.floor(time / 86400), this.dates.length - 1)] ?? null;
  }
}

/** A chart of each activity along the days, with what a day has in words. */
export class YearCharts {
  constructor({ days, months, activities, all }) {
    this.axis = new DaysAxis(shownMonths(months.map(({ name }) => name)));
    this.known = activities
      .map((name, index) => ({ name, index }))
      .filter(({ name }) => name !== "stationary" && all.activities[name] !== undefined);
    this.days = new Map(days.map(([date, ...seconds]) => [date, seconds]));
    // Days of less than an hour of everything have their scales in minutes.
    const most = Math.max(0, ...this.known.flatMap(({ index }) => days.map((day) => day[index + 1])));
    this.unit = most < 3600 ? { name: "minutes", seconds: 60, least: 5 }
      : { name: "hours", seconds: 3600, least: 1 / 12 };
    const lanes = this.known.map(({ name, index }) => new Lane(this.axis, {
      name: capitalised(activityWords[name]) + ", " + this.unit.name + " a day", height: 70, hasScale: true,
      label: capitalised(activityWords[name]) + ", " + this.unit.name + " a day",
      draw: (context, width, height, axis, ticks) => this.draw(name, index, context, width, height, ticks),
    }));
    this.readout = element("p", { class: "years-readout", role: "status" });
    const stack = element("div",
      { class: "years-lanes", role: "group",
        "aria-label": "Activities along the days. Arrow keys point at days, plus and minus zoom" },
      ...lanes.map((lane) => lane.element), rulerLane(this.axis).element);
    this.axis.keepsCursor = true;
    this.axis.attach(stack);
    this.axis.listen(() => this.say());
    this.say();
    this.element = element("div", {}, stack,
      element("div", { class: "years-below" }, axisControls(this.axis), this.readout));
    if (this.known.length === 0) this.element.replaceChildren(element("p", {}, "There are no moves."));
  }

  /** The days that a bar stands for, so that it is at least 3 pixels wide. */
  binLength(width) {
    const wide = (width * 86400) / (this.axis.to - this.axis.from);
    return [1, 7, 28].find((length) => wide * length >= 3) ?? 28;
  }

  draw(name, index, context, width, height, ticks) {
    const { axis } = this;
    const length = this.binLength(width);
    const bars = [];
    for (let from = Math.floor(axis.from / 86400 / length) * length; from < axis.to / 86400; from += length) {
      let [sum, count] = [0, 0];
      for (const date of axis.dates.slice(from, from + length)) {
        const seconds = this.days.get(date);
        if (seconds === undefined) continue;
        sum += seconds[index] / this.unit.seconds;
        count += 1;
      }
      if (count > 0) bars.push({ from, mean: sum / count });
    }
    const top = Math.max(this.unit.least, ...bars.map(({ mean }) => mean)) * 1.05;
    const y = (value) => height - 1 - (value / top) * (height - 4);
    drawValueTicks(context, width, ticks, 0, top, y);
    drawTimeGrid(context, width, height, axis);
    context.fillStyle = colour(name);
    for (const { from, mean } of bars) {
      const [left, right] = [axis.x(from * 86400, width), axis.x((from + length) * 86400, width)];
      context.fillRect(left, y(mean), Math.max(right - left - (right - left > 5 ? 1 : 0), 1), height - 1 - y(mean));
    }
    context.setLineDash([3, 3]);
    context.strokeStyle = colour("quiet");
    for (const { time, isCut } of axis.starts) {
      if (!isCut) continue;
      const x = Math.round(axis.x(time, width)) + 0.5;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, height);
      context.stroke();
    }
  }

  say() {
    const date = this.axis.date(this.axis.cursor);
    if (date === this.saidDate && this.readout.hasChildNodes()) return;
    this.saidDate = date;
    if (date === null) {
      const isCut = this.axis.starts.some((start) => start.isCut);
      this.readout.replaceChildren("Point at a day." + (isCut ? " A dashed line stands for empty months." : ""));
      return;
    }
    const seconds = this.days.get(date);
    const words = seconds === undefined ? "no data" : this.known.filter(({ index }) => seconds[index] > 0)
      .map(({ name, index }) => activityWords[name] + " " + durationText(seconds[index])).join(", ") || "no moves";
    this.readout.replaceChildren(seconds === undefined ? dateText(date) : dayLink(date), ": " + words);
  }
}
