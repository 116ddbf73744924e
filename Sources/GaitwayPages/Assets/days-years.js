import { activityWords, capitalised } from "./day-rows.js";
import { YearCharts } from "./days-charts.js";
import { HeatMap } from "./days-heat.js";
import { dayLink, hoursText } from "./days-places.js";
import { registerDaysView } from "./days-room.js";
import { distanceText, durationText, element, shortMonths, unitText } from "./kit.js";
import { countText, workspace } from "./workspace.js";

// A year of the workspace, or all of them: activities along the year, sums, journeys, ways, towns, and where paths lie.

export const yearsOfRoom = {
  name: "years",
  title: "Years",
  answer: null,
  wanted: "",

  make(place) {
    const room = yearsOfRoom;
    room.none = element("p", { hidden: true }, "The workspace has no days yet.");
    room.names = element("ul", {});
    room.figures = element("dl", { class: "headline" });
    room.charts = element("div", { class: "years-charts" });
    room.tables = element("div", {});
    room.heat = new HeatMap();
    room.body = element("div", { hidden: true },
      element("nav", { class: "days-views years-names", "aria-label": "Years" }, room.names),
      room.figures, room.charts,
      element("section", {}, element("h2", {}, "All paths"), room.heat.element), room.tables);
    place.append(element("section", { class: "first" }, room.none, room.body));
  },

  show(rest) {
    const room = yearsOfRoom;
    room.isShown = true;
    const wanted = /^(\d{4}|all)$/.test(rest) ? rest : "";
    const isNew = room.answer === null || room.isStale || wanted !== room.wanted;
    room.wanted = wanted;
    if (isNew) room.load();
  },

  hide() {
    yearsOfRoom.isShown = false;
  },

  changed() {
    yearsOfRoom.isStale = true;
    if (yearsOfRoom.isShown) yearsOfRoom.load();
  },

  async load() {
    const room = yearsOfRoom;
    const turn = (room.turn = (room.turn ?? 0) + 1);
    try {
      const [answer, { places }] = await Promise.all([
        workspace.get("/api/days/years" + (room.wanted ? "?year=" + room.wanted : "")),
        workspace.get("/api/days/places"),
      ]);
      if (turn !== room.turn) return;
      Object.assign(room, { answer, isStale: false });
      room.none.hidden = answer.years.length > 0;
      room.body.hidden = answer.years.length === 0;
      if (answer.years.length === 0) return;
      room.fillNames();
      room.fillFigures();
      room.charts.replaceChildren(new YearCharts(answer).element);
      room.tables.replaceChildren(...yearTables(answer));
      room.heat.show(places, answer.year ?? null);
    } catch (error) {
      if (turn === room.turn) workspace.sayError(error);
    }
  },

  fillNames() {
    const { years, year } = yearsOfRoom.answer;
    const link = (name, text, isShown) =>
      element("li", {}, element("a", { href: "#days/years/" + name, "aria-current": isShown ? "page" : null }, text));
    yearsOfRoom.names.replaceChildren(...years.toReversed().map((one) => link(one, String(one), one === year)),
      ...(years.length > 1 ? [link("all", "All", !year)] : []));
  },

  fillFigures() {
    const { all, journeys } = yearsOfRoom.answer;
    const nights = journeys.reduce((sum, journey) => sum + journey.nights, 0);
    const figures = Object.entries(all.activities).filter(([name]) => name !== "stationary")
      .map(([name, sum]) => [capitalised(activityWords[name]), hoursText(sum.seconds), wayText(sum)]);
    figures.push(["Days", all.days.toLocaleString("en"), countText(all.moves, "move")],
      ["Visits", all.visits.toLocaleString("en"), countText(all.places, "place")]);
    if (all.steps) figures.push(["Steps", all.steps.toLocaleString("en"), "counted"]);
    if (journeys.length > 0) figures.push(["Nights away", String(nights), countText(journeys.length, "journey")]);
    yearsOfRoom.figures.replaceChildren(...figures.map(([name, value, note]) =>
      element("div", {}, element("dt", {}, name),
        element("dd", {}, element("b", {}, value), element("span", { class: "note" }, note)))));
  },
};

