"use strict";

// A timeline's page: a day as storyline, bar and map that point at each other, and a calendar of all days.
// Every figure comes with the data; here it is only said in words.

/** The words for what a table calls by the activity's name. */
const activityWords = {
  stationary: "pause",
  walking: "walking",
  running: "running",
  cycling: "cycling",
  automotive: "automotive",
};
const monthWords = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekdayWords = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

// Words

/** A word with a capital letter. */
function capitalised(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A moment by the zone's clock, as a date whose UTC parts are the local ones. */
function localDate(time) {
  let offset = pageData.offsets[0][1];
  for (const [start, value] of pageData.offsets) if (start <= time) offset = value;
  return new Date((time + offset) * 1000);
}

/** `08:12`, with the day where that is another: `29 Apr 08:12`; the day's last midnight is 24:00. */
function clockText(time, day) {
  if (day && time === day.end) return "24:00";
  const local = localDate(time);
  const clock = local.toISOString().slice(11, 16);
  if (!day || (time >= day.start && time < day.end)) return clock;
  return local.getUTCDate() + "\u00a0" + monthWords[local.getUTCMonth()] + " " + clock;
}

/** What a place is called. */
function placeText(place) {
  return place.name ?? "Place " + place.number;
}

// Paths

/** The points `[latitude, longitude, time]` of a piece of a path that began at `start`; see PathText for the letters. */
function pathPoints(text, start) {
  const points = [];
  const sums = [0, 0, 0];
  let [position, field] = [0, 0];
  while (position < text.length) {
    let [number, weight] = [0, 1];
    for (;;) {
      const bits = text.charCodeAt(position++) - 63;
      number += (bits & 31) * weight;
      weight *= 32;
      if (bits < 32) break;
    }
    sums[field] += number % 2 ? -(number + 1) / 2 : number / 2;
    field = (field + 1) % 3;
    if (field === 0) points.push([sums[0] / 1e5, sums[1] / 1e5, start + sums[2]]);
  }
  return points;
}

// The rows of a day

/** What a day's storyline tells, in the order of time: visits, sections of moves, gaps. */
function dayRows(day) {
  const rows = [];
  const isInDay = (part) => part.start < day.end && (part.end > day.start || part.start >= day.start);
  pageData.items.slice(day.first, day.first + day.count).forEach((item) => {
    if (item.kind !== "move") rows.push({ kind: item.kind, item, start: item.start, end: item.end });
    else {
      const sections = item.sections.filter(isInDay);
      sections.forEach((section, index) => {
        const isFirst = index === 0 && item.sections.length > 1;
        rows.push({ kind: "section", item, section, start: section.start, end: section.end, isFirst });
      });
    }
  });
  rows.forEach((row, index) => {
    row.index = index;
    row.words = rowWords(row, day);
  });
  return rows;
}

/** What a row says: its name, the facts behind it, and its class. */
function rowWords(row, day) {
  const facts = [(row.section ?? row.item).facts];
  if (row.start < day.start) facts.push("since " + clockText(row.start, day));
  if (row.end > day.end) facts.push("until " + clockText(row.end, day));
  if (row.item.ongoing && row.end === row.item.end) facts.push("still going on when the log ended");
  const text = facts.join(" · ");
  if (row.kind === "gap") return { name: "Nothing known", detail: null, facts: text, look: "gap" };
  if (row.kind === "section") {
    const { activity } = row.section;
    return { name: capitalised(activityWords[activity]), detail: null, facts: text, look: activity };
  }
  const place = pageData.places[row.item.place];
  return {
    name: place ? placeText(place) : row.item.label ?? "A place",
    detail: place && !place.name ? place.identifier : null,
    facts: text,
    look: "visit",
  };
}

// The map of a day

/** The paths of a day's rows, for the map; where there was a silence, a thin line says that something was not seen. */
function mapPaths(rows, dayIndex) {
  const paths = [];
  const day = pageData.days[dayIndex];
  let last = null;
  const join = (next, row) => {
    if (last !== null && last.time < next[2] && row) {
      paths.push({ activity: "gap", points: [last.point, next.slice(0, 2)], row: row.index, dayIndex, label: hintText(row, day) });
    }
    last = null;
  };
  for (const row of rows) {
    if (row.kind === "section") {
      for (const text of row.section.path) {
        const points = pathPoints(text, row.start);
        if (points.length === 0) continue;
        if (last !== null) join(points[0], last.row);
        paths.push({ activity: row.section.activity, points, row: row.index, dayIndex, label: hintText(row, day) });
        const end = points[points.length - 1];
        last = { point: end.slice(0, 2), time: end[2], row: null };
        last.row = last.time < row.end - 1 ? row : null;
      }
    } else if (row.kind === "gap") {
      if (last !== null) last.row = row;
    } else {
      const spot = visitSpot(row.item);
      if (last?.row?.kind === "gap") join([spot.latitude, spot.longitude, row.start], last.row);
      last = { point: [spot.latitude, spot.longitude], time: row.end, row: null };
    }
  }
  return paths;
}

/** Where a visit was. */
function visitSpot(visit) {
  return pageData.places[visit.place] ?? visit;
}

/** The places of rows, each once, with the rows that were there. */
function mapPlaces(rows, day) {
  const places = new Map();
  for (const row of rows) {
    if (row.kind !== "visit") continue;
    const key = row.item.place ?? row.item;
    const spot = visitSpot(row.item);
    if (!places.has(key)) {
      places.set(key, {
        name: row.words.name,
        latitude: spot.latitude,
        longitude: spot.longitude,
        radius: spot.radius ?? 0,
        rows: [],
        label: row.words.name,
      });
    }
    const place = places.get(key);
    place.rows.push(row.index);
    place.label += "\n" + clockText(row.start, day) + " to " + clockText(row.end, day) + ", " + row.item.facts;
  }
  return [...places.values()];
}

/** What pointing at a row's path shows. */
function hintText(row, day) {
  return `${row.words.name}, ${clockText(row.start, day)} to ${clockText(row.end, day)}\n${row.words.facts}`;
}

// The page

/** Storyline, bar and map of one day at a time. */
class DayView {
  constructor(container) {
    this.index = 0;
    this.showsAll = false;
    this.title = element("h3", { class: "day-title", "aria-live": "polite" });
    const step = (text, name, change) =>
      element("button", { type: "button", class: "turn", "aria-label": name, title: name, onclick: () => this.turn(change) }, text);
    this.before = step("‹", "Day before", -1);
    this.after = step("›", "Day after", 1);
    const [first, last] = [pageData.days[0], pageData.days[pageData.days.length - 1]];
    this.picker = element("input", {
      type: "date",
      min: first.date,
      max: last.date,
      "aria-label": "Go to a day",
      onchange: () => this.picker.value && this.open(nearestDay(this.picker.value)),
    });
    this.bubbles = element("ul", { class: "bubbles", "aria-label": "What the day adds up to" });
    this.strip = element("div", { class: "strip", "aria-hidden": "true" });
    this.stripHours = element("div", { class: "strip-hours", "aria-hidden": "true" });
    this.cursor = element("div", { class: "strip-cursor", hidden: true });
    this.list = element("ol", { class: "story" });
    this.map = new GeoMap({ tiles: pageData.tiles, label: "Map of the day" });
    this.allButton = element(
      "button",
      { type: "button", class: "all-days", "aria-pressed": "false", onclick: () => this.showAll(!this.showsAll) },
      "All days",
    );
    const many = pageData.days.length > 1;
    container.append(
      ...(many ? [element("div", { class: "day-bar" }, this.before, this.title, this.after, this.picker)] : []),
      this.bubbles,
      element("div", { class: "strip-box" }, this.strip, this.stripHours),
      element(
        "div",
        { class: "day-panes" },
        this.list,
        element("div", { class: "map-pane" }, this.map.element, this.legend(), many ? this.allButton : null),
      ),
    );
    this.map.onPoint((time, { path, place }) => this.pointedOnMap(time, path, place));
    this.map.canvas.addEventListener("click", () => this.pressedOnMap());
    this.strip.addEventListener("pointermove", (event) => this.pointedOnStrip(event));
    this.strip.addEventListener("pointerleave", () => this.light(null));
    this.strip.addEventListener("click", (event) => {
      this.pointedOnStrip(event);
      this.reveal();
    });
    if (many) {
      addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        if (event.target.closest("input, canvas, .scroll")) return;
        if (event.key === "ArrowLeft") this.turn(-1);
        else if (event.key === "ArrowRight") this.turn(1);
        else return;
        event.preventDefault();
      });
    }
    addEventListener("hashchange", () => this.followAddress(true));
    // A link to the day that is shown changes no address.
    addEventListener("click", (event) => {
      if (event.target.closest(`a[href="#${this.day.date}"]`)) this.followAddress(true);
    });
    this.followAddress(false);
  }

  /** The lines that the map has, by name. */
  legend() {
    const known = Object.keys(activityWords).filter((activity) =>
      pageData.days.some((day) => day.totals.some((total) => total.activity === activity)),
    );
    const keys = known.map((activity) =>
      element("li", { class: activity }, element("span", { class: "line-key " + activity }), activityWords[activity]),
    );
    keys.push(element("li", {}, element("span", { class: "line-key gap" }), "not seen"));
    return element("ul", { class: "line-keys", "aria-label": "Lines of the map" }, ...keys);
  }

  /** Shows the day that the address names, `#2026-05-01`; at first, without one, the last day. */
  followAddress(scrolls) {
    const found = pageData.days.findIndex((day) => "#" + day.date === location.hash);
    if (found < 0 && scrolls) return;
    this.open(found < 0 ? pageData.days.length - 1 : found);
    if (scrolls) document.getElementById("day").scrollIntoView({ block: "start" });
  }

  turn(change) {
    const next = this.index + change;
    if (next >= 0 && next < pageData.days.length) this.open(next);
  }

  /** Shows a day. */
  open(index) {
    this.index = index;
    this.day = pageData.days[index];
    this.rows = dayRows(this.day);
    this.title.textContent = this.day.title;
    this.picker.value = this.day.date;
    this.before.disabled = index === 0;
    this.after.disabled = index === pageData.days.length - 1;
    if (pageData.days.length > 1) history.replaceState(null, "", "#" + this.day.date);
    this.lit = null;
    this.held = null;
    this.fillBubbles();
    this.fillStrip();
    this.fillList();
    this.map.canvas.setAttribute("aria-label", this.map.described("Map of " + this.day.title));
    if (this.showsAll) this.showAll(false);
    else this.fillMap();
    for (const link of document.querySelectorAll(".month a")) {
      if (link.getAttribute("href") === "#" + this.day.date) link.setAttribute("aria-current", "date");
      else link.removeAttribute("aria-current");
    }
  }

  fillMap() {
    this.map.highlight(null);
    this.map.show(null);
    this.map.isFitted = true;
    this.map.fitMatches = null;
    this.map.place(mapPaths(this.rows, this.index), mapPlaces(this.rows, this.day));
  }

  /** Shows the paths of all days on the map, or those of the day. */
  showAll(all) {
    this.showsAll = all;
    this.allButton.setAttribute("aria-pressed", String(all));
    if (!all) return this.fillMap();
    if (!this.everything) {
      const paths = [];
      const rows = [];
      pageData.days.forEach((day, index) => {
        const own = dayRows(day);
        rows.push(...own);
        for (const path of mapPaths(own, index)) {
          path.label = day.title + "\n" + path.label;
          paths.push(path);
        }
      });
      const places = pageData.places.map((place) => ({ ...place, name: placeText(place), label: placeText(place) }));
      this.everything = { paths, places };
    }
    this.map.highlight(null);
    this.map.isFitted = true;
    this.map.fitMatches = null;
    this.map.place(this.everything.paths, this.everything.places);
  }

  fillBubbles() {
    const { totals } = this.day;
    const longest = Math.max(...totals.map((total) => total.duration), 1);
    this.bubbles.replaceChildren(
      ...totals.map((total) => {
        const size = Math.sqrt(total.duration / longest).toFixed(3);
        const isPause = total.activity === "stationary";
        return element(
          "li",
          { class: isPause ? "pause" : total.activity },
          element(
            "span",
            { class: "bubble", style: `--size: ${size}` },
            element("b", {}, total.time),
            " ",
            isPause ? null : element("span", {}, total.way),
          ),
          " ",
          element("span", { class: "bubble-name" }, activityWords[total.activity]),
          total.unseen ? element("small", {}, " " + total.unseen) : null,
        );
      }),
    );
    if (totals.length === 0) this.bubbles.append(element("li", { class: "still" }, "No move on this day."));
  }

  /** The day from midnight to midnight, with what the rows are. */
  fillStrip() {
    const { start, end } = this.day;
    const share = (time) => (100 * (Math.min(Math.max(time, start), end) - start)) / (end - start);
    this.strip.replaceChildren(
      ...this.rows.map((row) => {
        const [left, right] = [share(row.start), share(row.end)];
        return element(
          "span",
          { class: "stretch " + row.words.look, "data-row": row.index, style: `left: ${left}%; width: ${right - left}%` },
          // A name that has hardly room is no name.
          row.kind === "visit" && right - left > 6 ? row.words.name : null,
        );
      }),
      this.cursor,
    );
    const hours = [];
    for (let time = start; time <= end; time += 3600) {
      const hour = time === end ? 24 : localDate(time).getUTCHours();
      // When clocks change an hour comes twice, or not at all.
      if (hour % 3 === 0 && hours[hours.length - 1]?.hour !== hour) hours.push({ time, hour });
    }
    this.stripHours.replaceChildren(
      ...hours.map(({ time, hour }) => element("span", { class: hour % 6 ? "minor" : null, style: `left: ${share(time)}%` }, String(hour))),
    );
  }

  fillList() {
    this.items = this.rows.map((row) => {
      const { words } = row;
      // A long stay is a little taller than a short one.
      const height = 3.1 + Math.min(3.4, Math.sqrt(Math.max(0, Math.min(row.end, this.day.end) - Math.max(row.start, this.day.start)) / 3600) * 0.9);
      const begin = row.start < this.day.start ? "00:00" : clockText(row.start, this.day);
      const end = row.end > this.day.end ? "24:00" : clockText(row.end, this.day);
      const button = element(
        "button",
        { type: "button", style: `min-height: ${height.toFixed(2)}rem`, "data-row": row.index },
        element("span", { class: "when" }, begin, element("span", { class: pageData.selection ? "until" : "unseen" }, " to " + end + " ")),
        element("span", { class: "rail", "aria-hidden": "true" }),
        element(
          "span",
          { class: "what" },
          row.isFirst ? element("span", { class: "whole" }, row.item.facts) : null,
          element("b", {}, words.name),
          words.detail ? element("small", {}, " " + words.detail) : null,
          " ",
          element("span", { class: "facts" }, words.facts),
        ),
      );
      button.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && this.light([row.index]));
      button.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && this.light(this.held));
      button.addEventListener("focus", () => this.light([row.index]));
      button.addEventListener("blur", () => this.light(this.held));
      button.addEventListener("click", () => this.hold(row.index));
      return element("li", { class: words.look }, button);
    });
    this.list.replaceChildren(...this.items);
    this.list.setAttribute("aria-label", "Storyline of " + this.day.title);
  }

  // Pointing

  /** Shows which rows are meant, everywhere; null for none. */
  light(rows) {
    const wanted = rows && rows.length > 0 ? rows : null;
    if (String(wanted) === String(this.lit)) return;
    this.lit = wanted;
    for (const part of [...this.items, ...this.strip.children]) {
      const row = Number((part.firstElementChild ?? part).dataset?.row ?? part.dataset.row);
      part.classList.toggle("is-lit", wanted !== null && wanted.includes(row));
    }
    this.strip.classList.toggle("has-lit", wanted !== null);
    if (wanted === null) this.showTime(null);
    if (this.showsAll) return;
    this.map.highlight(
      wanted === null
        ? null
        : (thing) => (thing.rows ? thing.rows.some((row) => wanted.includes(row)) : wanted.includes(thing.row)),
    );
  }

  /** Shows a row close on the map; the same row again, the whole day. */
  hold(row) {
    if (this.showsAll) this.showAll(false);
    this.held = this.held?.[0] === row ? null : [row];
    this.map.fit(this.held ? (thing) => (thing.rows ? thing.rows.includes(row) : thing.row === row) : null);
    this.lit = undefined;
    this.light([row]);
  }

  /** Marks a moment in the bar and on the map. */
  showTime(time) {
    this.map.show(this.showsAll ? null : time);
    const isInDay = time !== null && time >= this.day.start && time <= this.day.end;
    this.cursor.hidden = !isInDay;
    if (!isInDay) return;
    this.cursor.style.left = (100 * (time - this.day.start)) / (this.day.end - this.day.start) + "%";
    this.cursor.dataset.time = clockText(time, this.day);
  }

  pointedOnMap(time, path, place) {
    this.pointed = place ? { place } : path ? { path } : null;
    if (this.showsAll) return;
    this.light(place ? place.rows : path ? [path.row] : this.held);
    this.showTime(place ? null : time);
  }

  pressedOnMap() {
    if (this.showsAll && this.pointed?.path) this.open(this.pointed.path.dayIndex);
    else this.reveal();
  }

  pointedOnStrip(event) {
    const box = this.strip.getBoundingClientRect();
    const time = this.day.start + ((event.clientX - box.left) / box.width) * (this.day.end - this.day.start);
    const row = this.rows.find(({ start, end }) => start <= time && time < end);
    this.light(row ? [row.index] : null);
    this.showTime(time);
  }

  /** Scrolls to the row that is meant. */
  reveal() {
    if (this.lit && this.items[this.lit[0]]) this.items[this.lit[0]].scrollIntoView({ block: "nearest" });
  }
}

