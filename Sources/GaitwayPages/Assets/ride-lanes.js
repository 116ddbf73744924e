import { TimeAxis, elapsedTickText, momentTickText } from "./axis.js";
import { colour, pageData, percentText } from "./kit.js";
import { drawTimeGrid, drawValueTicks } from "./lanes.js";
import {
  SignalSeries, SpectrogramSeries, StretchSeries, WindowSeries, answerColour, answerName, unpackedCode,
} from "./ride-series.js";
import { drawDoubt } from "./ride-truth.js";

// How the lanes of a ride are drawn: answers, probabilities, confidence, repairs, signals and spectrogram.

/** The seconds of the wall clock, as the page's zone has it, at an elapsed time; only for a ride with a clock. */
export function wallClock(time) {
  const offsets = pageData.offsets;
  let offset = offsets[1];
  for (let index = 2; index < offsets.length && time >= offsets[index]; index += 2) offset = offsets[index + 1];
  return pageData.origin + time + offset;
}

export const rideHasClock = pageData.origin !== null;

export const rideAxis = new TimeAxis({
  start: 0,
  end: pageData.end,
  text: (time, step) => (rideHasClock ? momentTickText(wallClock(time), step) : elapsedTickText(time, step)),
  offset: rideHasClock ? wallClock(0) : 0,
});

export const rideWindows = new WindowSeries(pageData.windows);
export const rideStretches = new StretchSeries(pageData.stretches);
export const rideSignals = pageData.signals.map((signal) => new SignalSeries(signal));
export const rideSpectrogram = pageData.spectrogram === null ? null : new SpectrogramSeries(pageData.spectrogram);
export const rideUnits = { acceleration: "m/s²", rotation: "rad/s" };

/** The stripes for unknown times, in the colours of the theme. */
export function stripes(context) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const pen = tile.getContext("2d");
  pen.fillStyle = colour("shade");
  pen.fillRect(0, 0, 8, 8);
  pen.strokeStyle = colour("rule");
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
  }
  pen.stroke();
  return context.createPattern(tile, "repeat");
}

/** Writes a word with a rim of paper, so that it can be read on anything. */
export function rimmedText(context, text, x, y) {
  context.lineWidth = 4;
  context.lineJoin = "round";
  context.strokeStyle = colour("paper");
  context.strokeText(text, x, y);
  context.fillStyle = colour("ink");
  context.fillText(text, x, y);
}

/** What a part of a lane is filled with. */
function answerFill(context, answer) {
  const name = answerColour(answer);
  return name === "unknown" ? stripes(context) : colour(name);
}

/**
 * Draws the answers of windows or stretches as a band. Those narrower than a pixel share it: the answer that holds
 * longest in it has it. `label(answer, left, right)` is called for each that is wider.
 */
function drawBand(context, width, axis, series, top, height, label = null) {
  const columns = Math.ceil(width);
  const narrow = new Float32Array(columns * 8);
  const fills = Array.from({ length: 8 }, (_, answer) =>
    answer < 7 || pageData.answers.length === 7 ? answerFill(context, answer) : null,
  );
  const first = Math.max(0, series.at(Math.max(axis.from, series.starts[0] ?? 0)));
  for (let index = first; index < series.count && series.starts[index] < axis.to; index += 1) {
    const { answer } = unpackedCode(series.codes[index]);
    const left = Math.max(0, axis.x(series.starts[index], width));
    // Neighbours of one answer are one part, so that no seam is seen.
    while (index + 1 < series.count && unpackedCode(series.codes[index + 1]).answer === answer &&
      series.endOf(index) < axis.to) index += 1;
    const right = Math.min(width, axis.x(series.endOf(index), width));
    if (right <= 0) continue;
    if (right - left >= 1) {
      context.fillStyle = fills[answer];
      context.fillRect(left, top, right - left, height);
      if (label) label(answer, left, right);
    } else {
      narrow[Math.min(Math.floor(left), columns - 1) * 8 + answer] += right - left;
    }
  }
  for (let column = 0; column < columns; column += 1) {
    let [longest, time] = [-1, 0.3];
    for (let answer = 0; answer < 8; answer += 1) {
      if (narrow[column * 8 + answer] > time) [longest, time] = [answer, narrow[column * 8 + answer]];
    }
    if (longest < 0) continue;
    context.fillStyle = fills[longest];
    context.fillRect(column, top, 1, height);
  }
}

