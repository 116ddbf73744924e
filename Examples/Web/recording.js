// SPDX-License-Identifier: Apache-2.0
import { zipOf } from "./zip.js";

// What this phone recorded: samples and labels, in memory, and as a log in the layout of Sensor Logger's export.

/** The samples of one block. */
const blockLength = 4096;

/** Numbers of a sample: time, three axes of acceleration, three of rotation. */
const width = 7;

/** A text with a whole number of decimals, as tables have it. */
function fixed(value, places) {
  return value.toFixed(places);
}

/** A time in whole nanoseconds since 1970; a double has no more than microseconds of them. */
function nanoseconds(time) {
  return Math.round(time * 1e6) + "000";
}

/** The samples and labels of one run. */
export class MotionRecording {
  constructor() {
    this.blocks = [];
    this.count = 0;
    this.hasRotation = false;
    this.first = null;
    this.last = null;
    /** `[time, activity]` of each press; null ends a label. */
    this.labels = [];
    /** `[time, text]` of what else a reader of the log should know. */
    this.notes = [];
  }

  /** Seconds from the first sample to the last. */
  get duration() {
    return this.first === null ? 0 : this.last - this.first;
  }

  /** The label of now; null without one. */
  get label() {
    return this.labels.at(-1)?.[1] ?? null;
  }

  add({ time, acceleration, rotation }) {
    const place = this.count % blockLength;
    if (place === 0) this.blocks.push(new Float64Array(blockLength * width).fill(NaN));
    const block = this.blocks.at(-1);
    block[place * width] = time;
    block.set(acceleration, place * width + 1);
    if (rotation !== null) {
      block.set(rotation, place * width + 4);
      this.hasRotation = true;
    }
    this.count += 1;
    this.first ??= time;
    this.last = time;
  }

  /** Labels from a time on; null ends the label. */
  press(time, activity) {
    if (activity === this.label) return;
    if (this.labels.at(-1)?.[0] === time) this.labels.pop();
    this.labels.push([time, activity]);
  }

  /** The rows of a table of three axes, from column `from`, as texts of a block each. */
  rows(heading, from) {
    const texts = [heading];
    for (const [index, block] of this.blocks.entries()) {
      const lines = [];
      const end = Math.min(blockLength, this.count - index * blockLength);
      for (let place = 0; place < end; place += 1) {
        const [time, x, y, z] = [0, from, from + 1, from + 2].map((column) => block[place * width + column]);
        if (Number.isNaN(x)) continue;
        lines.push([nanoseconds(time), fixed(time - this.first, 6), fixed(z, 5), fixed(y, 5), fixed(x, 5)].join());
      }
      texts.push(lines.join("\n") + (lines.length > 0 ? "\n" : ""));
    }
    return new Blob(texts);
  }

  /** The log as a zip: total acceleration with the signs of Android, the rotation rate, and labels as annotations. */
  async log(device) {
    const heading = "time,seconds_elapsed,z,y,x\n";
    const labels = [...this.labels, ...this.notes].sort(([one], [other]) => one - other).map(([time, text]) =>
      [nanoseconds(time), fixed(time - this.first, 6), text ?? "unlabelled", ""].join() + "\n");
    const began = new Date(this.first * 1000);
    const metadata = "device name,platform,standardisation\n" + '"' + device.replaceAll('"', "'") + '",unknown,true\n';
    const files = [
      { name: "TotalAcceleration.csv", blob: this.rows(heading, 1) },
      ...(this.hasRotation ? [{ name: "Gyroscope.csv", blob: this.rows(heading, 4) }] : []),
      { name: "Annotation.csv",
        blob: new Blob(["time,seconds_elapsed,text,millisecond_press_duration\n", ...labels]) },
      { name: "Metadata.csv", blob: new Blob([metadata]) },
    ];
    return { name: "gaitway-" + stamp(began) + ".zip", blob: await zipOf(files, began) };
  }
}

/** A local time as names of files have it: 2026-05-01_08-05-00. */
function stamp(date) {
  const two = (number) => String(number).padStart(2, "0");
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-") + "_" +
    [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join("-");
}
