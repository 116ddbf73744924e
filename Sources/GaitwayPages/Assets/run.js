import { TimeAxis, elapsedTickText, momentTickText } from "./axis.js";
import { colour, distanceText, element, lastNotAbove, pageData, speedText } from "./kit.js";
import { axisControls, playFrames } from "./lanes.js";
import { GeoMap } from "./map.js";
import { runLanes } from "./run-lanes.js";
import { RunRecord } from "./run-record.js";
import { runShapes, drawRunPolygons, drawRunShape, runIcon, runLegend, runShape } from "./run-shapes.js";
import { RunTable } from "./run-table.js";

// A simulated ride, played: map, time axis, the moment in words, and the decisions as a table.
// Everything that was decided stands in the data; this script looks up and draws.

/** More places than these have no names on the map: then those that matter most have. */
const mostNamedPlaces = 150;
/** More marks than these are drawn as dots, but for the alerts. */
const mostShapes = 250;

/** A ride on its page. */
class RunPlayer {
  constructor(record, root) {
    this.record = record;
    // What a page is about is what was shown.
    this.now = record.alertTimes[0] ?? record.eventTimes[0] ?? record.start;
    this.preview = null;
    this.isPlaying = false;
    this.changed = [];
    const shift = record.local(record.start) - record.start;
    this.axis = new TimeAxis({
      start: record.start,
      end: record.end,
      offset: record.data.origin === null ? 0 : ((shift % 86400) + 86400) % 86400,
      text: (time, step) =>
        record.data.origin === null ? elapsedTickText(time, step) : momentTickText(record.local(time), step),
    });
    this.stage = element("div", { class: "run-stage" });
    this.makeMap();
    this.makePanel();
    this.stage.append(this.map.element, this.makeControls(), this.panel);
    root.append(this.stage, runLegend(record), this.makeLanes());
    this.follow();
    this.show();
  }

  /** The time that is shown: what is pointed at, else where the ride is. */
  get shown() {
    return this.preview ?? this.now;
  }

  /** Calls back when the time that is shown changed. */
  onChange(callback) {
    this.changed.push(callback);
  }

  /** Moves the ride to a time. */
  move(time) {
    this.now = Math.min(Math.max(time, this.record.start), this.record.end);
    this.preview = null;
    this.keepInView();
    this.show();
  }

  /** Moves a map that was enlarged so that the phone stays in it. */
  keepInView() {
    const { map } = this;
    const place = map.isFitted ? null : map.at(this.now);
    if (place === null) return;
    const [x, y] = map.screen(...place);
    const margin = 30;
    if (x < margin || y < margin || x > map.width - margin || y > map.height - margin)
      map.pan(x - map.width / 2, y - map.height / 2);
  }

  /** Shows all that holds at the time. */
  show() {
    const time = this.shown;
    this.map.show(time);
    this.map.redraw();
    this.axis.point(time);
    const count = Number(this.slider.max);
    this.slider.value = Math.round(((this.now - this.record.start) / (this.record.end - this.record.start)) * count);
    this.slider.setAttribute("aria-valuetext", this.record.clock(this.now));
    this.fillPanel(time);
    for (const callback of this.changed) callback(time);
  }

  // The map

  makeMap() {
    const { record } = this;
    const label = `Map of the ride with ${record.places.length} places`;
    const isAlerted = new Set(record.alerts.map((event) => event.place));
    const groups = [record.places, record.places.filter((place) => place.isTouched),
      record.places.filter((place) => isAlerted.has(place.number))];
    const named = groups.find((group) => group.length <= mostNamedPlaces) ?? [];
    const isNamed = new Set(named);
    this.minor = record.places.filter((place) => !isNamed.has(place));
    const places = named.map((place) => ({
      ...place,
      kind: "none",
      label: (place.name === place.identifier ? place.identifier : place.name + "\n" + place.identifier) +
        (place.rings ? "\npolygon within " : "\nradius ") + Math.round(place.radius) + " m",
    }));
    this.map = new GeoMap({ paths: record.paths, places, label });
    const isOfRide = (thing) => thing.points !== undefined || thing.isTouched === true;
    this.map.fit(isOfRide);
    if (this.minor.length > 0) this.map.overlay((context, project) => this.drawMinor(context, project));
    this.map.overlay((context, project) => this.drawMoment(context, project));
    this.pointed = null;
    this.map.onPoint((time) => {
      this.pointed = time;
      if (!this.isPlaying) this.peek(time);
    });
    this.map.canvas.addEventListener("click", () => {
      if (this.pointed !== null && this.map.dragged < 4) this.move(this.pointed);
    });
  }

