import { clockText, timeOfDayText } from "./axis.js";
import { colour, durationText, pageData, unitText } from "./kit.js";
import { drawTimeGrid } from "./lanes.js";

// What the live page keeps of one phone, and how its last minutes are drawn.

/** How long the pictures reach back, in seconds. */
export const liveReach = 600;

/** An answer's name as a sentence has it. */
export function answerText(name) {
  return name === "none" ? "none of these" : name;
}

/** The answer that a report's flags give. */
export function answerOf(report) {
  if (report.unknown) return "unknown";
  for (const name of ["automotive", "cycling", "running", "walking", "stationary"]) if (report[name]) return name;
  return "none";
}

/** A report's answer in words, with a vehicle's rest. */
export function reportText(report) {
  const rests = report.automotive && report.stationary;
  return answerText(answerOf(report)) + (rests ? ", at rest" : "");
}

/** What a session is called, by its identifier: phones of one name are numbered. */
export const liveNames = new Map();

/** Takes the names of the sessions that the server lists, in its order. */
export function takeLiveNames(sessions) {
  const counts = new Map();
  liveNames.clear();
  for (const { id, name } of sessions) {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    liveNames.set(id, count === 1 ? name : name + " (" + count + ")");
  }
}

/** How long samples take from the phone, in words; with a clock that is ahead it cannot be known. */
export function delayText(delay) {
  if (delay === null || delay === undefined) return "unknown: the phone's clock differs";
  if (delay < -0.5) return "unknown: the phone's clock is " + durationText(Math.max(1, -delay)) + " ahead";
  return unitText(Math.max(0, delay).toFixed(1), "s") + " from the phone";
}

/** What is kept of one phone, as long as the pictures reach. */
export class LivePhone {
  constructor(identifier) {
    this.identifier = identifier;
    this.clear();
  }

  /** Forgets everything: on connecting, the server tells it again. */
  clear() {
    this.session = null;
    this.reports = [];
    this.changes = [];
    this.gate = null;
    this.alerts = [];
    this.envelopes = [];
    /** `[latitude, longitude, elapsed]` of each fix of the whole session that the server has told. */
    this.fixes = [];
    this.elapsed = 0;
    /**
     * What the phone's clock shows at elapsed 0, in seconds since 1970 and of this page's zone; null without a clock.
     */
    this.origin = null;
    this.hasEnded = false;
    this.heardAt = this.connectedAt = performance.now();
  }

  addReport(report) {
    const [from, to] = report.window ?? [report.elapsed, report.delivered];
    this.reports.push({ from, to, report });
    this.elapsed = Math.max(this.elapsed, to);
    if (report.start !== null && report.start !== undefined && this.origin === null) {
      const moment = new Date(report.start);
      this.origin = moment.getTime() / 1000 - report.elapsed - moment.getTimezoneOffset() * 60;
    }
    this.addChange(report);
    this.forget();
  }

  /** Begins a change, or goes on with the last one; its confidence is that of most of its windows. */
  addChange(report) {
    let change = this.changes.at(-1);
    if (change === undefined || change.text !== reportText(report) || change.elapsed !== report.elapsed) {
      change = { elapsed: report.elapsed, text: reportText(report), answer: answerOf(report), counts: new Map() };
      this.changes.push(change);
    }
    change.counts.set(report.confidence, (change.counts.get(report.confidence) ?? 0) + 1);
    change.confidence = report.unknown ? "–" : [...change.counts].sort((one, other) => other[1] - one[1])[0][0];
  }

  addEnvelope(envelope) {
    this.envelopes.push(envelope);
    this.elapsed = Math.max(this.elapsed, envelope.from + envelope.step * envelope.least.length);
    this.forget();
  }

  addFix({ latitude, longitude, elapsed }) {
    this.fixes.push([latitude, longitude, elapsed]);
    if (this.fixes.length > 20000) this.fixes.splice(0, 5000);
  }

  /** Drops what lies before the pictures. */
  forget() {
    const start = this.elapsed - liveReach;
    while (this.reports.length > 0 && this.reports[0].to < start) this.reports.shift();
    while (this.envelopes.length > 0 && this.envelopes[0].from +
      this.envelopes[0].step * this.envelopes[0].least.length < start) {
      this.envelopes.shift();
    }
    if (this.changes.length > 50) this.changes.splice(0, this.changes.length - 50);
    if (this.alerts.length > 50) this.alerts.splice(0, this.alerts.length - 50);
  }

