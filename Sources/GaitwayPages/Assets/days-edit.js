import { activityWords, dayClock, pathPoints, placeText, visitSpot } from "./day-rows.js";
import { DayHandles, movedBoundary, partOfSection } from "./days-handles.js";
import { correctionHistory } from "./days-history.js";
import { RadiusHandle } from "./days-radius.js";
import { streetOffer } from "./days-streets.js";
import { TripPen } from "./days-trip.js";
import { element, pageData } from "./kit.js";
import { workspace } from "./workspace.js";

// What a person can set right in an item of a day: each press is a correction of the store, or makes it forget.

/** A moment in seconds as the store reads it. */
export function momentText(seconds) {
  return new Date(Math.round(1000 * seconds)).toISOString();
}

/** The form of the item that was chosen. */
export class DayEditor {
  /** @param done called after each change. */
  constructor(done) {
    this.done = done;
    /** All places of the store, once they are known. */
    this.places = [];
    this.element = element("section", { class: "days-edit", "aria-label": "Corrections of the chosen item",
      hidden: true });
  }

  /** Shows what can be corrected of a row of the day's view; null hides the form. */
  show(row, view) {
    this.element.hidden = row === null || workspace.isReadOnly;
    this.element.replaceChildren();
    this.cut = null;
    if (view) this.attach(view);
    const isShown = !this.element.hidden;
    this.handles?.show(isShown ? row : null);
    const place = isShown && row.kind === "visit" ? pageData.places[row.item.place] : undefined;
    this.circle?.show(place ?? null);
    const trip = this.pen?.show(isShown && row.kind === "gap" ? row.item : null) ?? null;
    if (!isShown) return;
    const span = row.kind === "section" ? row.section : row.item;
    this.element.append(
      element("h3", {}, row.words.name + ", " + dayClock(span.start) + " to " + dayClock(span.end)),
      ...(place ? this.placeParts(place) : []),
      ...(row.kind === "section" ? this.sectionParts(row.section)
        : [trip, this.stayPart(row.item, place)].filter(Boolean)),
      ...this.offerParts(row.item),
      ...(row.kind === "gap" ? [] : [this.cutPart(row, span)]),
      this.forgetParts(span, row.kind === "visit" ? visitSpot(row.item) : null));
  }

  /** Gives the day's view its handles, once. */
  attach(view) {
    if (this.view === view) return;
    this.view = view;
    this.handles = new DayHandles(view, (row, side, time) =>
      this.correct(...movedBoundary(view.rows, row, side, time)),
    );
    this.circle = new RadiusHandle(view.map, (metres, isDone) => {
      if (this.radius) this.radius.value = metres;
      if (isDone) this.saveRadius();
    });
    this.pen = new TripPen(view.map, (trip) => this.correct(trip));
    // A press on the path of the chosen section sets the time to cut at. Another path may lie on it.
    view.map.canvas.addEventListener("click", (event) => {
      if (this.cut === null || view.held === null) return;
      const own = view.map.lines.filter(({ path }) => path.row === view.held[0]);
      const { time } = view.map.found(view.map.pointer(event), own);
      if (time !== null) this.cut(time);
    });
  }

  button(text, press) {
    return element("button", { type: "button", class: "plain", onclick: press }, text);
  }

  group(title, ...parts) {
    return element("fieldset", {}, element("legend", {}, title), ...parts);
  }