/** The day of a date, or the next one that the page has. */
function nearestDay(date) {
  const found = pageData.days.findIndex((day) => day.date >= date);
  return found < 0 ? pageData.days.length - 1 : found;
}

/** The calendar: a table per month, a bar of minutes per activity in each day. */
function fillMonths(container) {
  const moving = ["walking", "running", "cycling", "automotive"];
  const timeOf = (day) => day.totals.reduce((sum, total) => sum + (total.activity === "stationary" ? 0 : total.duration), 0);
  // One day on a train shall not make all others look idle.
  const times = pageData.days.map(timeOf).sort((one, other) => one - other);
  const tallest = Math.max(times[Math.floor(0.98 * (times.length - 1))], 60);
  const byDate = new Map(pageData.days.map((day) => [day.date, day]));
  for (const month of pageData.months) {
    const [year, number] = month.month.split("-").map(Number);
    const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
    const lead = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
    const rows = [];
    for (let date = 1 - lead; date <= length; date += 7) {
      const cells = [];
      for (let weekday = 0; weekday < 7; weekday += 1) {
        const own = date + weekday;
        if (own < 1 || own > length) {
          cells.push(element("td"));
          continue;
        }
        const day = byDate.get(month.month + "-" + String(own).padStart(2, "0"));
        cells.push(element("td", {}, day ? dayCell(day, own) : element("span", { class: "no-day" }, String(own))));
      }
      rows.push(element("tr", {}, ...cells));
    }
    const sums = month.totals
      .filter((total) => total.activity !== "stationary")
      .map((total) => `${activityWords[total.activity]} ${total.time}`);
    container.append(
      element(
        "table",
        { class: "month" },
        element("caption", {}, month.title, element("span", { class: "month-sum" }, sums.join(", ") || "no moves")),
        element("thead", {}, element("tr", {}, ...weekdayWords.map((word) => element("th", { scope: "col" }, word)))),
        element("tbody", {}, ...rows),
      ),
    );
  }

  function dayCell(day, number) {
    const totals = moving.map((activity) => day.totals.find((total) => total.activity === activity)).filter(Boolean);
    const words = totals.map((total) => `${activityWords[total.activity]} ${total.time}`).join(", ");
    const items = pageData.items.slice(day.first, day.first + day.count);
    const isUnknown = items.every((item) => item.kind === "gap");
    const scale = 100 / Math.max(tallest, timeOf(day));
    const text = `${day.title}: ${words || (isUnknown ? "nothing known" : "no moves")}`;
    return element(
      "a",
      { href: "#" + day.date, class: isUnknown ? "is-unknown" : null, "aria-label": text, title: text },
      element("span", { class: "number-of-day" }, String(number)),
      element("span", { class: "bars" }, ...totals.map((total) => element("i", { class: total.activity, style: `height: ${total.duration * scale}%` }))),
    );
  }
}

const monthsContainer = document.getElementById("months");
if (monthsContainer) fillMonths(monthsContainer);
const dayView = new DayView(document.getElementById("storyline"));