/**
 * The mean of integrals over each pixel: `take(column, mean)`; `mean(sums)` is that of running sums, `time` in seconds.
 */
function eachColumn(width, axis, series, take) {
  const columns = Math.ceil(width);
  let index = series.at(axis.from);
  let before = { index, time: axis.from };
  for (let column = 0; column < columns; column += 1) {
    const time = axis.time(column + 1, width);
    while (index + 1 < series.count && series.starts[index + 1] <= time) index += 1;
    const after = { index, time };
    const from = before;
    take(column, (sums) =>
      (series.integral(sums, after.index, after.time) - series.integral(sums, from.index, from.time)) / (
        after.time - from.time));
    before = after;
  }
}

/** The probabilities as areas on top of each other; stripes where there are none. */
export function drawProbabilities(context, width, height, axis, ticks) {
  context.fillStyle = stripes(context);
  context.fillRect(0, 0, width, height);
  for (const share of [0, 0.5, 1])
    ticks.push({ y: height * (1 - share), text: share === 0 ? "0" : percentText(share) });
  const fills = pageData.classes.map(colour);
  // Rectangles of a pixel's width: long paths of many corners take browsers longer.
  eachColumn(width, axis, rideWindows, (column, mean) => {
    let bottom = height;
    rideWindows.shareSums.forEach((sums, place) => {
      const part = mean(sums) * height;
      if (part < 0.05) return;
      context.fillStyle = fills[place];
      context.fillRect(column, bottom - part, 1, part);
      bottom -= part;
    });
  });
}

/** The band of stretches; behind the last that the page has room for, the windows' own answers stand for them. */
export function drawStretches(context, width, axis, top, height, label = null) {
  drawBand(context, width, axis, rideStretches, top, height, label);
  if (rideStretches.all === rideStretches.count) return;
  const edge = axis.x(rideStretches.end, width);
  if (edge >= width) return;
  context.save();
  context.beginPath();
  context.rect(Math.max(edge, 0), top, width, height);
  context.clip();
  drawBand(context, width, axis, rideWindows, top, height);
  context.restore();
}

/** The stretches with their names, and below them each window's own answer. */
export function drawAnswers(context, width, height, axis) {
  const band = height - 9;
  context.textBaseline = "middle";
  const names = [];
  drawStretches(context, width, axis, 0, band, (answer, left, right) => names.push([answer, left, right]));
  drawDoubt(context, width, axis, 0, band);
  for (const [answer, left, right] of names) {
    const name = answerName(answer);
    const wide = context.measureText(name).width + 12;
    if (wide > right - left) continue;
    // The name stands on its own colour, also where the answer is doubtful.
    context.fillStyle = answerFill(context, answer);
    context.fillRect(left, 0, wide, band);
    context.fillStyle = answerColour(answer) === "unknown" ? colour("ink") : colour("on-" + answerColour(answer));
    context.fillText(name, left + 6, band / 2 + 0.5);
  }
  context.fillStyle = colour("paper");
  for (const [, left] of names) if (left > 0) context.fillRect(left - 0.5, 0, 1, band);
  drawBand(context, width, axis, rideWindows, band + 3, 6);
}