  placeParts(place) {
    const reference = { identifier: place.id };
    const name = element("input", { class: "field", "aria-label": "Name of the place", value: place.name ?? "",
      placeholder: placeText(place), maxlength: 200 });
    const radius = element("input",
      { class: "field", type: "number", min: 5, max: 5000, step: 5, "aria-label": "Radius in metres",
        value: Math.round(place.radius) });
    const saveName = () =>
      name.value.trim() && this.correct({ kind: "name", place: reference, name: name.value.trim() });
    name.addEventListener("keydown", (event) => event.key === "Enter" && saveName());
    radius.addEventListener("input", () => this.circle.setRadius(Number(radius.value)));
    this.radius = radius;
    this.saveRadius = () => this.correct({ kind: "radius", place: reference, radius: Number(radius.value) });
    const others = pageData.places.filter((other) => other !== place);
    const other = element("select", { class: "field", "aria-label": "The other place" },
      ...others.map((one) => element("option", { value: one.id }, placeText(one))));
    const town = place.name ? null : this.places.find(({ id }) => id === place.id)?.town;
    return [
      this.group("The place", name, this.button("Name it", saveName),
        town ? this.button("Call it " + town, () => this.correct({ kind: "name", place: reference, name: town }))
          : "",
        place.name ? null : streetOffer(place.id, (called) =>
          this.correct({ kind: "name", place: reference, name: called }))),
      this.group("Its radius in metres, or drag its circle on the map", radius,
        this.button("Set the radius", this.saveRadius)),
      ...(others.length === 0 ? [] : [this.group("It is the same place as", other,
        this.button("Join the places",
          () => this.correct({ kind: "same-place", place: reference, into: { identifier: other.value } })))]),
    ];
  }

  /** Says where the person was in the time of a visit or a gap: at a known place, or at a new one. */
  stayPart(item, place) {
    const spot = item.kind === "visit" ? visitSpot(item) : null;
    return this.stayGroup(place ? "This visit was at another place" : "I was at", spot, () => [item.start, item.end],
      pageData.places.filter((one) => one !== place));
  }

  /** A field for a place's name, and the button that says that the person stayed there. */
  stayGroup(title, spot, span, places) {
    const days = new Set(pageData.places.map(({ id }) => id));
    const all = [...places, ...this.places.filter(({ id, name }) => name && !days.has(id))];
    const list = element("datalist", { id: "days-places-known" },
      ...all.map((one) => element("option", { value: placeText(one) })));
    const name = element("input",
      { class: "field", "aria-label": title + ": name of the place", placeholder: "Name of the place", maxlength: 200,
        list: list.id });
    return this.group(title, name, list, this.button("I was there", () => {
      const text = name.value.trim();
      const known = all.find((one) => placeText(one) === text);
      if (text === "") return name.focus();
      if (known === undefined && spot === null) return workspace.say("Give the name of a known place.");
      const place = known ? { identifier: known.id } : { latitude: spot.latitude, longitude: spot.longitude,
        identifier: text };
      const [start, end] = span();
      this.correct({ kind: "stay", place, from: momentText(start), to: momentText(end) });
    }));
  }

  sectionParts(section) {
    const [from, to] = [momentText(section.start), momentText(section.end)];
    const choice = (word, isChosen, correction) =>
      element("button", { type: "button", class: "plain", "aria-pressed": String(isChosen),
      onclick: () => this.correct({ from, to, ...correction }) }, word);
    return [
      this.group("The activity was", ...Object.entries(activityWords).map(([activity, word]) =>
        choice(word, activity === section.activity, { kind: "activity", activity }))),
      this.group("The vehicle was a", ...(pageData.vehicles ?? []).map((vehicle) =>
        choice(vehicle, vehicle === section.vehicle, { kind: "vehicle", vehicle }))),
    ];
  }

  /** The corrections that the store offers for an item. */
  offerParts(item) {
    const buttons = (item.offers ?? []).map(({ words, correction }) =>
      this.button(words, () => this.correct(correction)),
    );
    return buttons.length === 0 ? [] : [this.group("Join or leave out", ...buttons)];
  }

