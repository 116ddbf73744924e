import { pageData, shortMonths } from "./kit.js";

// Rows of a day's storyline and lines of its map. Figures come with the data, in words.

/** The words for what a table calls by the activity's name. */
export const activityWords = {
  stationary: "pause",
  walking: "walking",
  running: "running",
  cycling: "cycling",
  automotive: "automotive",
};

// Words

/** A word with a capital letter. */
export function capitalised(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A moment by the zone's clock, as a date whose UTC parts are the local ones. */
export function localDate(time) {
  let offset = pageData.offsets[0][1];
  for (const [start, value] of pageData.offsets) if (start <= time) offset = value;
  return new Date((time + offset) * 1000);
}

/** The moment of a local date and time, `2026-05-01T08:12`; of two, the first. */
export function momentOf(text) {
  const local = Date.parse(text + "Z") / 1000;
  const moments = pageData.offsets.map(([, offset]) => local - offset);
  return moments.find((time) => localDate(time).getTime() === 1000 * local) ?? moments[0];
}

/** `08:12`, with the day where that is another: `29 Apr 08:12`; the day's last midnight is 24:00. */
export function dayClock(time, day) {
  const local = localDate(time);
  const clock = local.toISOString().slice(11, 16);
  if (day && time === day.end && clock === "00:00") return "24:00";
  if (!day || (time >= day.start && time < day.end)) return clock;
  return local.getUTCDate() + "\u00a0" + shortMonths[local.getUTCMonth()] + " " + clock;
}

/** What a place is called. */
export function placeText(place) {
  return place.title;
}

// Paths

/**
 * The points `[latitude, longitude, time]` of a piece of a path that began at `start`; see PathText for the letters.
 */
export function pathPoints(text, start) {
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
export function dayRows(day) {
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
  if (row.start < day.start) facts.push("since " + dayClock(row.start, day));
  if (row.end > day.end) facts.push("until " + dayClock(row.end, day));
  if (row.item.ongoing && row.end === row.item.end) facts.push("ongoing when the log ended");
  const text = facts.join(" · ");
  if (row.kind === "gap") return { name: "No data", doubt: null, facts: text, look: "gap" };
  if (row.kind === "section") {
    const { activity } = row.section;
    return { name: capitalised(activityWords[activity]), doubt: row.section.doubt ?? null, facts: text,
      look: activity };
  }
  const place = pageData.places[row.item.place];
  return {
    name: place ? placeText(place) : "A place",
    doubt: null,
    facts: text,
    look: "day-visit",
  };
}

// The map of a day

/** The longest time in seconds between a visit and the first or the last fix of a move that no line has to tell. */
const longestUntold = 60;

/** The paths of a day's rows, for the map; where there was a silence, a thin line says that something was not seen. */
export function mapPaths(rows, dayIndex) {
  const paths = [];
  const day = pageData.days[dayIndex];
  /** @type {any} */
  let last = null;
  const join = (next, row) => {
    if (last !== null && last.time < next[2] && row) {
      paths.push({ activity: "gap", points: [last.point, next.slice(0, 2)], row: row.index, dayIndex,
        label: hintText(row, day) });
    }
    last = null;
  };
  for (const row of rows) {
    if (row.kind === "section") {
      for (const text of row.section.path) {
        const points = pathPoints(text, row.start);
        if (points.length === 0) continue;
        // The way from a visit to the first fix is not seen either.
        if (last !== null) join(points[0], last.row ?? (points[0][2] > last.time + longestUntold ? row : null));
        paths.push({ activity: row.section.activity, points, row: row.index, dayIndex, label: hintText(row, day) });
        const end = points[points.length - 1];
        last = { point: end.slice(0, 2), time: end[2], row: null };
        last.row = last.time < row.end - 1 ? row : null;
      }
    } else if (row.kind === "gap") {
      if (last !== null) last.row = row;
    } else {
      const spot = visitSpot(row.item);
      if (last !== null && (last.row?.kind === "gap" || row.start > last.time + longestUntold)) {
        join([spot.latitude, spot.longitude, row.start], last.row ?? row);
      }
      last = { point: [spot.latitude, spot.longitude], time: row.end, row: null };
    }
  }
  return paths;
}

/** Where a visit was. */
export function visitSpot(visit) {
  return pageData.places[visit.place] ?? visit;
}

/** The places of rows, each once, with the rows that were there. */
export function mapPlaces(rows, day) {
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
    place.label += "\n" + dayClock(row.start, day) + " to " + dayClock(row.end, day) + ", " + row.item.facts;
  }
  return [...places.values()];
}

/** What pointing at a row's path shows. */
function hintText(row, day) {
  const { name, facts, doubt } = row.words;
  const head = `${name}, ${dayClock(row.start, day)} to ${dayClock(row.end, day)}\n${facts}`;
  return doubt ? head + "\n" + doubt : head;
}
