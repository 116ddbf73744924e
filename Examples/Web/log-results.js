// SPDX-License-Identifier: Apache-2.0
// What a log gave, in arrays of numbers: reports, changes as rows of the activity stream, sums, and the envelope.

/** The classes in the order of probabilities. */
export const classes = ["stationary", "walking", "running", "cycling", "automotive", "none"];

/** The flags as they are packed. */
export const flagNames = ["stationary", "walking", "running", "automotive", "cycling", "unknown"];

const confidences = ["low", "medium", "high"];

/** A row repeats the one before it when the next window, 2.56 s later, would come more than a minute after that. */
const repeatAfter = 60 - 2.56 + 1e-6;

/** An array of numbers that grows. */
class Numbers {
  constructor(kind) {
    this.kind = kind;
    this.values = new kind(1024);
    this.count = 0;
  }

  add(value) {
    if (this.count === this.values.length) {
      const larger = new this.kind(2 * this.count);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.count] = value;
    this.count += 1;
  }

  get all() {
    return this.values.slice(0, this.count);
  }
}

/** The least and the greatest size of acceleration in equal parts of time; the parts grow with the log. */
export class Envelope {
  constructor(most = 1 << 19) {
    this.step = 0.1;
    this.most = most;
    this.least = new Float32Array(most).fill(Infinity);
    this.greatest = new Float32Array(most).fill(-Infinity);
    this.count = 0;
  }

  add(time, x, y, z) {
    if (!(time >= 0)) return;
    const size = Math.sqrt(x * x + y * y + z * z);
    let part = Math.floor(time / this.step);
    while (part >= this.most) {
      this.halve();
      part = Math.floor(time / this.step);
    }
    if (size < this.least[part]) this.least[part] = size;
    if (size > this.greatest[part]) this.greatest[part] = size;
    if (part >= this.count) this.count = part + 1;
  }

  /** Joins parts two by two. */
  halve() {
    for (let part = 0; part < this.most; part += 1) {
      const [one, other] = [2 * part, 2 * part + 1];
      this.least[part] = other < this.most ? Math.min(this.least[one], this.least[other]) : Infinity;
      this.greatest[part] = other < this.most ? Math.max(this.greatest[one], this.greatest[other]) : -Infinity;
    }
    this.step *= 2;
    this.count = Math.ceil(this.count / 2);
  }
}

/** A report's flags as one number. */
function packedFlags(report) {
  return flagNames.reduce((sum, name, bit) => sum + (report[name] ? 1 << bit : 0), 0);
}

/** Collects what a recogniser reports of a log. */
export class LogResults {
  constructor() {
    this.from = new Numbers(Float64Array);
    this.to = new Numbers(Float64Array);
    /** Six a report, in thousandths; 65535 without an estimate. */
    this.smoothed = new Numbers(Uint16Array);
    this.rows = [];
    this.stretches = [];
    this.lastKey = null;
    this.lastDelivered = -Infinity;
    this.steps = 0;
  }

  add(report) {
    const flags = packedFlags(report);
    const [from, to] = report.window;
    const before = this.stretches.at(-1);
    if (before === undefined || before.flags !== flags || before.since !== report.since) {
      if (before !== undefined) before.to = Math.max(report.since, before.from);
      this.stretches.push({ flags, since: report.since, from: report.since, to, activity: report.activity,
        reason: report.reason, counts: [0, 0, 0], sum: 0, windows: 0, steps: this.steps, stepsEnd: report.steps });
    }
    const stretch = this.stretches.at(-1);
    stretch.to = to;
    stretch.counts[confidences.indexOf(report.confidence)] += 1;
    stretch.stepsEnd = report.steps;
    if (report.smoothed !== null && report.activity in report.smoothed) {
      stretch.sum += report.smoothed[report.activity];
      stretch.windows += 1;
    }
    this.steps = report.steps;
    this.from.add(from);
    this.to.add(to);
    for (const name of classes)
      this.smoothed.add(report.smoothed === null ? 65535 : Math.round(1000 * report.smoothed[name]));
    this.addRow(report, flags);
  }

  /** A row of the stream: where flags, confidence or reason change, and at least once a minute. */
  addRow(report, flags) {
    // A window without an estimate that keeps the activity before it has its reason only where each window is listed.
    const reason = report.unknown || report.probabilities !== null ? report.reason : null;
    const key = [flags, report.confidence, reason].join();
    const isRepeat = key === this.lastKey;
    if (isRepeat && report.delivered - this.lastDelivered <= repeatAfter) return;
    this.lastKey = key;
    this.lastDelivered = report.delivered;
    this.rows.push({ ...report, reason, isRepeat });
  }

  /** Everything, for the page. */
  finished(duration) {
    const last = this.stretches.at(-1);
    if (last !== undefined) last.to = Math.max(duration, last.from);
    return { from: this.from.all, to: this.to.all, smoothed: this.smoothed.all, rows: this.rows, steps: this.steps,
      stretches: this.stretches.map(({ from, to, activity, flags, reason, counts, sum, windows, steps, stepsEnd }) => ({
        from, to, activity, reason, rests: (flags & 9) === 9, steps: stepsEnd - steps,
        confidence: confidences[counts.lastIndexOf(Math.max(...counts))],
        probability: windows > 0 ? sum / windows : null,
      })) };
  }
}

/** The columns of an activity stream of version 3. */
const columns = ["source", "elapsed", "start", "delivered", "activity", ...flagNames, "confidence",
  ...classes.map((name) => "probabilities." + name), ...classes.map((name) => "smoothed." + name), "reason", "repeat",
  "window.from", "window.to", "steps", "cadence"];

function cell(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

/** The rows of a stream as a table that programs read: an activity stream of version 3. */
export function streamText(source, origin, rows) {
  const seconds = (time) => String(Math.round(time * 1000) / 1000);
  const moment = (time) =>
    (origin === null ? "" : new Date(Math.floor((origin + time) * 1000 + 1e-3)).toISOString());
  const shares = (all) => classes.map((name) => (all === null ? "" : all[name].toFixed(4)));
  const lines = rows.map((row) => [source, seconds(row.since), moment(row.since), seconds(row.delivered), row.activity,
    ...flagNames.map((name) => row[name]), row.confidence, ...shares(row.probabilities), ...shares(row.smoothed),
    row.reason, row.isRepeat, "", "", row.steps,
    row.cadence === null ? null : Math.round(row.cadence * 100) / 100].map(cell).join());
  return [columns.join(), ...lines].join("\n") + "\n";
}
