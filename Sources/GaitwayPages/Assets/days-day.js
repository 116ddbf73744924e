import { monthTable } from "./day-calendar.js";
import { activityWords } from "./day-rows.js";
import { DayView } from "./day.js";
import { DayEditor } from "./days-edit.js";
import { correctionHistory } from "./days-history.js";
import { daysRoom, registerDaysView } from "./days-room.js";
import { durationText, element, isWithin, pageData, shortMonths } from "./kit.js";
import { countText, workspace } from "./workspace.js";

// A day of the workspace: storyline, bar and map, a calendar to choose it, and the corrections that were made.

export const dayOfRoom = {
  name: "day",
  title: "Day",
  /** The calendar's answer; null before the first. */
  calendar: null,
  /** The corrections as they were last shown. */
  known: [],
  date: null,

  make(place) {
    const room = dayOfRoom;
    const turn = (text, name, change) =>
      element("button", { type: "button", class: "day-turn", "aria-label": name, title: name,
        onclick: () => room.turn(change) }, text);
    room.before = turn("‹", "Day before", -1);
    room.after = turn("›", "Day after", 1);
    room.title_ = element("h2", { class: "day-title", "aria-live": "polite" });
    room.picker = element("input",
      { type: "date", "aria-label": "Go to a day", onchange: () => room.picker.value && room.go(room.picker.value) });
    room.bar = element("div", { class: "day-bar", hidden: true }, room.before, room.title_, room.after, room.picker);
    room.none = element("p", { hidden: true },
      "There are no days yet. Press Add files, or drop a GPX or FIT file, a Takeout or a zip here. By a command: ",
      element("code", {}, "gaitway trips --track day.gpx --store life.gaitway"));
    room.story = element("div", {});
    room.editor = new DayEditor(() => room.load());
    correctionHistory.changed = () => room.load();
    room.list = element("ol", { class: "days-corrections" });
    room.corrections = element("details", { hidden: true }, element("summary", {}, "Corrections"), room.list);
    room.files = element("p", { class: "days-files" });
    room.month = element("div", { class: "days-month" });
    room.never = ["running", "cycling"].map((name) =>
      element("input", { type: "checkbox", value: name, onchange: () => room.saveModes() }));
    room.modes = element("fieldset", { class: "days-never", hidden: true }, element("legend", {}, "What you never do"),
      ...room.never.map((box) => element("label", {}, box, " " + box.value)),
      element("span", { class: "aside" }, "All days are then worked out without it."));
    place.append(
      element("section", { class: "first" }, room.none, room.bar, room.month, room.story, room.corrections, room.files,
        room.modes),
    );
    addEventListener("keydown", (event) => {
      if (place.hidden || workspace.room !== daysRoom || event.defaultPrevented || event.ctrlKey || event.metaKey ||
        event.altKey || event.shiftKey) return;
      if (isWithin(event, "input, select, textarea, canvas, .scroll")) return;
      if (event.key === "ArrowLeft") room.turn(-1);
      else if (event.key === "ArrowRight") room.turn(1);
      else return;
      event.preventDefault();
    });
  },

  show(rest) {
    // A moment behind the date chooses the item of that time.
    const [, date, time] = /^(\d{4}-\d\d-\d\d)(?:\/(\d+))?$/.exec(rest) ?? [];
    dayOfRoom.wanted = date ?? null;
    dayOfRoom.wantedTime = time === undefined ? null : Number(time) + 0.5;
    dayOfRoom.load();
  },

  begun() {
    dayOfRoom.fillCorrections(dayOfRoom.known);
    for (const box of dayOfRoom.never) box.disabled = workspace.isReadOnly;
  },

  changed() {
    dayOfRoom.load();
  },

  go(date) {
    location.hash = "#days/day/" + date;
  },

  /** The day that holds something before or after the one that is shown. */
  turn(change) {
    const dates = Object.keys(dayOfRoom.calendar?.days ?? {});
    const next =
      change < 0 ? dates.findLast((date) => date < dayOfRoom.date) : dates.find((date) => date > dayOfRoom.date);
    if (next !== undefined) dayOfRoom.go(next);
  },

  async load() {
    const room = dayOfRoom;
    const turn = (room.turnOfLoad = (room.turnOfLoad ?? 0) + 1);
    try {
      // A day is there at once; the calendar may read years of days.
      const asked = workspace.get("/api/days/calendar");
      asked.catch(() => {});
      const date = room.wanted ?? Object.keys((await asked).days).at(-1) ?? null;
      const [day, corrections, { never }, { zones }] =
        await Promise.all([date === null ? null : workspace.get("/api/days/day?date=" + date),
          correctionHistory.refresh(), workspace.get("/api/days/modes"), workspace.get("/api/days/zones")]);
      if (turn !== room.turnOfLoad) return;
      for (const box of room.never) box.checked = never.includes(box.value);
      room.knowZones(zones);
      room.fillCorrections(corrections);
      if (day !== null) room.showDay(date, day);
      const calendar = await asked;
      if (turn !== room.turnOfLoad) return;
      const dates = Object.keys(calendar.days);
      room.calendar = calendar;
      room.none.hidden = dates.length > 0;
      room.bar.hidden = room.story.hidden = room.files.hidden = room.modes.hidden = dates.length === 0;
      if (day === null || dates.length === 0) return room.editor.show(null);
      room.before.disabled = !dates.some((one) => one < date);
      room.after.disabled = !dates.some((one) => one > date);
      room.fillMonth();
      // Turning a day changes no place.
      if (room.placesOf !== daysRoom.stamp) room.editor.places = (await workspace.get("/api/days/places")).places;
      room.placesOf = daysRoom.stamp;
    } catch (error) {
      if (turn === room.turnOfLoad) workspace.sayError(error);
    }
  },

  /** Shows a day's answer, with the item that was chosen before. */
  showDay(date, day) {
    const room = dayOfRoom;
    // A form that somebody fills stays as it is while the day does.
    const text = JSON.stringify(day);
    if (date === room.date && text === room.text && room.wantedTime === null) return;
    room.text = text;
    const held = date === room.date ? room.view?.held?.[0] : undefined;
    const time =
      room.wantedTime ?? (held === undefined ? null : (room.view.rows[held].start + room.view.rows[held].end) / 2);
    room.wantedTime = null;
    room.date = date;
    room.bar.hidden = room.story.hidden = room.files.hidden = false;
    // The storyline works on the page's data. Its map keeps the ground of the page.
    Object.assign(pageData, day);
    if (room.view === undefined) {
      room.view = new DayView(room.story);
      room.view.onHold = (row) => room.editor.show(row, room.view);
      // Beside the storyline, so that the form of a row of a long day is seen.
      const pane = room.view.map.element.parentElement;
      pane.append(room.editor.element);
      // A pane that is taller than the window scrolls with the page until its end is seen, and stays there.
      new ResizeObserver(() => pane.style.setProperty("--pane-height", pane.offsetHeight + "px")).observe(pane);
    } else room.view.open(0);
    room.title_.textContent = pageData.days[0].title;
    room.picker.value = date;
    room.fillFiles();
    const row = time === null ? undefined : room.view.rows.find(({ start, end }) => start <= time && time < end);
    if (row === undefined) room.editor.show(null);
    else room.view.hold(row.index);
  },

  fillMonth() {
    const { days, activities } = dayOfRoom.calendar;
    const month = dayOfRoom.date.slice(0, 7);
    const [year, number] = month.split("-").map(Number);
    const moving = activities.map((name, index) => [name, index]).filter(([name]) => name !== "stationary");
    const timeOf = (seconds) => moving.reduce((sum, [, index]) => sum + seconds[index], 0);
    const own = Object.entries(days).filter(([date]) => date.startsWith(month));
    const tallest = Math.max(3600, ...own.map(([, seconds]) => timeOf(seconds)));
    const table = monthTable(month, shortMonths[number - 1] + " " + year, countText(own.length, "day"), (date, day) => {
      const seconds = days[date];
      if (seconds === undefined) return null;
      const parts = moving.filter(([, index]) => seconds[index] > 0);
      const words =
        parts.map(([name, index]) => activityWords[name] + " " + durationText(seconds[index])).join(", ") || "no moves";
      return element("a", { href: "#days/day/" + date, title: date + ": " + words, "aria-label": date + ": " + words,
        "aria-current": date === dayOfRoom.date ? "date" : null },
        element("span", { class: "day-number" }, String(day)),
        element("span", { class: "day-bars" },
          ...parts.map(([name, index]) =>
            element("i", { class: name, style: `height: ${(100 * seconds[index]) / tallest}%` }))));
    });
    const isOpen = dayOfRoom.month.querySelector("details")?.open ?? false;
    dayOfRoom.month.replaceChildren(element("details", { open: isOpen }, element("summary", {}, "Calendar"), table));
  },

  /** The words beside the links tell whether the files show where one lives. */
  knowZones(zones) {
    dayOfRoom.hasZones = zones.length > 0;
    if (dayOfRoom.date !== null) dayOfRoom.fillFiles();
  },

  /** Links to the day as a file. */
  fillFiles() {
    const link = (format, words) =>
      element("a", { href: "/api/days/export?date=" + dayOfRoom.date + "&format=" + format, download: "" }, words);
    const zones = (text) => element("a", { href: "#days/private" }, text);
    dayOfRoom.files.replaceChildren(
      ...(dayOfRoom.hasZones ? ["Share this day, without your ", zones("private zones"), ": "]
        : ["Share this day. No ", zones("private zone"), " is set, so it tells where you live: "]),
      link("html", "page"), ", ", link("gpx", "GPX"), ", ", link("geojson", "GeoJSON"), ", ", link("kml", "KML"), ", ",
      link("csv", "CSV"));
  },

  fillCorrections(corrections) {
    const room = dayOfRoom;
    room.known = corrections;
    // A few are seen at once; many wait behind their number.
    if (corrections.length !== room.count) room.corrections.open = corrections.length <= 5;
    room.count = corrections.length;
    room.corrections.hidden = corrections.length === 0;
    room.corrections.querySelector("summary").textContent = countText(corrections.length, "correction");
    room.list.replaceChildren(...corrections.map(({ number, kind, text, fits, command }) => element("li", {},
      element("b", {}, kind), " " + text + (fits ? "" : " (fits nothing now)"),
      element("details", {}, element("summary", {}, "The command"), element("code", {}, command)),
      workspace.isReadOnly
        ? null : element("button", { type: "button", class: "plain", "aria-label": "Take back correction " + number,
          onclick: () => room.withdraw(number) }, "Take back"))));
  },

  async saveModes() {
    const room = dayOfRoom;
    try {
      const never = room.never.filter((box) => box.checked).map((box) => box.value);
      await workspace.post("/api/days/modes", { never });
      workspace.say("All days are told anew.");
    } catch (error) {
      workspace.sayError(error);
    }
    await room.load();
  },

  async withdraw(number) {
    try {
      await workspace.post("/api/days/withdraw", { number });
      workspace.say("Taken back.");
      dayOfRoom.load();
    } catch (error) {
      workspace.sayError(error);
    }
  },
};

registerDaysView(dayOfRoom);
