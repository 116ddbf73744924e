import { dayText, timeOfDayText } from "./axis.js";
import { weekdayWords } from "./day-calendar.js";
import { dayLink, hoursText, namePlace, townText } from "./days-places.js";
import { streetOffer } from "./days-streets.js";
import { distanceText, durationText, element } from "./kit.js";
import { workspace } from "./workspace.js";

// What is known of one place: its name, figures, hours of the week and visits.

/** The panel of the chosen place; `done` is called after a change. */
export class PlacePanel {
  constructor(done) {
    this.done = done;
    this.element = element("div", { class: "place-panel", hidden: true });
  }

  /** Shows a place of the list; null hides the panel. `likely` has the identifiers of home and work. */
  async show(place, likely) {
    this.place = place;
    this.element.hidden = place === null;
    if (place === null) return;
    const role = { [likely.home]: "likely home", [likely.work]: "likely work" }[place.id] ?? null;
    const facts = [
      ["Visits", String(place.visits)],
      ["Time", hoursText(place.seconds)],
      ["Each", durationText(place.seconds / place.visits) + " on average"],
      ["First", dayLink(place.first)], ["Last", dayLink(place.last)], ["Where", townText(place)],
      ["Radius", distanceText(place.radius)],
    ];
    const details = element("div", {});
    this.element.replaceChildren(
      element("h3", {}, place.title, role === null ? null : element("small", {}, " " + role)),
      workspace.isReadOnly ? "" : this.nameField(place),
      element("dl", { class: "facts" },
        ...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)))),
      details);
    try {
      const answer = await workspace.get("/api/days/place?id=" + encodeURIComponent(place.id));
      if (this.place === place) details.replaceChildren(this.rhythm(answer.rhythm), this.visits(answer.visits));
    } catch (error) {
      if (this.place === place) workspace.sayError(error);
    }
  }

  nameField(place) {
    const field = element("input", { class: "field", "aria-label": "Name of the place", value: place.name ?? "",
      placeholder: "Name of the place", maxlength: 200 });
    const save = () => field.value.trim() && namePlace(place.id, field.value.trim()).then(this.done);
    field.addEventListener("keydown", (event) => event.key === "Enter" && save());
    const button = (text, press) => element("button", { type: "button", class: "plain", onclick: press }, text);
    const call = (name) => namePlace(place.id, name).then(this.done);
    return element("div", { class: "place-name" }, field, button("Name it", save),
      place.name || !place.town ? "" : button("Call it " + place.town, () => call(place.town)),
      place.name ? null : streetOffer(place.id, call));
  }

  /** The hours of the week: a darker cell for more time. */
  rhythm(seconds) {
    const most = Math.max(...seconds, 1);
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    const head = hours
      .filter((hour) => hour % 6 === 0)
      .map((hour) => element("th", { scope: "col", colspan: 6 }, String(hour).padStart(2, "0")));
    const rows = weekdayWords.map((day, index) => element("tr", {}, element("th", { scope: "row" }, day),
      ...hours.map((hour) => {
        const own = seconds[24 * index + hour];
        return element("td",
          { title: `${day} ${hour} to ${hour + 1}: ${durationText(own)}`,
            style: `--share: ${Math.round((100 * own) / most)}%` });
      })));
    return element("table", { class: "days-rhythm" }, element("caption", {}, "Hours of the week"),
      element("thead", {}, element("tr", {}, element("td", {}), ...head)), element("tbody", {}, ...rows));
  }

  /** The visits, the last first, each with a link to its day. */
  visits(visits) {
    const list = element("ol", { class: "place-visits" });
    const show = (count) =>
      list.replaceChildren(...visits.toReversed().slice(0, count)
        .map(({ date, from, to }) => element("li", {}, dayLink(date), " ",
      element("span", { class: "note" },
        timeOfDayText(from, 60) + " to " + (Math.floor(from / 86400) === Math.floor(to / 86400)
          ? "" : dayText(to) + " ") + timeOfDayText(to, 60) + ", " + durationText(to - from)))));
    show(20);
    const more = visits.length <= 20
      ? null : element("button",
        { type: "button", class: "plain", onclick: () => { show(visits.length); more.remove(); } },
        "Show all " + visits.length);
    return element("div", {}, element("h4", {}, "Visits"), list, more ?? "");
  }
}
