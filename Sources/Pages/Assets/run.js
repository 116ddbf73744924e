"use strict";

// A simulated ride, played: map, time axis, the moment in words, and the decisions as a table.
// Everything that was decided stands in the data; this script looks up and draws.

/** The shapes of what happens, around 0, 0 in a box of 16: `line` is stroked, `fill` filled. */
const RUN_SHAPES = {
  deliver: { fill: "M0-7A7 7 0 1 1 0 7A7 7 0 1 1 0-7Z", line: "M-3.2 0.2L-0.9 2.7L3.4-2.4", colour: "accent", on: "paper" },
  defer: { line: "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6ZM0-3.4V0.3L2.4 1.8", colour: "ink" },
  skip: { line: "M-4.5-4.5L4.5 4.5M-4.5 4.5L4.5-4.5", colour: "quiet" },
  drop: { line: "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6ZM-3 0H3", colour: "quiet" },
  missed: { fill: "M0-7L7 0L0 7L-7 0Z", line: "M0-3.4V0.6M0 2.6V3.2", colour: "missed", on: "missed-on" },
  enter: { fill: "M-4-5L5 0L-4 5Z", colour: "ink" },
};

/** What the answers mean, for those who do not know the words. */
const RUN_WORDS = {
  deliver: "the alert is shown",
  defer: "not now; the gate decides again",
  skip: "ended: the motion rule says no",
  drop: "ended without an alert",
  missed: "the phone did not see the entry",
};

/** More places than these have no names on the map: then those that matter most have. */
const MOST_NAMED_PLACES = 150;

/** Draws one of the shapes at some pixels. */
function drawRunShape(context, name, x, y, size = 1) {
  const shape = RUN_SHAPES[name];
  shape.paths ??= { fill: shape.fill && new Path2D(shape.fill), line: shape.line && new Path2D(shape.line) };
  context.save();
  context.translate(x, y);
  context.scale(size, size);
  context.lineCap = context.lineJoin = "round";
  if (shape.fill) {
    const path = shape.paths.fill;
    context.strokeStyle = colour("paper");
    context.lineWidth = 2.4;
    context.stroke(path);
    context.fillStyle = colour(shape.colour);
    context.fill(path);
  }
  if (shape.line) {
    const path = shape.paths.line;
    if (!shape.fill) {
      context.strokeStyle = colour("paper");
      context.lineWidth = 4.6;
      context.stroke(path);
    }
    context.strokeStyle = colour(shape.on ?? shape.colour);
    context.lineWidth = 1.8;
    context.stroke(path);
  }
  context.restore();
}

/** One of the shapes as a picture beside words. */
function runShape(name) {
  const shape = RUN_SHAPES[name];
  return element(
    "svg:svg",
    { class: "shape", viewBox: "-8 -8 16 16", "aria-hidden": "true" },
    shape.fill ? element("svg:path", { d: shape.fill, style: `fill: var(--${shape.colour})` }) : null,
    shape.line ? element("svg:path", { d: shape.line, style: `fill: none; stroke: var(--${shape.on ?? shape.colour}); stroke-width: 1.8` }) : null,
  );
}