  /** Cuts the item at a time that a handle or a press on the path sets; on a path, it may have been a stop. */
  cutPart(row, span) {
    const time = element("output", {});
    const handle = element("input", { type: "range", "aria-label": "Where to cut", min: Math.ceil(span.start),
      max: Math.floor(span.end), step: 10, value: Math.round((span.start + span.end) / 2) });
    const say = () => { time.textContent = dayClock(Number(handle.value)); };
    handle.addEventListener("input", () => {
      say();
      this.view.showTime(Number(handle.value));
    });
    this.cut = (seconds) => {
      handle.value = Math.round(seconds);
      say();
    };
    say();
    const cut = this.group("Cut it in two at", handle, time,
      this.button("Cut", () => this.correct({ kind: "split", at: momentText(Number(handle.value)) })));
    if (row.kind !== "section") return cut;
    const later = this.group("From then on it was", ...Object.entries(activityWords).map(([activity, word]) =>
      this.button(word, () => this.correct(...partOfSection(row.section, Number(handle.value), span.end, activity)))));
    return element("div", {}, cut, later, this.stopPart(span, handle));
  }

  /** A stop on the path, around the time of the handle. */
  stopPart(span, handle) {
    const minutes = element("input",
      { class: "field", type: "number", min: 1, max: 600, value: 10, "aria-label": "Minutes of the stop" });
    const half = () => 30 * Math.min(Math.max(Number(minutes.value) || 10, 1), 600);
    const spot = {
      get latitude() { return where()[0]; },
      get longitude() { return where()[1]; },
    };
    const where = () => pathPosition(this.view.rows[this.view.held[0]], Number(handle.value));
    const part = this.stayGroup("I stopped there for these minutes at", spot,
      () => [Math.max(span.start, Number(handle.value) - half()), Math.min(span.end, Number(handle.value) + half())],
      pageData.places,
    );
    part.querySelector("legend").after(minutes);
    return part;
  }

  forgetParts(span, spot) {
    const [from, to] = [momentText(span.start), momentText(span.end)];
    const asked = element("div", { class: "days-asked", role: "status" });
    const ask = (what) => this.forget(what, asked);
    return this.group("Delete for good", this.button("This time", () => ask({ from, to })),
      this.button("This day", () =>
        ask({ from: momentText(pageData.days[0].start), to: momentText(pageData.days[0].end) }),
      ),
      spot === null
        ? null : this.button("All near here",
          () => ask({ latitude: spot.latitude, longitude: spot.longitude, radius: spot.radius ?? 100 })), asked);
  }

  async correct(...corrections) {
    try {
      await correctionHistory.make(corrections);
      this.done();
    } catch (error) {
      workspace.sayError(error);
    }
  }

  /** Says what would go, and deletes it only if the person agrees. */
  async forget(what, asked) {
    try {
      const count = await workspace.post("/api/days/forget", { ...what, trial: true });
      const parts = [[count.fixes, "fix", "fixes"], [count.reports, "report", "reports"],
        [count.items, "imported item", "imported items"], [count.corrections, "correction", "corrections"]]
        .filter(([number]) => number > 0)
        .map(([number, one, many]) => number.toLocaleString("en") + " " + (number === 1 ? one : many));
      if (parts.length === 0) return asked.replaceChildren("There is nothing to delete.");
      const really = this.button("Delete them", async () => {
        try {
          await workspace.post("/api/days/forget", what);
          workspace.say("Deleted: " + parts.join(", ") + ".");
          this.done();
        } catch (error) {
          workspace.sayError(error);
        }
      });
      asked.replaceChildren("This deletes " + parts.join(", ") + ". It cannot be taken back. The same by hand: ",
        element("code", {}, count.command), " ", really, this.button("Keep them", () => asked.replaceChildren()));
      really.focus();
    } catch (error) {
      workspace.sayError(error);
    }
  }
}

/** The position `[latitude, longitude]` of a section's path nearest to a time. */
function pathPosition(row, time) {
  let best = null;
  for (const text of row.section.path) {
    for (const point of pathPoints(text, row.section.start)) {
      if (best === null || Math.abs(point[2] - time) < Math.abs(best[2] - time)) best = point;
    }
  }
  return best ?? [NaN, NaN];
}
