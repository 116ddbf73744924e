import { clockText } from "./axis.js";
import { decoded } from "./kit.js";
import { answerText } from "./live-phone.js";

// The map of windows: each window of the rides as a point, near to those that are like it.

export const windowNames = ["stationary", "walking", "running", "cycling", "automotive", "none", "unknown"];

/** How near to a window one has to point, in pixels. */
const windowReach = 14;

/** The windows of a map, and where they are drawn. */
export class WindowCloud {
  constructor(answer) {
    this.x = decoded(answer.x, Float32Array);
    this.y = decoded(answer.y, Float32Array);
    this.ride = decoded(answer.ride, Int32Array);
    this.time = decoded(answer.time, Float32Array);
    this.label = decoded(answer.label, Uint8Array);
    this.answer = decoded(answer.answer, Uint8Array);
    this.rides = answer.rides;
    this.users = answer.users ?? [];
    this.count = this.x.length;
    this.screenX = new Float32Array(this.count);
    this.screenY = new Float32Array(this.count);
    this.people = [...new Set(this.users)].sort();
    this.personOfRide = this.rides.map((_, index) => this.people.indexOf(this.users[index] ?? ""));
    this.fit();
  }

  /** Shows all windows, or some of them by their numbers. */
  fit(numbers = null) {
    // Few windows lie far outside; they are seen after zooming out.
    const range = (values) => {
      const sorted = (numbers === null ? values.slice() : Float32Array.from(numbers, (index) => values[index])).sort();
      const cut = numbers === null ? Math.floor(sorted.length / 500) : 0;
      return [sorted[cut] ?? 0, sorted[sorted.length - 1 - cut] ?? 1];
    };
    const [left, right] = range(this.x);
    const [low, high] = range(this.y);
    this.centre = [(left + right) / 2, (low + high) / 2];
    this.extent = [Math.max(right - left, 1e-6) * 1.1, Math.max(high - low, 1e-6) * 1.1];
  }

  zoom(factor, point = null) {
    if (point !== null) {
      this.centre = this.centre.map((value, index) => point[index] + (value - point[index]) / factor);
    }
    this.extent = this.extent.map((value) => value / factor);
  }

  /** Works out where each window is in a box. */
  place(width, height) {
    const [scaleX, scaleY] = [width / this.extent[0], height / this.extent[1]];
    for (let index = 0; index < this.count; index += 1) {
      this.screenX[index] = width / 2 + (this.x[index] - this.centre[0]) * scaleX;
      this.screenY[index] = height / 2 - (this.y[index] - this.centre[1]) * scaleY;
    }
  }

  /** The values of the axes at some pixels. */
  values([x, y], width, height) {
    return [this.centre[0] + (x / width - 0.5) * this.extent[0], this.centre[1] - (y / height - 0.5) * this.extent[1]];
  }

  /** The window nearest to some pixels, among those that pass; -1 if none is within reach. */
  nearest(/** @type {number[]} */ [x, y], passes, reach = windowReach) {
    let [best, least] = [-1, reach * reach];
    for (let index = 0; index < this.count; index += 1) {
      const distance = (this.screenX[index] - x) ** 2 + (this.screenY[index] - y) ** 2;
      if (distance < least && passes(index)) [best, least] = [index, distance];
    }
    return best;
  }

  /** The next window in a direction, `[1, 0]` for right; the same one if there is none. */
  next(from, /** @type {number[]} */ [dx, dy], passes) {
    let [best, least] = [from, Infinity];
    for (let index = 0; index < this.count; index += 1) {
      const x = this.screenX[index] - this.screenX[from];
      const y = this.screenY[index] - this.screenY[from];
      const along = x * dx + y * dy;
      const across = Math.abs(x * dy) + Math.abs(y * dx);
      if (along < 2 || across > along) continue;
      const distance = along + 2 * across;
      if (distance < least && passes(index)) [best, least] = [index, distance];
    }
    return best;
  }

  /** The numbers of the windows within a polygon of pixels. */
  within(polygon, passes) {
    const found = [];
    for (let index = 0; index < this.count; index += 1) {
      const [x, y] = [this.screenX[index], this.screenY[index]];
      let isInside = false;
      for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
        const [ax, ay] = polygon[i];
        const [bx, by] = polygon[j];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
      }
      if (isInside && passes(index)) found.push(index);
    }
    return found;
  }

  /** The time of some windows as spans `[from, to]` of each ride; spans that touch are one. */
  spans(numbers, duration) {
    const spans = {};
    for (const index of numbers.toSorted((one, other) => this.time[one] - this.time[other])) {
      const list = (spans[this.rides[this.ride[index]]] ??= []);
      const [from, to] = [this.time[index], this.time[index] + duration];
      if (list.length > 0 && from <= list.at(-1)[1] + 0.001) list.at(-1)[1] = to;
      else list.push([from, to]);
    }
    return spans;
  }

  /** Whether a label and an answer differ. */
  differs(index) {
    return this.label[index] !== 255 && this.label[index] !== this.answer[index];
  }

  /** A window in words. */
  text(index) {
    const ride = this.rides[this.ride[index]] ?? "?";
    const name = (number) => answerText(windowNames[number] ?? "unknown");
    const label = this.label[index] === 255 ? "no label" : "label " + name(this.label[index]);
    return ride + " at " + clockText(this.time[index]) + ": " + label + ", answer " + name(this.answer[index]);
  }
}

/** The colour of a person's windows: hues far from each other. */
export function personColour(index) {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  return "hsl(" + ((index * 137.5 + 210) % 360).toFixed(0) + " 60% " + (isDark ? 66 : 42) + "%)";
}