/** The confidence as a height of one to three steps. */
export function drawConfidence(context, width, height, axis) {
  const names = ["bar", "extent", "accent"];
  eachColumn(width, axis, rideWindows, (column, mean) => {
    const level = mean(rideWindows.confidenceSums);
    if (!(level > 0.05)) return;
    context.fillStyle = colour(names[Math.max(0, Math.round(level) - 1)]);
    context.fillRect(column, height * (1 - level / 3), 1, (height * level) / 3);
  });
  context.fillStyle = colour("rule");
  context.fillRect(0, height - 1, width, 1);
}

/** Gaps as solid parts, other repairs as thinner ones. */
export function drawRepairs(context, width, height, axis) {
  context.fillStyle = colour("rule");
  context.fillRect(0, height / 2, width, 1);
  for (const isGap of [false, true]) {
    for (const { kind, places } of pageData.repairs) {
      if ((kind === "gap") !== isGap) continue;
      context.fillStyle = colour(isGap ? "ink" : "running");
      for (let index = 0; index < places.length; index += 3) {
        const left = axis.x(places[index], width);
        const length = Math.max(axis.x(places[index + 1], width) - left, 2);
        if (left > width || left + length < 0) continue;
        if (isGap) context.fillRect(left, 0, length, height);
        else context.fillRect(left, height / 2 - 2.5, length, 6);
      }
    }
  }
}

/** A signal from afar, where a pixel has several values: bars. Long paths would take browsers longer. */
function drawSignalColumns(context, width, axis, values, level, first, last, y) {
  const columns = Math.ceil(width);
  const least = new Uint8Array(columns).fill(255);
  const greatest = new Uint8Array(columns);
  const sums = new Float32Array(columns);
  const counts = new Uint16Array(columns);
  for (let index = first; index <= last; index += 1) {
    const column = Math.floor(axis.x((index + 0.5) * level.step, width));
    if (level.mean[index] === 0 || column < 0 || column >= columns) continue;
    least[column] = Math.min(least[column], level.least[index]);
    greatest[column] = Math.max(greatest[column], level.greatest[index]);
    sums[column] += values[level.mean[index]];
    counts[column] += 1;
  }
  context.fillStyle = colour("extent");
  for (let column = 0; column < columns; column += 1) {
    if (counts[column] === 0) continue;
    const top = y(values[greatest[column]]) - 0.5;
    context.fillRect(column, top, 1, y(values[least[column]]) + 0.5 - top);
  }
  context.fillStyle = colour("accent");
  let before = null;
  for (let column = 0; column < columns; column += 1) {
    if (counts[column] === 0) {
      before = null;
      continue;
    }
    const mean = y(sums[column] / counts[column]);
    const from = before ?? mean;
    context.fillRect(column, Math.min(from, mean) - 0.6, 1, Math.abs(from - mean) + 1.2);
    before = mean;
  }
}

/** A signal from near, where a value has several pixels: its extent as an area, its mean as a line. */
function drawSignalParts(context, width, axis, values, level, first, last, y) {
  const { step } = level;
  // Neighbours are joined; whatever is further apart than a gap is not.
  const reach = Math.max(0.55, 1.5 * step);
  const middle = (index) => axis.x((index + 0.5) * step, width);
  const draw = (run) => {
    const half = run.length === 1 ? Math.max(0.75, ((step / (axis.to - axis.from)) * width) / 2) : 0;
    context.fillStyle = colour("extent");
    context.beginPath();
    for (const index of run) context.lineTo(middle(index) - half, y(values[level.greatest[index]]) - 0.5);
    for (const index of run.toReversed()) context.lineTo(middle(index) + half, y(values[level.least[index]]) + 0.5);
    context.fill();
    context.strokeStyle = colour("accent");
    context.lineWidth = 1.25;
    context.beginPath();
    for (const index of run) context.lineTo(middle(index), y(values[level.mean[index]]));
    context.stroke();
  };
  let run = [];
  for (let index = first; index <= last; index += 1) {
    if (level.mean[index] === 0) continue;
    if (run.length > 0 && (index - run.at(-1)) * step > reach) {
      draw(run);
      run = [];
    }
    run.push(index);
  }
  if (run.length > 0) draw(run);
}

