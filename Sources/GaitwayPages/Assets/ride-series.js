import { decoded, lastNotAbove, pageData } from "./kit.js";

// What a ride's page holds as numbers, decoded, with coarser levels for what is drawn from afar.

/** Times in seconds of whole numbers of the page's unit. */
export function decodedTimes(text) {
  return Float64Array.from(decoded(text, Uint32Array), (tick) => tick * pageData.unit);
}

/**
 * What a window or a stretch says: `answer` (an index, 7 for a vehicle at rest), `confidence` and `reason` of a code.
 */
export function unpackedCode(code) {
  const rest = code >> 3;
  return { answer: code & 7, confidence: rest % 3, reason: Math.floor(rest / 3) };
}

/** The colour's name of an answer of a code. */
export function answerColour(answer) {
  return answer === 7 ? "automotive" : pageData.answers[answer];
}

/** An answer of a code in a person's words. */
export function answerName(answer) {
  return answer === 7 ? "vehicle at rest" : pageData.answers[answer] === "none" ? "none of these"
    : pageData.answers[answer];
}

/** The name of a confidence. */
export const confidenceNames = ["low", "medium", "high"];

/** The confidence of an answer, or why it is unknown: an answer with a reason rests on the speed of fixes alone. */
export function confidenceText({ answer, confidence, reason }) {
  if (reason === 0) return confidenceNames[confidence];
  return pageData.answers[answer] === "unknown"
    ? pageData.reasons[reason - 1]
    : confidenceNames[confidence] + ", by speed";
}

/** The windows of a ride, or groups of them. */
export class WindowSeries {
  constructor(data) {
    this.each = data.each;
    this.starts = decodedTimes(data.starts);
    this.count = this.starts.length;
    this.end = data.end * pageData.unit;
    this.shares = decoded(data.shares, Uint8Array);
    this.codes = decoded(data.codes, Uint8Array);
    this.classes = pageData.classes.length;
    const seconds = (index) => this.endOf(index) - this.starts[index];
    this.shareSums = pageData.classes.map((_, place) =>
      this.sumsOf((index) => this.shares[index * this.classes + place] / 255, seconds),
    );
    this.confidenceSums =
      this.sumsOf((index) => (this.isKnown(index) ? unpackedCode(this.codes[index]).confidence + 1 : 0), seconds);
  }

  /** The integral of a value over time up to each window, and to the end: that of any part is a difference. */
  sumsOf(value, seconds) {
    const sums = new Float64Array(this.count + 1);
    for (let index = 0; index < this.count; index += 1) sums[index + 1] = sums[index] + value(index) * seconds(index);
    return sums;
  }

  endOf(index) {
    return index + 1 < this.count ? this.starts[index + 1] : this.end;
  }

  isKnown(index) {
    return pageData.answers[unpackedCode(this.codes[index]).answer] !== "unknown";
  }

  /** The index of the window that holds at a time; -1 outside. */
  at(time) {
    return time > this.end ? -1 : lastNotAbove(this.starts, time);
  }

  /** The integral of running sums up to a time, given the index of the window there. */
  integral(sums, index, time) {
    if (index < 0) return 0;
    const [start, end] = [this.starts[index], this.endOf(index)];
    const part = end > start ? Math.min((time - start) / (end - start), 1) : 1;
    return sums[index] + (sums[index + 1] - sums[index]) * part;
  }

  /** The probabilities of a window, in the order of the classes; null if it has none. */
  probabilities(index) {
    const part = this.shares.subarray(index * this.classes, (index + 1) * this.classes);
    return part.some((share) => share > 0) ? Array.from(part, (share) => share / 255) : null;
  }
}

/** The stretches of the table. */
export class StretchSeries {
  constructor(data) {
    this.all = data.all;
    this.starts = decodedTimes(data.starts);
    this.count = this.starts.length;
    this.end = data.end * pageData.unit;
    this.codes = decoded(data.codes, Uint8Array);
    this.probabilities = decoded(data.probabilities, Uint8Array);
    this.rests = decodedTimes(data.rests);
  }

  endOf(index) {
    return index + 1 < this.count ? this.starts[index + 1] : this.end;
  }

  /** The index of the stretch at a time; -1 outside. */
  at(time) {
    return time > this.end ? -1 : lastNotAbove(this.starts, time);
  }
}