/** The ride's data, with arrays instead of their texts, and what holds at a time. */
class RunRecord {
  constructor(data) {
    this.data = data;
    this.start = data.start;
    this.end = data.end;
    const times = (text) => Array.from(decoded(text, Int32Array), (count) => data.start + count * data.step);
    const degrees = (text) => Array.from(decoded(text, Int32Array), (count) => count / 1e6);
    const metres = (text) => Array.from(decoded(text, Int32Array), (count) => count / 10);

    const [time, latitude, longitude] = [times(data.path.time), degrees(data.path.latitude), degrees(data.path.longitude)];
    let next = 0;
    this.paths = data.path.parts.map(([count, activity]) => {
      const points = [];
      for (const end = next + count; next < end; next += 1) points.push([latitude[next], longitude[next], time[next]]);
      return { activity, points, label: activity ?? "no report yet" };
    });

    const { places } = data;
    const [north, east, radius] = [degrees(places.latitude), degrees(places.longitude), metres(places.radius)];
    this.places = places.names.map((identifier, number) => ({
      number,
      identifier,
      name: places.titles[number] ?? identifier,
      latitude: north[number],
      longitude: east[number],
      radius: radius[number],
    }));

    this.speed = { time: times(data.speed.time), value: decoded(data.speed.value, Uint16Array) };
    const { activities } = data;
    this.activities = {
      time: times(activities.time),
      answer: decoded(activities.answer, Uint8Array),
      confidence: decoded(activities.confidence, Uint8Array),
    };
    this.gate = data.gate.map(([time, isHeld, ...reasons]) => ({ time, isHeld: isHeld === 1, reasons }));
    this.gateTimes = this.gate.map((state) => state.time);
    this.changes = { time: times(data.regions.time), change: decoded(data.regions.change, Int32Array) };
    const { bubbles } = data;
    const [bubbleTime, bubbleNorth, bubbleEast, bubbleRadius] = [times(bubbles.time), degrees(bubbles.latitude), degrees(bubbles.longitude), metres(bubbles.radius)];
    this.bubbleTimes = bubbleTime;
    this.bubbles = bubbleTime.map((_, i) => ({ latitude: bubbleNorth[i], longitude: bubbleEast[i], radius: bubbleRadius[i] }));
    this.entries = data.entries.map(([place, edge, known, left, leftKnown]) => ({ place, edge, known, left, leftKnown }));
    this.waits = data.waits.map(([place, from, to]) => ({ place, from, to }));
    this.events = this.listEvents(data);
    this.eventTimes = this.events.map((event) => event.time);
    this.alerts = this.events.filter((event) => event.kind === "deliver");
    this.watched = { at: 0, places: new Set() };
    for (const event of this.events) this.places[event.place].isTouched = true;
    for (const entry of this.entries) this.places[entry.place].isTouched = true;
  }

  /** Decisions and misses, by time. */
  listEvents(data) {
    const decisions = data.decisions.map(([time, entry, place, kind, reasons, others, into, explanation]) => ({
      time, entry, place, kind, others, into, explanation,
      reasons: data.reasons[reasons].map((word) => ({ word, text: data.words[word] })),
    }));
    const missed = data.missed.map(([place, time, speed, word]) => ({
      time, place, kind: "missed", speed, reasons: [{ word, text: data.missWords[word] }],
    }));
    const events = decisions.concat(missed);
    // Stable: what happened in one moment keeps its order.
    events.sort((first, second) => first.time - second.time);
    events.forEach((event, number) => (event.number = number));
    return events;
  }

