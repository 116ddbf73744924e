// SPDX-License-Identifier: Apache-2.0
// What the columns of a table of motion mean: its separator, its header, its units.

/** A table that cannot be read. Its message says what is wrong, and what to do. */
export class TableError extends Error {}

const gravity = 9.80665;

/** Factors to m/s², rad/s, hPa and seconds, by the units of headings. */
const units = {
  acceleration: { "m/s^2": 1, "m/s²": 1, "m/s2": 1, "ms^-2": 1, "ms-2": 1, g: gravity, gs: gravity,
    mg: gravity / 1000, "cm/s^2": 0.01 },
  rotation: { "rad/s": 1, "deg/s": Math.PI / 180, "°/s": Math.PI / 180, dps: Math.PI / 180 },
  pressure: { hpa: 1, mbar: 1, kpa: 10, pa: 0.01 },
  time: { s: 1, sec: 1, seconds: 1, ms: 1e-3, us: 1e-6, "µs": 1e-6, ns: 1e-9 },
};

/**
 * The sensors' names in headings and in names of files, the first that fits.
 * @type {[string, RegExp][]}
 */
const sensors = [
  ["gravity", /^gravity/],
  ["linear", /linear|useracc|withoutg/],
  ["rotation", /gyro|^rotation|^gyr|^w$|^omega/],
  ["pressure", /pressure|barometer|^baro/],
  ["acceleration", /acc|^a$|^gf$|gforce/],
];

/** A cell without quotes and blanks. */
function cellText(text) {
  return text.trim().replace(/^"(.*)"$/, "$1").trim();
}

function isNumber(text, mark) {
  const cell = cellText(text);
  const point = mark === "," ? cell.replace(",", ".") : cell;
  return point !== "" && (/^nan$/i.test(point) || Number.isFinite(Number(point)));
}

function cellsOf(line, separator) {
  if (separator === " ") return line.trim().split(/ +/);
  return line.split(separator);
}

/** The letters of a name, the axis at its end or beginning, and the unit in brackets or behind an underscore. */
function nameParts(heading) {
  const text = cellText(heading).toLowerCase();
  const bracket = /[([]([^)\]]*)[)\]]/.exec(text);
  let name = bracket ? text.replace(bracket[0], " ") : text;
  let unit = bracket ? bracket[1].replaceAll(/[ ·*]/g, "") : null;
  if (unit !== null && /^[xyz]$/.test(unit)) [name, unit] = [name + " " + unit, null];
  const words = name.split(/[^a-zµ²°^/0-9]+/).filter((word) => word !== "" && word !== "axis");
  if (unit === null && words.length > 1 && /^(ms|us|ns|s)$/.test(words.at(-1))) unit = words.pop();
  let axis = -1;
  const last = words.at(-1) ?? "";
  if (/^[xyz]$/.test(last)) axis = "xyz".indexOf(words.pop());
  else if (/^[xyz]$/.test(words[0] ?? "")) axis = "xyz".indexOf(words.shift());
  else if (/^(a|w|g|gf|acc|accel|gyro|gyr|acceleration)[xyz]$/.test(last)) {
    axis = "xyz".indexOf(last.at(-1));
    words[words.length - 1] = last.slice(0, -1);
  }
  return { name: words.join(""), axis, unit };
}

/** What a heading measures: `{kind, axis, factor}`; null for a column that is not used. */
export function columnOf(heading, bare, hasOwnAcceleration = false) {
  const { name, axis, unit } = nameParts(heading);
  const factor = (kind) => (unit === null ? null : units[kind]?.[unit]);
  if (axis < 0) {
    if (/^(t|seconds|secondselapsed|elapsed.*|epoch.*|time.*|.*time)$/.test(name) && factor("time") !== undefined)
      return { kind: "time", axis: 0, factor: name === "secondselapsed" ? 1 : factor("time"), name };
    if (!sensors[3][1].test(name) || factor("pressure") === undefined) return null;
    return { kind: "pressure", axis: 0, factor: factor("pressure") ?? 1 };
  }
  // phyphox calls the pressure's only column "X (hPa)".
  if (axis === 0 && unit !== null && unit in units.pressure)
    return { kind: "pressure", axis: 0, factor: factor("pressure") };
  let kind = name === "" ? bare : sensors.find(([, pattern]) => pattern.test(name))?.[0];
  // gx beside ax is the gyroscope's; alone it is g.
  if (name === "g") kind = hasOwnAcceleration ? "rotation" : "acceleration";
  if (kind === undefined || kind === null) return null;
  if (unit !== null && unit in units.rotation) kind = "rotation";
  const own = kind === "rotation" ? "rotation" : "acceleration";
  if (factor(own) === undefined) return null;
  return { kind, axis, factor: factor(own) ?? (name === "gf" ? gravity : null) };
}

/** What a file's name says its bare columns x, y and z are. */
export function kindOfFile(path) {
  const name = path.split("/").at(-1).toLowerCase().replace(/\.[a-z]+$/, "").replaceAll(/[^a-z]/g, "");
  return sensors.find(([, pattern]) => pattern.test(name))?.[0] ?? null;
}

/**
 * The layout of a table, by its first lines: `{separator, mark, skipped, columns}`, where `skipped` lines stand before
 * the first row, and each of `columns` is null or `{kind, axis, factor}`.
 */
