import { clockText, dayText, timeOfDayText } from "./axis.js";
import { decoded, lastNotAbove } from "./kit.js";

// A run's data, and what of them holds at a time. Nothing is decided here.

/** The ride's data, with arrays instead of their texts, and what holds at a time. */
export class RunRecord {
  constructor(data) {
    this.data = data;
    this.start = data.start;
    this.end = data.end;
    const times = (text) => Array.from(decoded(text, Int32Array), (count) => data.start + count * data.step);
    const degrees = (text) => Array.from(decoded(text, Int32Array), (count) => count / 1e6);
    const metres = (text) => Array.from(decoded(text, Int32Array), (count) => count / 10);

    const [time, latitude, longitude] = [times(data.path.time), degrees(data.path.latitude),
      degrees(data.path.longitude)];
    this.silences = data.activities.silences.map(([from, to]) => ({ from, to }));
    let next = 0;
    this.paths = data.path.parts.flatMap(([count, activity]) => {
      const points = [];
      for (const end = next + count; next < end; next += 1) points.push([latitude[next], longitude[next], time[next]]);
      return this.spoken(activity, points);
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
    this.polygons = places.polygons.map(([number, ...rings]) => {
      const place = this.places[number];
      place.rings = [];
      for (let i = 0; i < rings.length; i += 2) {
        const [norths, easts] = [degrees(rings[i]), degrees(rings[i + 1])];
        // Longitudes go on beyond 180° as the map draws them.
        place.rings.push(norths.map((ordinate, corner) =>
          [ordinate, place.longitude + (((easts[corner] - place.longitude + 540) % 360) - 180)]));
      }
      return place;
    });

    this.speed = { time: times(data.speed.time), value: decoded(data.speed.value, Uint16Array) };
    const { activities } = data;
    this.activities = {
      time: times(activities.time),
      answer: decoded(activities.answer, Uint8Array),
      confidence: decoded(activities.confidence, Uint8Array),
    };
    this.gate = data.gate.map(([at, isHeld, ...reasons]) => ({ time: at, isHeld: isHeld === 1, reasons }));
    this.gateTimes = this.gate.map((state) => state.time);
    this.changes = { time: times(data.regions.time), change: decoded(data.regions.change, Int32Array) };
    const { bubbles } = data;
    this.bubbleTimes = times(bubbles.time);
    const [bubbleNorth, bubbleEast, bubbleRadius] = [degrees(bubbles.latitude), degrees(bubbles.longitude),
      metres(bubbles.radius)];
    this.bubbles = bubbleRadius.map((reach, i) =>
      ({ latitude: bubbleNorth[i], longitude: bubbleEast[i], radius: reach }));
    this.entries = data.entries.map(([place, edge, known, left, leftKnown]) =>
      ({ place, edge, known, left, leftKnown }));
    this.waits = data.waits.map(([place, from, to]) => ({ place, from, to }));
    this.events = this.listEvents(data);
    this.eventTimes = this.events.map((event) => event.time);
    this.alerts = this.events.filter((event) => event.kind === "deliver");
    this.alertTimes = this.alerts.map((event) => event.time);
    this.watched = { at: 0, places: new Set() };
    for (const event of this.events) this.places[event.place].isTouched = true;
    for (const entry of this.entries) this.places[entry.place].isTouched = true;
  }

  /** A part of the way, in pieces: where no report came, the last one does not colour it. */
  spoken(activity, points) {
    const pieces = [];
    for (const point of points) {
      const isSilent = this.isSilentAt(point[2]);
      const last = pieces.at(-1);
      if (last?.isSilent === isSilent) last.points.push(point);
      else {
        // Pieces touch.
        last?.points.push(point);
        pieces.push({ isSilent, activity: isSilent ? null : activity, points: [point], label: isSilent ? "no reports"
          : activity ?? "no report yet" });
      }
    }
    return pieces;
  }

  /** Whether the last report is old, as none came since. */
  isSilentAt(time) {
    return this.silences.some(({ from, to }) => from <= time && time < to);
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
    // What was decided about one entry, from first to last: a row of the table.
    const rows = new Map();
    for (const event of events) {
      const key = event.kind === "missed" ? "missed " + event.number : event.entry;
      if (rows.has(key)) rows.get(key).push(event);
      else rows.set(key, [event]);
    }
    this.rows = [...rows.values()];
    return events;
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
    const index = lastNotAbove(this.activities.time, time);
    if (index < 0) return null;
    return {
      name: this.data.activities.names[this.activities.answer[index]],
      confidence: this.data.activities.confidences[this.activities.confidence[index]],
    };
  }

  /** Metres per second at a time; null where it is not known. */
  speedAt(time) {
    const index = lastNotAbove(this.speed.time, time);
    const value = index < 0 ? 65535 : this.speed.value[index];
    return value === 65535 ? null : value / 100;
  }

  /** The gate's state at a time; null before the first. */
  gateAt(time) {
    return this.gate[lastNotAbove(this.gateTimes, time)] ?? null;
  }

  /** The circle around the last choice; null without one. */
  bubbleAt(time) {
    const known = this.data.regions.knownUntil;
    if (known !== null && time >= known) return null;
    return this.bubbles[lastNotAbove(this.bubbleTimes, time)] ?? null;
  }

  /**
   * The places that are registered at a time, in the order of their registration; null where that is not in the page.
   */
  watchedAt(time) {
    const { regions } = this.data;
    if (regions.all || (regions.knownUntil !== null && time >= regions.knownUntil)) return null;
    const wanted = lastNotAbove(this.changes.time, time) + 1;
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

  /** Why a place waits, by the last decision about it; empty before the first. */
  waitReasons({ place }, time) {
    const event = this.events.findLast((one) => one.time <= time && one.place === place && one.kind === "defer");
    return event?.reasons.map((reason) => reason.text) ?? [];
  }

  /** The places that the app holds the phone to be in. */
  insideAt(time) {
    return this.entries.filter((entry) => entry.known <= time && (entry.leftKnown === null || time < entry.leftKnown));
  }
}