  /** How many of ascending times are not after a time. */
  static upTo(times, time) {
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Seconds to add to UTC at a time. */
  offset(time) {
    let offset = this.data.offsets[0][1];
    for (const [from, seconds] of this.data.offsets) if (from <= time) offset = seconds;
    return offset;
  }

  /** Seconds since 1970 by the zone's clock; elapsed seconds of a ride without one. */
  local(time) {
    return this.data.origin === null ? time : this.data.origin + time + this.offset(time);
  }

  /** The time of day, with the day where the ride has several. */
  clock(time) {
    const local = this.local(time);
    if (this.data.origin === null) return clockText(local);
    const isOneDay = Math.floor(this.local(this.start) / 86400) === Math.floor(this.local(this.end) / 86400);
    return (isOneDay ? "" : dayText(local) + ", ") + timeOfDayText(local, 1);
  }

  /** The report that the phone has at a time; null before the first. */
  activity(time) {
    const index = RunRecord.upTo(this.activities.time, time) - 1;
    if (index < 0) return null;
    return {
      name: this.data.activities.names[this.activities.answer[index]],
      confidence: this.data.activities.confidences[this.activities.confidence[index]],
    };
  }

  /** Metres per second at a time; null where it is not known. */
  speedAt(time) {
    const index = RunRecord.upTo(this.speed.time, time) - 1;
    const value = index < 0 ? 65535 : this.speed.value[index];
    return value === 65535 ? null : value / 100;
  }

  /** The gate's state at a time; null before the first. */
  gateAt(time) {
    return this.gate[RunRecord.upTo(this.gateTimes, time) - 1] ?? null;
  }

  /** The circle around the last choice; null where there is none. */
  bubbleAt(time) {
    const known = this.data.regions.knownUntil;
    if (known !== null && time >= known) return null;
    return this.bubbles[RunRecord.upTo(this.bubbleTimes, time) - 1] ?? null;
  }

  /** The places that are registered at a time, in the order of their registration; null where that is not in the page. */
  watchedAt(time) {
    const { regions } = this.data;
    if (regions.all || (regions.knownUntil !== null && time >= regions.knownUntil)) return null;
    const wanted = RunRecord.upTo(this.changes.time, time);
    // Forwards from the last answer, from the beginning for what lies before it.
    if (wanted < this.watched.at) this.watched = { at: 0, places: new Set() };
    for (; this.watched.at < wanted; this.watched.at += 1) {
      const change = this.changes.change[this.watched.at];
      if (change > 0) this.watched.places.add(change - 1);
      else this.watched.places.delete(-change - 1);
    }
    return this.watched.places;
  }

  /** The waits at a time. */
  waitsAt(time) {
    return this.waits.filter((wait) => wait.from <= time && time < wait.to);
  }

  /** The places that the app holds the phone to be in. */
  insideAt(time) {
    return this.entries.filter((entry) => entry.known <= time && (entry.leftKnown === null || time < entry.leftKnown));
  }
}

/** A ride on its page. */
class RunPlayer {
  constructor(record, root) {
    this.record = record;
    this.now = record.start;
    this.preview = null;
    this.isPlaying = false;
    this.changed = [];
    const shift = record.local(record.start) - record.start;
    this.axis = new TimeAxis({
      start: record.start,
      end: record.end,
      offset: record.data.origin === null ? 0 : ((shift % 86400) + 86400) % 86400,
      text: (time, step) => (record.data.origin === null ? elapsedTickText(time, step) : momentTickText(record.local(time), step)),
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
    if (x < margin || y < margin || x > map.width - margin || y > map.height - margin) map.pan(x - map.width / 2, y - map.height / 2);
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
    const groups = [record.places, record.places.filter((place) => place.isTouched), record.places.filter((place) => isAlerted.has(place.number))];
    const named = groups.find((group) => group.length <= MOST_NAMED_PLACES) ?? [];
    const isNamed = new Set(named);
    this.minor = record.places.filter((place) => !isNamed.has(place));
    const places = named.map((place) => ({
      ...place,
      kind: "none",
      label: (place.name === place.identifier ? place.identifier : place.name + "\n" + place.identifier) + "\nradius " + Math.round(place.radius) + " m",
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
    const bubble = record.bubbleAt(time);
    if (bubble) circle(bubble, [2, 5], 1.5, "ink", 0);
    const watched = record.watchedAt(time);
    for (const number of watched ?? []) circle(record.places[number], [], 2, "accent", 0.1);
    for (const { place } of record.waitsAt(time)) circle(record.places[place], [6, 4], 3, "ink", 0.12);
    const last = new Map();
    for (let index = 0; index < RunRecord.upTo(record.eventTimes, time); index += 1) {
      const event = record.events[index];
      // An alert stays on the map; what ended otherwise gives way to what comes next.
      if (last.get(event.place) !== "deliver" || event.kind === "deliver") last.set(event.place, event.kind);
    }
    for (const { place } of record.insideAt(time)) if (!last.has(place)) last.set(place, "enter");
    for (const [number, kind] of last) {
      const place = record.places[number];
      const [x, y] = project([place.latitude, place.longitude]);
      if (x > -10 && y > -10 && x < this.map.width + 10 && y < this.map.height + 10) drawRunShape(context, kind, x, y, 1.15);
    }
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
      titled("Inside, as the app knows", inside),
    );
  }

  fillPanel(time) {
    const { record, parts } = this;
    parts.time.textContent = record.clock(time);
    const activity = record.activity(time);
    const speed = record.speedAt(time);
    parts.activity.replaceChildren(
      element("span", { class: "swatch " + (activity?.name ?? "unknown"), "aria-hidden": "true" }),
      activity === null ? (record.data.activities.known ? "no report yet" : "no activity reports") : `${activity.name}, confidence ${activity.confidence}`,
      speed === null ? "" : ` · ${Math.round(speed * 3.6)} km/h`,
    );
    const gate = record.gateAt(time);
    parts.gate.classList.toggle("held", gate?.isHeld === true);
    parts.gate.replaceChildren(
      gate === null
        ? "nothing is known yet"
        : (gate.isHeld ? "held back: " : "shown: ") + gate.reasons.map((word) => record.data.words[word]).join("; "),
    );
    const waits = record.waitsAt(time);
    parts.waiting.replaceChildren(
      ...(waits.length === 0 ? [element("li", { class: "nothing" }, "nothing")] : waits.slice(0, 6).map((wait) => this.waitItem(wait, time))),
      ...(waits.length > 6 ? [element("li", {}, `and ${waits.length - 6} more`)] : []),
    );
    const shown = RunRecord.upTo(record.alertTimes ?? (record.alertTimes = record.alerts.map((event) => event.time)), time);
    parts.alerts.replaceChildren(
      ...(shown === 0 ? [element("li", { class: "nothing" }, "nothing")] : []),
      ...record.alerts.slice(Math.max(0, shown - 3), shown).reverse().map((event) => element("li", {}, runShape("deliver"), " ", this.placeName(event.place), event.others > 0 ? ` and ${event.others} more` : "", element("small", {}, " " + record.clock(event.time)))),
      ...(shown > 3 ? [element("li", {}, `and ${shown - 3} before`)] : []),
    );
    const watched = record.watchedAt(time);
    const bubble = record.bubbleAt(time);
    const names = [...(watched ?? [])].slice(0, 20).map((number) => this.placeName(number));
    parts.watched.textContent =
      watched === null
        ? record.data.regions.all ? `all ${record.data.places.count} places, which no phone can` : "not in this page"
        : names.length === 0 ? "none yet" : `${watched.size}: ${names.join(", ")}`;
    if (bubble) parts.watched.append(element("small", {}, ` New ones are chosen on leaving a circle of ${runMetres(bubble.radius)}.`));
    const inside = [...new Set(record.insideAt(time).map((entry) => this.placeName(entry.place)))];
    parts.inside.textContent = inside.length === 0 ? "no place" : inside.slice(0, 8).join(", ") + (inside.length > 8 ? ` and ${inside.length - 8} more` : "");
  }

  placeName(number) {
    return this.record.places[number].name;
  }

  /** A place that waits, since when, and why by the last decision about it. */
  waitItem(wait, time) {
    const { record } = this;
    let index = RunRecord.upTo(record.eventTimes, time) - 1;
    while (index >= 0 && (record.events[index].place !== wait.place || record.events[index].kind !== "defer")) index -= 1;
    const reasons = index < 0 ? "" : ": " + record.events[index].reasons.map((reason) => reason.text).join("; ");
    return element("li", {}, runShape("defer"), " ", this.placeName(wait.place), element("small", {}, ` since ${record.clock(wait.from)}${reasons}`));
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
    this.button = element("button", { type: "button", class: "run-play", onclick: () => (this.isPlaying ? this.pause() : this.play()) });
    const speeds = [1, 5, 20, 60, 300, 1200, 3600, 21600];
    const usual = speeds.find((speed) => length / speed <= 90) ?? speeds.at(-1);
    this.speed = element("select", { "aria-label": "Speed" }, ...speeds.map((speed) => element("option", { value: speed, selected: speed === usual }, speed + "×")));
    const step = (icon, label, direction) =>
      element("button", { type: "button", "aria-label": label, title: label, onclick: () => this.step(direction) }, runIcon(icon));
    this.tellPlaying();
    return element(
      "div",
      { class: "run-controls", role: "group", "aria-label": "Play the ride" },
      this.button,
      step("previous", "Previous decision or miss", -1),
      step("next", "Next decision or miss", 1),
      this.slider,
      this.speed,
    );
  }

  /** Goes to the next thing that happened, or the one before. */
  step(direction) {
    const { eventTimes } = this.record;
    this.pause();
    const behind = RunRecord.upTo(eventTimes, this.now);
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
    // Who wants less motion sees a picture a second.
    const least = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1000 : 0;
    let last = null;
    const frame = (milliseconds) => {
      if (!this.isPlaying) return;
      last ??= milliseconds;
      if (milliseconds - last >= least && milliseconds > last) {
        // A page that lay in the background goes on where it was.
        const passed = Math.min(milliseconds - last, 1500) / 1000;
        last = milliseconds;
        this.move(this.now + passed * Number(this.speed.value));
        if (this.now >= this.record.end) return this.pause();
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
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
    this.lanes = element("div", { class: "run-lanes", role: "group", tabindex: 0, "aria-label": "The ride along time. Arrow keys move the ride, plus and minus zoom, 0 shows all of it." }, ...lanes.map((lane) => lane.element));
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

/** `850 m`, `2.5 km` or `50 km`. */
function runMetres(metres) {
  return metres < 1000 ? Math.round(metres) + " m" : (metres / 1000).toFixed(metres < 9950 ? 1 : 0) + " km";
}

/** What stands on a button: a picture of our own, since not every system has the signs. */
function runIcon(name) {
  const shapes = {
    play: "M4 2.5V13.5L13.5 8Z",
    pause: "M3.5 2.5H6.8V13.5H3.5ZM9.2 2.5H12.5V13.5H9.2Z",
    previous: "M3 2.5H5V13.5H3ZM13.5 2.5V13.5L5.5 8Z",
    next: "M11 2.5H13V13.5H11ZM2.5 2.5V13.5L10.5 8Z",
  };
  return element("svg:svg", { class: "run-icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, element("svg:path", { d: shapes[name] }));
}

/** What colours and shapes mean. */
function runLegend(record) {
  const known = new Set(record.paths.map((path) => path.activity));
  const swatches = record.data.activities.names.filter((name) => known.has(name)).map((name) => element("li", {}, element("span", { class: "swatch " + name, "aria-hidden": "true" }), name));
  const kinds = [...record.data.kinds, "missed"].filter((kind) => record.events.some((event) => event.kind === kind));
  const shapes = kinds.map((kind) => element("li", {}, runShape(kind), ` ${kind}: ${RUN_WORDS[kind]}`));
  const ring = (kind, text) => element("li", {}, element("span", { class: "ring " + kind, "aria-hidden": "true" }), text);
  return element(
    "ul",
    { class: "run-legend", "aria-label": "What colours and shapes mean" },
    ...swatches,
    ...(record.data.regions.all ? [] : [ring("watched", "region watched")]),
    ...(record.bubbles.length > 0 ? [ring("bubble", "leaving it asks for new regions")] : []),
    ...(record.waits.length > 0 ? [ring("waiting", "place that waits")] : []),
    ...shapes,
  );
}

/** The lanes along time. */
function runLanes(record, axis) {
  const { data } = record;
  const spans = (times) => (index) => [times[index], index + 1 < times.length ? times[index + 1] : record.end];
  /** Calls back for the spans in view, those under a pixel joined to the one before them. */
  const eachSpan = (times, width, draw) => {
    const span = spans(times);
    let drawn = -1;
    for (let index = Math.max(0, RunRecord.upTo(times, axis.from) - 1); index < times.length; index += 1) {
      const [from, to] = span(index);
      if (from > axis.to) break;
      const [left, right] = [Math.max(axis.x(from, width), 0), Math.min(axis.x(to, width), width)];
      if (right - left < 0.5 && Math.floor(left) === drawn) continue;
      drawn = Math.floor(left);
      draw(index, left, Math.max(right - left, 1));
    }
  };
  const held = record.gate.filter((state) => state.isHeld).length;
  return [
    new Lane(axis, {
      name: "Activity, as the phone had been told",
      height: 22,
      label: data.activities.known ? `Activity: ${record.activities.time.length} changes` : "Activity: no reports",
      draw(context, width, height) {
        context.fillStyle = colour("shade");
        context.fillRect(0, 0, width, height);
        context.textBaseline = "middle";
        eachSpan(record.activities.time, width, (index, left, wide) => {
          const name = data.activities.names[record.activities.answer[index]];
          context.fillStyle = colour(name);
          context.fillRect(left, 0, wide, height);
          if (wide > context.measureText(name).width + 12) {
            context.fillStyle = colour(name === "unknown" ? "quiet" : "on-" + name);
            context.fillText(name, left + 6, height / 2 + 1);
          }
        });
        const begin = axis.x(record.activities.time[0] ?? record.end, width);
        const missing = data.activities.known ? "no report yet" : "no activity reports";
        if (begin > context.measureText(missing).width + 12) {
          context.fillStyle = colour("quiet");
          context.fillText(missing, 6, height / 2 + 1);
        }
      },
    }),
    new Lane(axis, {
      name: "Would an alert be shown? Hatched: it would be held back",
      height: 18,
      label: `The gate: ${record.gate.length} changes, ${held} to holding back`,
      draw(context, width, height) {
        eachSpan(record.gateTimes, width, (index, left, wide) => {
          const isHeld = record.gate[index].isHeld;
          context.fillStyle = colour(isHeld ? "shade" : "extent");
          context.fillRect(left, 0, wide, height);
          if (!isHeld) return;
          context.save();
          context.beginPath();
          context.rect(left, 0, wide, height);
          context.clip();
          context.beginPath();
          for (let x = Math.floor(left / 6) * 6 - height; x < left + wide; x += 6) {
            context.moveTo(x, height);
            context.lineTo(x + height, 0);
          }
          context.strokeStyle = colour("quiet");
          context.lineWidth = 1;
          context.stroke();
          context.restore();
        });
      },
    }),
    new Lane(axis, {
      name: "Speed, km/h",
      height: 60,
      label: "Speed over time",
      draw(context, width, height) {
        drawTimeGrid(context, width, height, axis);
        const { time, value } = record.speed;
        let fastest = 0;
        for (const speed of value) if (speed !== 65535 && speed > fastest) fastest = speed;
        const top = Math.max(fastest / 100 * 3.6, 5);
        const tick = roundLength(top);
        const y = (speed) => height - (speed / top) * (height - 3);
        context.beginPath();
        for (let index = Math.max(0, RunRecord.upTo(time, axis.from) - 1); index + 1 < time.length; index += 1) {
          if (time[index] > axis.to) break;
          if (value[index] === 65535) continue;
          const [left, right] = [axis.x(time[index], width), axis.x(time[index + 1], width)];
          const high = y((value[index] / 100) * 3.6);
          context.rect(left, high, Math.max(right - left, 0.7), height - high);
        }
        context.fillStyle = colour("bar");
        context.fill();
        context.fillStyle = colour("quiet");
        context.globalAlpha = 0.5;
        context.fillRect(0, Math.round(y(tick)), width, 1);
        context.globalAlpha = 1;
        context.strokeStyle = colour("paper");
        context.lineWidth = 3;
        context.strokeText(tick + " km/h", 3, y(tick) + 13);
        context.fillText(tick + " km/h", 3, y(tick) + 13);
      },
    }),
    runEntryLane(record, axis),
    runDecisionLane(record, axis),
    rulerLane(axis),
  ];
}

/** Draws shapes at times, each kind at most once every few pixels. */
function drawRunEvents(context, width, axis, events, y) {
  const taken = new Map();
  for (const event of events) {
    if (event.time < axis.from || event.time > axis.to) continue;
    const x = axis.x(event.time, width);
    if (x - (taken.get(event.kind) ?? -Infinity) < 3) continue;
    taken.set(event.kind, x);
    drawRunShape(context, event.kind, Math.min(Math.max(x, 8), width - 8), y);
  }
}

/** Where the phone was inside, and what it missed. */
function runEntryLane(record, axis) {
  const missed = record.events.filter((event) => event.kind === "missed");
  return new Lane(axis, {
    name: missed.length > 0 ? "Inside a place, and entries missed" : "Inside a place",
    height: 22,
    label: `${record.entries.length} entries seen, ${missed.length} missed`,
    draw(context, width, height) {
      drawTimeGrid(context, width, height, axis);
      context.fillStyle = colour("extent");
      for (const { edge, left } of record.entries) {
        const [from, to] = [axis.x(edge, width), axis.x(left ?? record.end, width)];
        if (to < 0 || from > width) continue;
        context.fillRect(from, height / 2 - 4, Math.max(to - from, 2), 8);
      }
      context.fillStyle = colour("ink");
      for (const { edge } of record.entries) context.fillRect(Math.round(axis.x(edge, width)), 3, 1.5, height - 6);
      drawRunEvents(context, width, axis, missed, height / 2);
    },
  });
}

/** What waited, and every decision. */
function runDecisionLane(record, axis) {
  const decisions = record.events.filter((event) => event.kind !== "missed");
  return new Lane(axis, {
    name: "Waiting, and decisions",
    height: 34,
    label: `${decisions.length} decisions, of them ${record.alerts.length} alerts`,
    draw(context, width, height) {
      drawTimeGrid(context, width, height, axis);
      context.strokeStyle = colour("quiet");
      context.lineWidth = 2;
      context.setLineDash([4, 3]);
      context.beginPath();
      for (const { from, to } of record.waits) {
        const [left, right] = [axis.x(from, width), axis.x(to, width)];
        if (right < 0 || left > width) continue;
        context.moveTo(left, 5);
        context.lineTo(right, 5);
      }
      context.stroke();
      context.setLineDash([]);
      // Alerts last, above the others.
      drawRunEvents(context, width, axis, decisions.filter((event) => event.kind !== "deliver"), 22);
      drawRunEvents(context, width, axis, record.alerts, 22);
    },
  });
}

/** The decisions and misses as a table, in parts of so many rows. */
class RunTable {
  constructor(player, root) {
    this.player = player;
    this.record = player.record;
    this.root = root;
    this.first = 0;
    this.filter = "all";
    this.rows = new Map();
    this.body = element("tbody");
    this.count = element("p", { class: "aside", "aria-live": "polite" });
    const kinds = [...this.record.data.kinds, "missed"].filter((kind) => this.record.events.some((event) => event.kind === kind));
    this.choice = element(
      "select",
      { "aria-label": "Which decisions", onchange: () => this.choose(this.choice.value) },
      element("option", { value: "all" }, "all decisions and misses"),
      ...kinds.map((kind) => element("option", { value: kind }, `${kind}: ${RUN_WORDS[kind]}`)),
    );
    this.earlier = element("button", { type: "button", onclick: () => this.turn(-1) }, "Earlier");
    this.later = element("button", { type: "button", onclick: () => this.turn(1) }, "Later");
    if (this.record.events.length === 0) {
      root.append(element("p", {}, "Nothing was decided and nothing was missed."));
      return;
    }
    const heading = (text) => element("th", { scope: "col" }, text);
    root.append(
      element("div", { class: "run-choice" }, this.choice, this.earlier, this.later),
      this.count,
      element(
        "table",
        { class: "run-table" },
        element("thead", {}, element("tr", {}, heading("time"), heading("place"), heading("what"), heading("reasons"))),
        this.body,
      ),
    );
    this.choose("all");
    player.onChange((time) => this.mark(time));
    this.mark(player.shown);
  }

  /** How many rows are shown at once. */
  static get size() {
    return 100;
  }

  /** Shows all, or those of one kind. */
  choose(filter) {
    this.filter = filter;
    this.events = filter === "all" ? this.record.events : this.record.events.filter((event) => event.kind === filter);
    this.times = this.events.map((event) => event.time);
    this.first = 0;
    this.fill();
  }

  turn(direction) {
    this.first = Math.min(Math.max(this.first + direction * RunTable.size, 0), Math.max(this.events.length - 1, 0));
    this.fill();
  }

  fill() {
    const shown = this.events.slice(this.first, this.first + RunTable.size);
    this.rows = new Map(shown.map((event) => [event.number, this.row(event)]));
    this.body.replaceChildren(...this.rows.values());
    this.count.textContent =
      shown.length === this.events.length ? `${shown.length} in all` : `${this.first + 1} to ${this.first + shown.length} of ${this.events.length}`;
    this.earlier.disabled = this.first === 0;
    this.later.disabled = this.first + RunTable.size >= this.events.length;
    this.earlier.hidden = this.later.hidden = this.events.length <= RunTable.size;
    this.marked = null;
    this.mark(this.player.shown);
  }

  row(event) {
    const { record } = this;
    const place = record.places[event.place];
    const name = place.name === place.identifier ? place.identifier : [place.name, element("small", {}, " " + place.identifier)];
    const more = event.others > 0 ? ` and ${event.others} more` : "";
    const into = event.into === null || event.into === undefined ? "" : `, shown with ${record.places[event.into].name}`;
    return element(
      "tr",
      { "data-number": event.number },
      element("th", { scope: "row" }, element("button", { type: "button", class: "run-jump", onclick: () => this.jump(event) }, record.clock(event.time))),
      element("td", { class: "run-place" }, ...[name].flat(), more),
      element("td", { class: "run-kind" }, runShape(event.kind), " " + event.kind, into),
      element(
        "td",
        { class: "run-reasons" },
        ...event.reasons.map((reason) => element("span", {}, reason.text + " ", element("small", {}, reason.word))),
        event.explanation ? element("details", {}, element("summary", {}, `entry ${event.entry}: all inputs`), element("pre", {}, event.explanation)) : null,
      ),
    );
  }

  jump(event) {
    this.player.pause();
    this.player.move(event.time);
    this.player.map.mark(null);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.getElementById("ride").scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  }

  /** Marks the last thing that happened up to a time. */
  mark(time) {
    const index = RunRecord.upTo(this.times, time) - 1;
    const number = index < 0 ? null : this.events[index].number;
    if (number === this.marked) return;
    this.rows.get(this.marked)?.removeAttribute("aria-current");
    this.rows.get(number)?.setAttribute("aria-current", "time");
    this.marked = number;
  }
}

{
  const player = new RunPlayer(new RunRecord(pageData), document.getElementById("run"));
  new RunTable(player, document.getElementById("run-decisions"));
}