  /** A time in words: of the clock if the phone has one, else since its first sample. */
  clock(elapsed) {
    return this.origin === null ? clockText(elapsed) : timeOfDayText(this.origin + elapsed);
  }
}

/** The stripes of a window without an answer, in the colours of the theme; `ground` is null to see what lies below. */
export function unknownStripes(context, ground = "shade") {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const pen = tile.getContext("2d");
  if (ground !== null) {
    pen.fillStyle = colour(ground);
    pen.fillRect(0, 0, 8, 8);
  }
  pen.strokeStyle = colour(ground === null ? "paper" : "bar");
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
  }
  pen.stroke();
  return context.createPattern(tile, "repeat");
}

/** Where a report is drawn from: a window's middle, as windows overlap by half, or a gap's start. A gap is longer. */
function shownFrom({ from, to }) {
  return to - from > 2 * pageData.window ? from : (from + to) / 2;
}

/**
 * Draws the windows' probabilities, stacked to the lane's height; each window is drawn from its middle to the next
 * one's.
 */
export function drawProbabilities(context, width, height, axis, phone) {
  drawTimeGrid(context, width, height, axis);
  const stripes = unknownStripes(context);
  const above = unknownStripes(context, null);
  for (const [index, { from, to, report }] of phone.reports.entries()) {
    const probabilities = report.smoothed ?? report.probabilities;
    if (probabilities === undefined && !report.unknown) continue;
    const left = axis.x(shownFrom({ from, to }), width);
    const isLast = index + 1 === phone.reports.length;
    const right = isLast ? axis.x(to, width) : axis.x(Math.min(to, shownFrom(phone.reports[index + 1])), width) + 0.5;
    if (right < 0 || left > width) continue;
    let top = height;
    for (const name of probabilities === undefined ? [] : pageData.activities) {
      const part = (probabilities[name] ?? 0) * height;
      context.fillStyle = colour(name);
      context.fillRect(left, top - part, right - left, part);
      top -= part;
    }
    if (!report.unknown) continue;
    context.fillStyle = probabilities === undefined ? stripes : above;
    context.fillRect(left, 0, right - left, height);
  }
}

/** Draws the answers as one band. */
export function drawAnswers(context, width, height, axis, phone) {
  const stripes = unknownStripes(context);
  for (const [index, { from, to, report }] of phone.reports.entries()) {
    const left = axis.x(shownFrom({ from, to }), width);
    const next = phone.reports[index + 1];
    const right = axis.x(next === undefined ? to : Math.min(to, shownFrom(next)), width) + 0.5;
    const answer = answerOf(report);
    if (right < 0 || left > width) continue;
    if (answer === "unknown") {
      context.fillStyle = stripes;
      context.fillRect(left, 0, right - left, height);
      continue;
    }
    context.fillStyle = colour(answer);
    context.fillRect(left, 0, right - left, height);
    if (report.automotive && report.stationary) {
      context.fillStyle = colour("stationary");
      context.fillRect(left, height - 4, right - left, 4);
    }
  }
}

/** The largest magnitude that the lane of acceleration has room for, in m/s². */
export const envelopeCeiling = 30;

/** Draws the least and the greatest magnitude of acceleration in each tenth of a second. */
export function drawEnvelope(context, width, height, axis, phone) {
  drawTimeGrid(context, width, height, axis);
  const y = (value) => height - (Math.min(value, envelopeCeiling) / envelopeCeiling) * height;
  context.fillStyle = colour("rule");
  context.fillRect(0, Math.round(y(9.81)), width, 1);
  context.fillStyle = colour("accent");
  for (const { from, step, least, most } of phone.envelopes) {
    for (let index = 0; index < least.length; index += 1) {
      if (least[index] === null) continue;
      const left = axis.x(from + index * step, width);
      if (left < -2 || left > width) continue;
      const top = y(most[index]);
      context.fillRect(left, top, Math.max(axis.x(from + (index + 1) * step, width) - left, 1),
        Math.max(y(least[index]) - top, 1));
    }
  }
}