  /** Shows another time for as long as it is pointed at; null for none. */
  peek(time) {
    if (time === this.preview) return;
    this.preview = time;
    this.show();
  }

  /** The places without names, as dots that leave the way to be seen. */
  drawMinor(context, project) {
    const { width, height } = this.map;
    context.beginPath();
    for (const place of this.minor) {
      const [x, y] = project([place.latitude, place.longitude]);
      const radius = project.pixels(place.radius, place.latitude);
      if (x + radius < 0 || y + radius < 0 || x - radius > width || y - radius > height) continue;
      context.rect(x - 0.8, y - 0.8, 1.6, 1.6);
      if (radius < 7) continue;
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.strokeStyle = colour("none");
    context.lineWidth = 1;
    context.stroke();
  }

  /** The regions, the places that wait and the alerts of the moment. */
  drawMoment(context, project) {
    const { record } = this;
    const time = this.shown;
    const circle = (place, dashes, width, name, alpha) => {
      const [x, y] = project([place.latitude, place.longitude]);
      const radius = Math.max(project.pixels(place.radius, place.latitude), 7);
      if (x + radius < 0 || y + radius < 0 || x - radius > this.map.width || y - radius > this.map.height) return;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = context.strokeStyle = colour(name);
      context.globalAlpha = alpha;
      context.fill();
      context.globalAlpha = 1;
      context.setLineDash(dashes);
      context.lineWidth = width;
      context.stroke();
    };
    drawRunPolygons(context, project, record.polygons);
    const bubble = record.bubbleAt(time);
    if (bubble) circle(bubble, [2, 5], 1.5, "ink", 0);
    const watched = record.watchedAt(time);
    for (const number of watched ?? []) circle(record.places[number], [], 2, "accent", 0.1);
    for (const { place } of record.waitsAt(time)) circle(record.places[place], [6, 4], 3, "ink", 0.12);
    const last = new Map();
    for (let index = 0; index <= lastNotAbove(record.eventTimes, time); index += 1) {
      const event = record.events[index];
      // An alert stays on the map; what ended otherwise gives way to what comes next.
      if (last.get(event.place) !== "deliver" || event.kind === "deliver") last.set(event.place, event.kind);
    }
    for (const { place } of record.insideAt(time)) if (!last.has(place)) last.set(place, "enter");
    this.drawMarks(context, project, last);
  }

  /** What happened last at each place: shapes, or dots if shapes would hide each other. */
  drawMarks(context, project, kinds) {
    const inView = [];
    for (const [number, kind] of kinds) {
      const place = this.record.places[number];
      const [x, y] = project([place.latitude, place.longitude]);
      if (x > -10 && y > -10 && x < this.map.width + 10 && y < this.map.height + 10) inView.push({ x, y, kind });
    }
    const isSmall = (mark) => inView.length > mostShapes && mark.kind !== "deliver";
    for (const kind of Object.keys(runShapes)) {
      context.beginPath();
      for (const mark of inView) if (mark.kind === kind && isSmall(mark)) context.rect(mark.x - 2, mark.y - 2, 4, 4);
      context.fillStyle = colour(runShapes[kind].colour);
      context.fill();
    }
    for (const mark of inView) if (!isSmall(mark)) drawRunShape(context, mark.kind, mark.x, mark.y, 1.15);
  }

  // The moment in words

  makePanel() {
    this.parts = {
      time: element("p", { class: "run-time" }),
      activity: element("p", { class: "run-activity" }),
      gate: element("p", { class: "run-gate" }),
      watched: element("p"),
      inside: element("p"),
      waiting: element("ul"),
      alerts: element("ul"),
    };
    const { time, activity, gate, watched, inside, waiting, alerts } = this.parts;
    const titled = (title, ...content) => element("div", {}, element("h3", {}, title), ...content);
    this.panel = element(
      "div",
      { class: "run-panel", role: "region", "aria-label": "The moment in words", tabindex: 0 },
      time,
      activity,
      titled("If an alert came now", gate),
      titled("Waiting", waiting),
      titled("Shown so far", alerts),
      titled("Regions watched", watched),
      titled("Inside, by the app's regions", inside),
    );
  }

  fillPanel(time) {
    const { record, parts } = this;
    parts.time.textContent = record.clock(time);
    const activity = record.activity(time);
    const isSilent = record.isSilentAt(time);
    const speed = record.speedAt(time);
    parts.activity.replaceChildren(
      element("span", { class: "swatch " + (isSilent ? "unknown" : activity?.name ?? "unknown"),
        "aria-hidden": "true" }),
      activity === null
        ? record.data.activities.known ? "no report yet" : "no activity reports"
        : isSilent
          ? `no reports; the last was ${activity.name}`
          : `${activity.name}, confidence ${activity.confidence}`,
      speed === null ? "" : " · " + speedText(speed),
    );
    const gate = record.gateAt(time);
    parts.gate.classList.toggle("is-held", gate?.isHeld === true);
    parts.gate.replaceChildren(
      gate === null
        ? "no answer yet"
        : (gate.isHeld ? "held back: " : "shown: ") + gate.reasons.map((word) => record.data.words[word]).join("; "),
    );
    const waits = record.waitsAt(time);
    parts.waiting.replaceChildren(
      ...(waits.length === 0
        ? [element("li", { class: "nothing" }, "nothing")]
        : waits.slice(0, 6).map((wait) => this.waitItem(wait, time))),
      ...(waits.length > 6 ? [element("li", {}, `and ${waits.length - 6} more`)] : []),
    );
    const shown = lastNotAbove(record.alertTimes, time) + 1;
    parts.alerts.replaceChildren(
      ...(shown === 0 ? [element("li", { class: "nothing" }, "nothing")] : []),
      ...record.alerts.slice(Math.max(0, shown - 3), shown).reverse().map((event) => this.alertItem(event)),
      ...(shown > 3 ? [element("li", {}, `and ${shown - 3} before`)] : []),
    );
    const watched = record.watchedAt(time);
    const bubble = record.bubbleAt(time);
    const names = [...(watched ?? [])].slice(0, 20).map((number) => this.placeName(number));
    parts.watched.textContent =
      watched === null
        ? record.data.regions.all
          ? `all ${record.data.places.count} places, more than a phone can watch`
          : "not on this page"
        : names.length === 0 ? "none yet" : `${watched.size}: ${names.join(", ")}`;
    if (bubble) parts.watched.append(element("small", {},
      ` New ones are chosen on leaving a circle of ${distanceText(bubble.radius)}.`));
    const inside = [...new Set(record.insideAt(time).map((entry) => this.placeName(entry.place)))];
    parts.inside.textContent = inside.length === 0 ? "no place" : inside.slice(0, 8).join(", ") +
      (inside.length > 8 ? ` and ${inside.length - 8} more` : "");
  }

  placeName(number) {
    return this.record.places[number].name;
  }

  /** An alert that was shown. */
  alertItem(event) {
    const more = event.others > 0 ? ` and ${event.others} more` : "";
    return element("li", {}, runShape("deliver"), " ", this.placeName(event.place), more,
      element("small", {}, " " + this.record.clock(event.time)));
  }

  /** A place that waits, since when, and why by the last decision about it. */
  waitItem(wait, time) {
    const reasons = this.record.waitReasons(wait, time).join("; ");
    return element("li", {}, runShape("defer"), " ", this.placeName(wait.place),
      element("small", {}, ` since ${this.record.clock(wait.from)}${reasons && ": " + reasons}`));
  }

  // Playing

  makeControls() {
    const { record } = this;
    const length = record.end - record.start;
    const count = Math.max(1, Math.min(2000, Math.ceil(length)));
    this.slider = element("input", {
      type: "range", min: 0, max: count, step: 1, value: 0, "aria-label": "Time of the ride",
      oninput: () => {
        this.pause();
        this.move(record.start + (Number(this.slider.value) / count) * length);
      },
    });
    this.button = element("button",
      { type: "button", class: "run-play", onclick: () => (this.isPlaying ? this.pause() : this.play()) });
    const speeds = [1, 5, 20, 60, 300, 1200, 3600, 21600];
    // As a rule a ride takes a minute and a half at the most.
    const usual = speeds.find((speed) => length / speed <= 90) ?? speeds.at(-1);
    const options = speeds.map((speed) => element("option", { value: speed, selected: speed === usual }, speed + "×"));
    this.speed = element("select", { "aria-label": "Speed" }, ...options);
    const step = (icon, label, direction) =>
      element("button", { type: "button", "aria-label": label, title: label, onclick: () => this.step(direction) },
        runIcon(icon));
    this.tellPlaying();
    return element("div", { class: "run-controls", role: "group", "aria-label": "Play the ride" }, this.button,
      step("previous", "Previous decision or miss", -1), step("next", "Next decision or miss", 1),
      this.slider, this.speed);
  }

  /** Goes to the next thing that happened, or the one before. */
  step(direction) {
    const { eventTimes } = this.record;
    this.pause();
    const behind = lastNotAbove(eventTimes, this.now) + 1;
    if (direction > 0) {
      if (behind < eventTimes.length) this.move(eventTimes[behind]);
    } else {
      const before = eventTimes.filter((time) => time < this.now);
      this.move(before.length > 0 ? before[before.length - 1] : this.record.start);
    }
  }

  play() {
    if (this.now >= this.record.end) this.now = this.record.start;
    this.preview = null;
    this.isPlaying = true;
    this.tellPlaying();
    playFrames(this, (passed) => {
      this.move(this.now + passed * Number(this.speed.value));
      if (this.now >= this.record.end) this.pause();
    });
  }

  pause() {
    this.isPlaying = false;
    this.tellPlaying();
  }

  tellPlaying() {
    this.button.replaceChildren(runIcon(this.isPlaying ? "pause" : "play"));
    this.button.setAttribute("aria-label", this.isPlaying ? "Pause" : "Play");
    this.button.title = this.isPlaying ? "Pause" : "Play";
  }

  // Along time

  makeLanes() {
    const lanes = runLanes(this.record, this.axis);
    const label = "The ride along time. Arrow keys move the ride, plus and minus zoom, 0 shows the whole ride.";
    const attributes = { class: "run-lanes", role: "group", tabindex: 0, "aria-label": label };
    this.lanes = element("div", attributes, ...lanes.map((lane) => lane.element));
    this.axis.attach(this.lanes);
    return element("div", { class: "run-along" }, axisControls(this.axis), this.lanes);
  }

  /** Follows the axis: a mouse over it shows other moments, a click goes there; keys and fingers go there at once. */
  follow() {
    let isOver = false;
    let pressed = null;
    const { lanes, axis } = this;
    lanes.addEventListener("pointerenter", (event) => (isOver = event.pointerType === "mouse"));
    lanes.addEventListener("pointerleave", () => {
      isOver = false;
      if (!this.isPlaying) this.peek(null);
    });
    lanes.addEventListener("pointerdown", (event) => (pressed = event.clientX));
    lanes.addEventListener("keydown", () => (isOver = false));
    lanes.addEventListener("pointermove", (event) => (isOver = event.pointerType === "mouse"));
    lanes.addEventListener("click", (event) => {
      if (pressed === null || Math.abs(event.clientX - pressed) > 4) return;
      const box = lanes.getBoundingClientRect();
      this.pause();
      this.move(axis.time(event.clientX - box.left, box.width));
    });
    axis.listen(() => {
      if (this.isPlaying || axis.cursor === null) axis.point(this.shown);
      else if (axis.cursor === this.shown) return;
      else if (isOver) this.peek(axis.cursor);
      else this.move(axis.cursor);
    });
  }
}

{
  const player = new RunPlayer(new RunRecord(pageData), document.getElementById("run"));
  new RunTable(player, document.getElementById("run-decisions"));
}