/** A signal with its scale. */
export function drawSignal(context, width, height, axis, ticks, series) {
  const level = series.level((axis.to - axis.from) / width);
  const { step } = level;
  const first = Math.max(0, Math.floor(axis.from / step) - 1);
  const last = Math.min(level.mean.length - 1, Math.ceil(axis.to / step) + 1);
  let [low, high] = [Infinity, -Infinity];
  for (let index = first; index <= last; index += 1) {
    if (level.mean[index] === 0) continue;
    low = Math.min(low, series.values[level.least[index]]);
    high = Math.max(high, series.values[level.greatest[index]]);
  }
  context.fillStyle = stripes(context);
  if (low > high) return context.fillRect(0, 0, width, height);
  if (series.name === "rotation") low = 0;
  const pad = Math.max((high - low) * 0.08, 0.05);
  const [bottom, top] = [Math.max(0, low - pad), high + pad];
  const y = (value) => height - ((value - bottom) / (top - bottom)) * height;
  drawTimeGrid(context, width, height, axis);
  drawValueTicks(context, width, ticks, bottom, top, y);
  const near = (axis.to - axis.from) / width < step;
  (near ? drawSignalParts : drawSignalColumns)(context, width, axis, series.values, level, first, last, y);
}

/** The colours from weak to strong, 256 of them, as red, green, blue. */
function rampColours() {
  const parts = (name) => {
    const text = colour(name);
    return [1, 3, 5].map((place) =>
      parseInt(text.length === 4 ? text[(place + 1) / 2].repeat(2) : text.slice(place, place + 2), 16),
    );
  };
  const stops = [parts("shade"), parts("extent"), parts("accent"), parts("ink")];
  return Array.from({ length: 256 }, (_, index) => {
    const place = (index / 255) * (stops.length - 1);
    const stop = Math.min(Math.floor(place), stops.length - 2);
    return stops[stop].map((part, channel) => part + (stops[stop + 1][channel] - part) * (place - stop));
  });
}

const spectrogramImage = document.createElement("canvas");

/** The spectrogram, weak in the colour of the paper. */
export function drawSpectrogram(context, width, height, axis, ticks) {
  context.fillStyle = stripes(context);
  context.fillRect(0, 0, width, height);
  const series = rideSpectrogram;
  const { step, cells } = series.level((axis.to - axis.from) / width);
  const columns = Math.ceil(width);
  const ramp = rampColours();
  // From the noise of a phone at rest, -40 dB, to a run, +20 dB.
  const shade = Array.from({ length: 256 }, (_, byte) =>
    ramp[Math.round(255 * Math.max(0, Math.min(1, (series.floor + (byte - 1) * series.decibel + 40) / 60)))]);
  const image = new ImageData(columns, series.rows);
  for (let column = 0; column < columns; column += 1) {
    const start = Math.floor((axis.time(column + 0.5, width) - series.start) / step) * series.rows;
    if (start < 0 || start >= cells.length) continue;
    for (let row = 0; row < series.rows; row += 1) {
      const byte = cells[start + row];
      if (byte === 0) continue;
      const place = 4 * ((series.rows - 1 - row) * columns + column);
      const [red, green, blue] = shade[byte];
      image.data[place] = red;
      image.data[place + 1] = green;
      image.data[place + 2] = blue;
      image.data[place + 3] = 255;
    }
  }
  spectrogramImage.width = columns;
  spectrogramImage.height = series.rows;
  spectrogramImage.getContext("2d").putImageData(image, 0, 0);
  context.imageSmoothingEnabled = true;
  context.drawImage(spectrogramImage, 0, 0, columns, height);
  for (let frequency = 2; frequency < series.highest; frequency += series.highest > 6 ? 2 : 1) {
    const y = height - (height * (frequency - series.lowest)) / (series.highest - series.lowest);
    ticks.push({ y, text: String(frequency) });
  }
}
