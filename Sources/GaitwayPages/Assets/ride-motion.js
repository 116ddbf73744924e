import { colour, decoded, lastNotAbove, pageData } from "./kit.js";
import { Lane, drawTimeGrid, drawValueTicks } from "./lanes.js";
import { rideAxis, stripes } from "./ride-lanes.js";
import { decodedTimes } from "./ride-series.js";

// How a ride's speed and height are drawn, where it has fixes that know them.

/** Fixes farther apart than this are not joined, in seconds. */
const longestFixStep = 60;

/** A number of each fix, such as its speed. */
class FixSeries {
  /** `values` has NaN where the number is not known. */
  constructor(times, values) {
    this.times = times;
    this.values = values;
  }

  /** The number at a time; null where it is not known. */
  at(time) {
    const index = lastNotAbove(this.times, time);
    if (index < 0 || Number.isNaN(this.values[index]) || time - this.times[index] > longestFixStep) return null;
    return this.values[index];
  }

  /** The least and the greatest number from one time to another, without a few wild ones; null without any. */
  extent(from, to) {
    const known = [];
    for (let index = Math.max(0, lastNotAbove(this.times, from)); index < this.times.length && this.times[index] <= to;
      index += 1) {
      if (!Number.isNaN(this.values[index])) known.push(this.values[index]);
    }
    if (known.length === 0) return null;
    known.sort((first, second) => first - second);
    // A fix that jumps has a speed of its own; it shall not make all others look like rest.
    const [low, high] = [0.02, 0.98].map((share) => known[Math.round(share * (known.length - 1))]);
    const room = Math.max(high - low, 1) / 2;
    return [Math.max(known[0], low - room), Math.min(known.at(-1), high + room)];
  }
}

/**
 * The series of a ride's path under a name, or null: `decode` turns a number of the page into one for people, or NaN.
 */
function fixSeries(name, kind, decode) {
  const text = pageData.path?.[name] ?? null;
  return text === null
    ? null
    : new FixSeries(decodedTimes(pageData.path.times), Float64Array.from(decoded(text, kind), decode));
}

/** In km/h. */
export const rideSpeed = fixSeries("speeds", Uint16Array, (value) => (value === 65535 ? NaN : value * 0.036));
/** In metres. */
export const rideHeight = fixSeries("heights", Int32Array, (value) => (value === -2147483648 ? NaN : value / 10));

/** Draws a number of the fixes as a line with its area below; `least` is the smallest range that is shown. */
function drawFixSeries(context, width, height, axis, ticks, series, { isFromZero, least }) {
  const extent = series.extent(axis.from, axis.to);
  if (extent === null) {
    context.fillStyle = stripes(context);
    return context.fillRect(0, 0, width, height);
  }
  drawTimeGrid(context, width, height, axis);
  const spread = Math.max(extent[1] - (isFromZero ? 0 : extent[0]), least);
  const bottom = isFromZero ? 0 : (extent[0] + extent[1] - spread * 1.15) / 2;
  const top = isFromZero ? spread * 1.08 : bottom + spread * 1.15;
  const y = (value) => height - ((value - bottom) / (top - bottom)) * height;
  drawValueTicks(context, width, ticks, bottom, top, y);
  const { times, values } = series;
  let run = [];
  const draw = () => {
    if (run.length === 0) return;
    context.beginPath();
    for (const [x, high] of run) context.lineTo(x, high);
    if (run.length === 1) context.lineTo(run[0][0] + 1, run[0][1]);
    context.strokeStyle = colour("accent");
    context.lineWidth = 1.5;
    context.lineJoin = "round";
    context.stroke();
    context.lineTo(run.at(-1)[0], height);
    context.lineTo(run[0][0], height);
    context.globalAlpha = 0.25;
    context.fillStyle = colour("extent");
    context.fill();
    context.globalAlpha = 1;
    run = [];
  };
  for (let index = Math.max(0, lastNotAbove(times, axis.from)); index < times.length; index += 1) {
    if (Number.isNaN(values[index]) || (index > 0 && times[index] - times[index - 1] > longestFixStep)) draw();
    if (!Number.isNaN(values[index])) run.push([axis.x(times[index], width), y(values[index])]);
    if (times[index] > axis.to) break;
  }
  draw();
}

/** The lanes of speed and height that the ride has. */
export function motionLanes() {
  const lanes = [];
  if (rideSpeed !== null) {
    lanes.push(
      new Lane(rideAxis, {
        name: "Speed, km/h",
        height: 60,
        hasScale: true,
        label: "The speed of the fixes along time, in kilometres per hour",
        draw: (context, width, height, axis, ticks) =>
          drawFixSeries(context, width, height, axis, ticks, rideSpeed, { isFromZero: true, least: 5 }),
      }),
    );
  }
  if (rideHeight !== null) {
    lanes.push(
      new Lane(rideAxis, {
        name: "Height, m",
        height: 60,
        hasScale: true,
        label: "The height of the fixes along time, in metres",
        draw: (context, width, height, axis, ticks) =>
          drawFixSeries(context, width, height, axis, ticks, rideHeight, { isFromZero: false, least: 20 }),
      }),
    );
  }
  return lanes;
}