/** The distance of a sum: "1,204 km", with a plus where a part is unknown. */
function wayText(sum) {
  const isUnknown = sum.metres === undefined || sum.metres === null || (sum.metres === 0 && sum.unmeasured > 0);
  if (isUnknown) return "distance unknown";
  const text =
    sum.metres < 1e5 ? distanceText(sum.metres) : unitText(Math.round(sum.metres / 1000).toLocaleString("en"), "km");
  return text + (sum.unmeasured > 0 ? " or more" : "");
}

/** The tables below the charts. */
function yearTables(answer) {
  const { journeys, trips, towns, countries, months, activities } = answer;
  const parts = [];
  const add = (title, note, ...content) =>
    parts.push(element("section", {}, element("h2", {}, title),
      note === "" ? null : element("p", { class: "lead" }, note), ...content));
  if (journeys.length > 0) {
    add("Journeys", "Nights away from the likely home of the year.",
      longTable(["When", "Nights", "Farthest", "Where"], journeys.toReversed().map((one) => [
      element("span", {}, dayLink(one.first), " to ", dayLink(one.last)), String(one.nights), distanceText(one.metres),
      one.towns.join("; ") + (one.more_towns > 0 ? ` and ${one.more_towns} more` : "")])));
  }
  if (trips.length > 0) {
    const placeLink = (id, title) => element("a", { href: "#days/places/" + encodeURIComponent(id) }, title);
    const rest = [answer.more_trips > 0 ? countText(answer.more_trips, "trip") + " on rarer ways." : "",
      answer.other_trips > 0 ? countText(answer.other_trips, "move") + " began or ended at no known place."
        : ""].filter(Boolean);
    add("Frequent ways", rest.join(" "), longTable(["From", "To", "Trips", "Usually"], trips.map((one) => [
      placeLink(one.from, one.from_title), placeLink(one.to, one.to_title), String(one.count),
      durationText(one.seconds) + (one.metres === null || one.metres === undefined
        ? "" : ", " + distanceText(one.metres))]), [2, 3]));
  }
  const where = (rows, name) =>
    longTable([name, "Days", "Visits", "Time"],
      rows.map((one) => [one.name || "Elsewhere", one.days.toLocaleString("en"), one.visits.toLocaleString("en"),
        hoursText(one.seconds)]));
  if (towns.length > 0) {
    add("Towns and countries", "The nearest town of more than 15,000 people within 50 km.",
      element("div", { class: "years-where" }, where(towns, "Near"), where(countries, "Country")));
  }
  const known = activities.filter((name) => name !== "stationary" && answer.all.activities[name] !== undefined);
  add("Months", "", longTable(["Month", "Days", ...known.map((name) => capitalised(activityWords[name]))],
    months.map((one) => [
    shortMonths[Number(one.name.slice(5)) - 1] + "\u00a0" + one.name.slice(0, 4), String(one.days),
    ...known.map((name) => one.activities[name] === undefined ? "–" : hoursText(one.activities[name].seconds) + ", " +
      wayText(one.activities[name]))])));
  return parts;
}

/**
 * A table that shows its first rows until more are asked for; columns are numbers except the first and the last of
 * `texts`.
 */
function longTable(names, rows, numbers = null) {
  const few = 12;
  const isNumber = (column) =>
    numbers === null ? column > 0 && /^[\d–]/.test(String(rows[0]?.[column] ?? "")) : numbers.includes(column);
  const row = (cells) =>
    element("tr", {},
      ...cells.map((cell, column) =>
        element(column === 0 ? "th" : "td",
          { scope: column === 0 ? "row" : null, class: isNumber(column) ? "number" : null, "data-name": column === 0
            ? null : names[column] }, cell)));
  const body = element("tbody", {}, ...rows.slice(0, few).map(row));
  const table = element("table", { class: "years-table" + (names.length > 4 ? " has-many" : "") },
    element("thead", {},
      element("tr", {},
        ...names.map((name, column) => element("th", { scope: "col", class: isNumber(column) ? "number" : null },
          name)))), body);
  const more = rows.length <= few
    ? null : element("button",
      { type: "button", class: "plain", onclick: () => { body.append(...rows.slice(few).map(row)); more.remove(); } },
      "Show all " + rows.length);
  return element("div", { class: "years-part" },
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": names[0] }, table), more);
}

registerDaysView(yearsOfRoom);