/** A signal's least, greatest and mean values on levels; each has a quarter of the cells of the one before. */
export class SignalSeries {
  constructor(data) {
    this.name = data.name;
    const value = (byte) => {
      const root = data.centre === 0 ? (byte - 1) / 254 : (byte - 128) / 127;
      return data.centre + root * Math.abs(root) * data.reach;
    };
    this.values = Float32Array.from({ length: 256 }, (_, byte) => value(byte));
    this.levels = [
      { step: data.step, least: decoded(data.least, Uint8Array), greatest: decoded(data.greatest, Uint8Array),
        mean: decoded(data.mean, Uint8Array) },
    ];
    while (this.levels.at(-1).mean.length > 512) this.levels.push(this.coarser(this.levels.at(-1)));
  }

  coarser(fine) {
    const count = Math.ceil(fine.mean.length / 4);
    const level = { step: fine.step * 4, least: new Uint8Array(count), greatest: new Uint8Array(count),
      mean: new Uint8Array(count) };
    for (let index = 0; index < count; index += 1) {
      let [least, greatest, sum, number] = [255, 0, 0, 0];
      for (let part = 4 * index; part < Math.min(4 * index + 4, fine.mean.length); part += 1) {
        if (fine.mean[part] === 0) continue;
        least = Math.min(least, fine.least[part]);
        greatest = Math.max(greatest, fine.greatest[part]);
        sum += this.values[fine.mean[part]];
        number += 1;
      }
      if (number === 0) continue;
      level.least[index] = least;
      level.greatest[index] = greatest;
      level.mean[index] = this.byteOf(sum / number);
    }
    return level;
  }

  /** The byte whose value is nearest. */
  byteOf(value) {
    let [low, high] = [1, 255];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.values[middle] + this.values[middle + 1]) / 2 < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The level whose cells are the largest that are still smaller than a pixel; the finest where none is. */
  level(secondsPerPixel) {
    return this.levels.findLast((level) => level.step <= secondsPerPixel) ?? this.levels[0];
  }

  /** The least, mean and greatest value around a time; null without a sample. */
  at(time) {
    const { step, least, greatest, mean } = this.levels[0];
    const index = Math.floor(time / step);
    return index < 0 || !mean[index]
      ? null
      : { least: this.values[least[index]], mean: this.values[mean[index]], greatest: this.values[greatest[index]] };
  }
}

/** A spectrogram on levels; each has half of the columns of the one before. */
export class SpectrogramSeries {
  constructor(data) {
    this.start = data.start;
    this.rows = data.rows;
    this.rowWidth = data.rowWidth;
    this.lowest = data.lowest;
    this.floor = data.floor;
    this.decibel = data.decibel;
    this.highest = data.lowest + data.rows * data.rowWidth;
    this.powers = Float64Array.from({ length: 256 },
      (_, byte) => 10 ** ((data.floor + (byte - 1) * data.decibel) / 10));
    this.levels = [{ step: data.step, cells: decoded(data.cells, Uint8Array) }];
    while (this.levels.at(-1).cells.length > 256 * this.rows) this.levels.push(this.coarser(this.levels.at(-1)));
  }

  coarser({ step, cells }) {
    const columns = Math.ceil(cells.length / this.rows / 2);
    const result = new Uint8Array(columns * this.rows);
    for (let index = 0; index < result.length; index += 1) {
      const place = Math.floor(index / this.rows) * 2 * this.rows + (index % this.rows);
      const [first, second] = [cells[place], cells[place + this.rows] ?? 0];
      result[index] = first === 0 || second === 0 || first === second ? Math.max(first, second)
        : this.byteOf((this.powers[first] + this.powers[second]) / 2);
    }
    return { step: 2 * step, cells: result };
  }

  byteOf(power) {
    return Math.max(1, Math.min(255, Math.round((10 * Math.log10(power) - this.floor) / this.decibel) + 1));
  }

  /** As of a signal. */
  level(secondsPerPixel) {
    return this.levels.findLast((level) => level.step <= secondsPerPixel) ?? this.levels[0];
  }

  /** The strongest frequency around a time above half a hertz, in Hz, or null. */
  strongest(time) {
    const { step, cells } = this.levels[0];
    const column = Math.floor((time - this.start) / step);
    let best = -1;
    for (let row = Math.max(0, Math.ceil((0.5 - this.lowest) / this.rowWidth)); row < this.rows; row += 1) {
      const byte = cells[column * this.rows + row] ?? 0;
      if (byte > 0 && (best < 0 || byte > cells[column * this.rows + best])) best = row;
    }
    return best < 0 ? null : this.lowest + (best + 0.5) * this.rowWidth;
  }
}