export function layoutOf(text, path) {
  const lines = text.split(/\r\n|\n|\r/);
  for (let index = 0; index < Math.min(lines.length, 100); index += 1) {
    for (const separator of ["\t", ";", "|", ",", " "]) {
      const cells = cellsOf(lines[index], separator);
      const mark = separator !== "," && !/\d\.\d/.test(lines[index]) && /\d,\d/.test(lines[index]) ? "," : ".";
      const count = cells.filter((cell) => isNumber(cell, mark)).length;
      const kind = kindOfFile(path);
      if (count < (kind === "pressure" ? 2 : kind === null ? 3 : 4)) continue;
      const found = columns(lines, index, separator, cells.length, kind);
      return { separator, mark, skipped: index, columns: withOneTime(found, cells, mark, path) };
    }
  }
  throw new TableError(path + ": no row with a time and three axes was found in the first 100 lines. " +
    "Drop a log of phyphox or Sensor Logger, or a table with the columns time, ax, ay and az.");
}

/** The columns with one time: the first whose cells are numbers. */
function withOneTime(all, cells, mark, path) {
  const times = all.flatMap((column, index) => (column?.kind === "time" ? [index] : []));
  if (times.length === 0) throw new TableError(path + ": no column is a time. Name one of them time.");
  const chosen = times.find((index) => isNumber(cells[index] ?? "", mark));
  if (chosen === undefined) {
    throw new TableError(path + ": its times are texts, such as " + cellText(cells[times[0]] ?? "") +
      ". The command reads them: gaitway classify " + path);
  }
  return all.map((column, index) => (column?.kind === "time" && index !== chosen ? null : column));
}

function columns(lines, row, separator, count, kind) {
  for (let index = row - 1; index >= Math.max(0, row - 3); index -= 1) {
    const headings = cellsOf(lines[index], separator);
    if (Math.abs(headings.length - count) > 1) continue;
    const hasOwn = headings.some((heading) => /acc|^"?a_?[xyz]/i.test(heading.trim()));
    const found = headings.map((heading) => columnOf(heading, kind ?? "acceleration", hasOwn));
    if (found.some((column) => column !== null)) return found;
  }
  // A table without a header: time, x, y, z.
  const own = kind ?? "acceleration";
  if (own === "pressure") return [{ kind: "time", axis: 0, factor: null }, { kind: own, axis: 0, factor: 1 }];
  return [{ kind: "time", axis: 0, factor: null },
    ...[0, 1, 2].map((axis) => ({ kind: own, axis, factor: null }))];
}

/** The years 1990 and 2100, in seconds since 1970: times between them are moments. */
const [earliest, latest] = [631152000, 4102444800];

/** The factor to seconds of times without a unit, and whether they count from 1970; by the first times of a table. */
export function timeScale(times, path) {
  const first = times[0];
  const steps = times.slice(1).map((time, index) => time - times[index]).sort((one, other) => one - other);
  const step = steps[steps.length >> 1];
  for (const factor of [1, 1e-3, 1e-6, 1e-9]) {
    const isMoment = first * factor >= earliest && first * factor <= latest;
    if (isMoment && !(step * factor > 2)) return { factor, isEpoch: true };
  }
  if (!(step > 0)) {
    throw new TableError(path + ": the times do not grow (median step " + step + "). " +
      "The first column must be the time of each row.");
  }
  if (step > 1e9)
    throw new TableError(path + ": the rows are " + step + " apart. Its first time column is another clock.");
  const factor = step <= 0.9 ? 1 : step <= 900 ? 1e-3 : step <= 900e3 ? 1e-6 : 1e-9;
  return { factor, isEpoch: false };
}

/** The seconds over which steps and jolts cancel out, and gravity does not. */
const block = 2;

/** The mean size of accelerations, its spread, and the median size of their mean vectors over two seconds. */
export function sizesOf(samples) {
  const sizes = samples.map(({ acceleration }) => Math.hypot(...acceleration));
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const spread = Math.sqrt(sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / sizes.length);
  const sums = new Map();
  for (const { time, acceleration } of samples) {
    const number = Math.floor(time / block);
    const sum = sums.get(number) ?? { vector: [0, 0, 0], count: 0 };
    for (let axis = 0; axis < 3; axis += 1) sum.vector[axis] += acceleration[axis];
    sum.count += 1;
    sums.set(number, sum);
  }
  const means = [...sums.values()].map(({ vector, count }) => Math.hypot(...vector) / count).sort(
    (one, other) => one - other);
  return { mean, spread, rest: means[means.length >> 1] };
}

/**
 * Whether rotation rates without a unit are in degrees a second: a phone does not turn by 5 rad/s half of the time,
 * unless it swings so far that the mean vector of acceleration is short.
 */
export function isInDegrees(rotations, { mean, rest }) {
  const sizes = rotations.map((rotation) => Math.hypot(...rotation)).sort((one, other) => one - other);
  const [median, high] = [sizes[sizes.length >> 1] ?? 0, sizes[Math.floor(sizes.length * 0.95)] ?? 0];
  return high > 35 || (median > 5 && rest >= 0.89 * mean);
}

/** The factor to m/s² of accelerations, whose unit is stated or follows from their sizes; gravity must be in them. */
export function accelerationScale({ mean, spread, rest }, isStated, path) {
  const fits = (factor) => mean * factor >= 8.8 && rest * factor <= Math.max(10.8, gravity + spread * factor);
  if (isStated ? rest > 3 : fits(1)) return 1;
  if (!isStated && fits(gravity)) return gravity;
  if (isStated || rest < 0.5) {
    throw new TableError(path + ": the acceleration has no gravity in it (its mean over 2 s is " + rest.toFixed(2) +
      "). Export the accelerometer with gravity: in Sensor Logger switch on Gravity or Total Acceleration, " +
      "in phyphox choose Acceleration (with g).");
  }
  throw new TableError(path + ": the acceleration's unit is unknown (its mean over 2 s is " + rest.toFixed(2) +
    "; with gravity it is near 9.81 m/s² or 1 g). Name the columns ax (m/s^2) or ax (g).");
}
