// SPDX-License-Identifier: Apache-2.0
import { TableError, accelerationScale, isInDegrees, kindOfFile, layoutOf, sizesOf, timeScale } from "./columns.js";
import { RowParser, clockZero, wholeLines } from "./rows.js";
import { filesOfZip, isZip } from "./zip.js";

// A dropped log as samples of all sensors in the order of time, piece by piece.

/** The seconds of the log that settle its units. */
const settlingTime = 30;

/** The bytes of a table that are searched for its header. */
const headLength = 1 << 16;

/** What a log of some files is called. */
export function nameOf(files) {
  return files.length === 1 ? files[0].name : files[0].name + " and " + (files.length - 1) + " more";
}

/** The files of what was dropped: those of a zip, or the dropped ones themselves. */
async function droppedFiles(files) {
  if (files.length === 1 && await isZip(files[0])) return filesOfZip(files[0]);
  return files.map((file) => ({ name: file.name, size: file.size, stream: async () => file.stream() }));
}

/**
 * The tables to read, by sensor: acceleration, or linear with gravity; rotation; pressure. The others are left alone.
 * @returns {Record<string, any>}
 */
export function tablesOf(files, name) {
  const tables = files.filter((file) => /\.(csv|txt|tsv|tab|dat)$/i.test(file.name) && !/^meta\//.test(file.name));
  const stem = (file) => file.name.split("/").at(-1).toLowerCase().replace(/\.[a-z]+$/, "").replaceAll(/[^a-z]/g, "");
  const named = (...stems) => stems.map((one) => tables.find((file) => stem(file) === one)).find(Boolean);
  const rotation = named("gyroscope", "gyro", "rotationrate");
  const pressure = named("barometer", "pressure");
  const gravity = named("gravity");
  const total = named("totalacceleration");
  const accelerometer = named("accelerometer", "acceleration", "acc");
  const linear = named("linearacceleration", "linearaccelerometer");
  const uncalibrated = named("accelerometeruncalibrated");
  const others = { rotation, pressure };
  if (total !== undefined) return { acceleration: total, ...others };
  if (gravity !== undefined && (linear ?? accelerometer) !== undefined)
    return { linear: linear ?? accelerometer, gravity, ...others };
  // Without gravity, Sensor Logger's other table has none in it.
  if (uncalibrated !== undefined) return { acceleration: uncalibrated, ...others };
  if (accelerometer !== undefined) return { acceleration: accelerometer, ...others };
  const rest = tables.length === 0 ? files
    : tables.filter((file) => kindOfFile(file.name) === null || tables.length === 1);
  if (rest.length === 1) return { acceleration: rest[0] };
  if (files.some((file) => /\.(xls|xlsx|json|sqlite|db)$/i.test(file.name)) && rest.length === 0) {
    throw new TableError(name + " holds no table of text. Export the log as CSV: in phyphox choose CSV, " +
      "in Sensor Logger choose CSV or zip.");
  }
  throw new TableError(rest.length === 0 ? name + " holds no table of acceleration, such as Accelerometer.csv."
    : name + " holds " + rest.length + " tables, and none is named Accelerometer.csv. Drop one of them.");
}

/** The wall clock at the zero of phyphox's times, in seconds since 1970; null if the log does not say it. */
async function startOfPhyphox(files) {
  const file = files.find((one) => /(^|\/)meta\/time\.csv$/i.test(one.name));
  if (file === undefined) return null;
  const lines = (await new Response(await file.stream()).text()).split(/\r?\n/);
  const separator = [";", "\t", ","].find((one) => lines[0].includes(one)) ?? ",";
  const cells = (line) => line.split(separator).map((cell) => cell.replaceAll('"', "").trim().replace(",", "."));
  const headings = cells(lines[0]);
  const start = lines.map(cells).find(([event]) => event === "START");
  const number = (name) => Number(start?.[headings.indexOf(name)]);
  const zero = number("system time") - number("experiment time");
  return Number.isFinite(zero) ? zero : null;
}

/** The text of a stream in UTF-8; that of Excel in UTF-16 becomes UTF-8. */
async function utf8(stream) {
  const [one, other] = stream.tee();
  const reader = one.getReader();
  const { value } = await reader.read();
  reader.cancel();
  const encoding = { "255,254": "utf-16le", "254,255": "utf-16be" }[value?.slice(0, 2).join()];
  if (encoding === undefined) return other;
  return other.pipeThrough(new TextDecoderStream(encoding)).pipeThrough(new TextEncoderStream());
}

/** The rows of one table: pieces of times in seconds of the log's clock, with the values of one sensor or several. */
class Track {
  constructor(file, clock, onBytes) {
    this.file = file;
    this.clock = clock;
    this.onBytes = onBytes;
    this.rows = new Float64Array(0);
    this.count = 0;
    this.at = 0;
    this.isDone = false;
  }

  /** Reads the head: the layout, and the first piece. `kinds` are those wanted of a table of several sensors. */
  async open(kinds, bare) {
    const { name } = this.file;
    this.pieces = wholeLines(await utf8(await this.file.stream()), name);
    const first = await this.pieces.next();
    if (!first.value) throw new TableError(name + " is empty.");
    const [bytes, end] = first.value;
    const head = new TextDecoder().decode(bytes.subarray(0, Math.min(end, headLength))).replace(/^\ufeff/, "");
    const layout = layoutOf(head, name);
    const own = ({ kind }) => (kind === "acceleration" && bare !== null ? bare : kind);
    const columns = layout.columns.map((column) => (column === null ? null : { ...column, kind: own(column) }));
    this.kinds = kinds.filter((kind) => columns.some((column) => column?.kind === kind));
    const starts = new Map();
    let width = 1;
    for (const kind of this.kinds) {
      starts.set(kind, width);
      width += kind === "pressure" ? 1 : 3;
    }
    this.width = width;
    this.starts = starts;
    this.factors = new Map(this.kinds.map((kind) => [kind, columns.find((column) => column?.kind === kind).factor]));
    const places = columns.map((column) => (column === null ? -1 : column.kind === "time" ? 0
      : starts.has(column.kind) ? starts.get(column.kind) + column.axis : -1));
    this.parser = new RowParser({ ...layout, places, width, clock: this.clock, path: name });
    const timeColumn = columns.find((column) => column?.kind === "time");
    // Lines before the first row.
    let start = 0;
    for (let line = 0; line < layout.skipped; line += 1) {
      const next = bytes.indexOf(10, start);
      start = (next < 0 ? bytes.indexOf(13, start) : next) + 1;
    }
    this.fill(bytes.subarray(start), end - start);
    if (this.count === 0) {
      throw new TableError(name + ": no time is a number in the first rows. " +
        "The command says more: gaitway inspect " + name);
    }
    this.settleTime(timeColumn);
    return this;
  }

  settleTime({ factor }) {
    const times = Array.from({ length: Math.min(this.count, 200) }, (_, index) => this.rows[index * this.width]);
    const zero = clockZero(this.clock);
    const whole = timeScale(times.map((time) => time + zero), this.file.name);
    // Steps are known exactly where the times are not.
    if (this.clock.scale === null) {
      this.clock.scale = whole.isEpoch ? whole.factor : factor ?? timeScale(times, this.file.name).factor;
      this.clock.isEpoch = whole.isEpoch;
    }
  }

  fill(bytes, end) {
    // A row that counts has at least a digit of its time and a line end: its other cells may be missing.
    const most = Math.ceil(end / 2) + 1;
    if (this.rows.length < most * this.width) this.rows = new Float64Array(most * this.width);
    this.count = this.parser.parse(bytes, end, this.rows);
    this.at = 0;
    this.onBytes(end);
  }

  /** Makes sure that there is a row, or that there are no more. */
  async advance() {
    while (this.at >= this.count && !this.isDone) {
      const { value } = await this.pieces.next();
      if (!value) this.isDone = true;
      else this.fill(value[0], value[1]);
    }
  }

  get time() {
    return this.rows[this.at * this.width] * this.clock.scale;
  }

  /** Puts the values of a sensor into an array; false if the row has none. */
  take(kind, into) {
    const start = this.at * this.width + this.starts.get(kind);
    const count = kind === "pressure" ? 1 : 3;
    const factor = this.factors.get(kind) ?? 1;
    for (let axis = 0; axis < count; axis += 1) {
      const value = this.rows[start + axis] * factor;
      if (Number.isNaN(value)) return false;
      into[axis] = value;
    }
    return true;
  }
}

/** Gravity beside linear acceleration: a straight line between its rows. */
class GravityRows {
  constructor(track) {
    this.track = track;
    this.before = { time: -Infinity, value: new Float64Array(3) };
    this.after = { time: -Infinity, value: new Float64Array(3) };
  }

  /** Adds gravity at a time; false where none is known within half a second. */
  async add(time, acceleration) {
    const { track } = this;
    while (this.after.time < time) {
      if (track.at >= track.count) await track.advance();
      if (track.isDone) break;
      [this.before, this.after] = [this.after, this.before];
      this.after.time = track.time;
      if (!track.take("gravity", this.after.value)) this.after.time = this.before.time;
      track.at += 1;
    }
    const span = this.after.time - this.before.time;
    const share = this.after.time === time || !Number.isFinite(span) || span <= 0 ? 1
      : Math.min((time - this.before.time) / span, 1);
    if (Math.abs(this.after.time - time) > 0.5 && Math.abs(this.before.time - time) > 0.5) return false;
    for (let axis = 0; axis < 3; axis += 1)
      acceleration[axis] += share === 1 ? this.after.value[axis]
        : this.before.value[axis] + share * (this.after.value[axis] - this.before.value[axis]);
    return true;
  }
}

/**
 * Reads a log, and calls `push(sample)` for each moment: `{time, acceleration, rotation, pressure}`, each sensor null
 * where it has no reading then. Times are seconds from the first acceleration. The arrays are the same in each call.
 * `onProgress(done, total)` counts bytes. What was found out is the answer.
 */
export async function readLog(dropped, { push, onProgress }) {
  const name = nameOf(dropped);
  const files = await droppedFiles(dropped);
  const chosen = tablesOf(files, name);
  const total = Object.values(chosen).reduce((sum, file) => sum + (file?.size ?? 0), 0);
  let done = 0;
  const clock = { zero: null, scale: null, isEpoch: false };
  const onBytes = (bytes) => onProgress((done += bytes), total);
  const open = (file, kinds, bare) => new Track(file, clock, onBytes).open(kinds, bare);
  const notes = [];
  const main = chosen.acceleration === undefined ? await open(chosen.linear, ["linear"], "linear")
    : await open(chosen.acceleration, ["acceleration", "linear", "gravity", "rotation", "pressure"], null);
  if (chosen.acceleration !== undefined && main.kinds.includes("linear") && main.kinds.includes("acceleration"))
    main.kinds = main.kinds.filter((kind) => kind !== "linear");
  const motion = main.kinds.includes("acceleration") ? "acceleration" : "linear";
  if (!main.kinds.includes(motion))
    throw new TableError(main.file.name + ": no columns are three axes of acceleration.");
  const gravityTrack = chosen.gravity === undefined ? null : await open(chosen.gravity, ["gravity"], "gravity");
  const addsGravity = gravityTrack !== null || (motion === "linear" && main.kinds.includes("gravity"));
  const gravityRows = gravityTrack === null ? null : new GravityRows(gravityTrack);
  const others = [];
  for (const kind of ["rotation", "pressure"]) {
    if (chosen[kind] === undefined) continue;
    try {
      others.push(await open(chosen[kind], [kind], kind));
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      // A log is as good without a sensor that recorded nothing.
      notes.push(chosen[kind].name + " was left out: it has no rows.");
    }
  }
  const kinds = new Set(["acceleration", ...others.flatMap((track) => track.kinds),
    ...main.kinds.filter((kind) => kind === "rotation" || kind === "pressure")]);

  const acceleration = new Float64Array(3);
  const own = new Float64Array(3);
  const rotation = new Float64Array(3);
  const pressure = new Float64Array(1);
  const sample = { time: 0, acceleration: null, rotation: null, pressure: null };
  let [last, count, scale, turn] = [0, 0, null, 1];
  // The samples of the first half minute, which settle the unit.
  let held = [];
  const send = (one) => {
    for (let axis = 0; axis < 3 && one.acceleration !== null; axis += 1) one.acceleration[axis] *= scale;
    for (let axis = 0; axis < 3 && one.rotation !== null; axis += 1) one.rotation[axis] *= turn;
    push(one);
  };
  const settle = () => {
    const sizes = sizesOf(held.filter((one) => one.acceleration !== null));
    const factor = main.factors.get(motion);
    scale = accelerationScale(sizes, factor !== null || addsGravity, name);
    if (factor === null && !addsGravity)
      notes.push("Assuming acceleration in " + (scale === 1 ? "m/s²" : "g") + ", by its size.");
    const gyroscope = [main, ...others].find((track) => track.starts.has("rotation"));
    const turns = held.flatMap(({ rotation: one }) => (one === null ? [] : [one]));
    if (gyroscope?.factors.get("rotation") === null && isInDegrees(turns, sizes)) {
      turn = Math.PI / 180;
      notes.push("Assuming rotation in degrees a second, by its size.");
    }
    for (const one of held) send(one);
    held = [];
  };
  const emit = () => {
    if (scale !== null) return send(sample);
    const copy = (values) => (values === null ? null : Float64Array.from(values));
    held.push({ time: sample.time, acceleration: copy(sample.acceleration), rotation: copy(sample.rotation),
      pressure: sample.pressure });
    if (sample.time > settlingTime) settle();
    return undefined;
  };

  // Times count from the first acceleration; those of other sensors may lie before it.
  while (!main.isDone && !main.take(motion, acceleration)) {
    main.at += 1;
    if (main.at >= main.count) await main.advance();
  }
  if (main.isDone) throw new TableError(name + " has no row with a time and three numbers of acceleration.");
  const first = main.time;
  for (;;) {
    if (main.at >= main.count) await main.advance();
    if (main.isDone) break;
    const time = main.time;
    for (const track of others) {
      for (;;) {
        if (track.at >= track.count) await track.advance();
        if (track.isDone || track.time >= time) break;
        [sample.acceleration, sample.rotation, sample.pressure] = [null, null, null];
        fillOther(track);
        sample.time = track.time - first;
        emit();
        track.at += 1;
      }
    }
    let isUsable = main.take(motion, acceleration);
    if (isUsable && addsGravity) {
      if (gravityRows !== null) isUsable = await gravityRows.add(time, acceleration);
      else if (main.take("gravity", own)) for (let axis = 0; axis < 3; axis += 1) acceleration[axis] += own[axis];
      else isUsable = false;
    }
    sample.acceleration = isUsable ? acceleration : null;
    sample.rotation = main.starts.has("rotation") && main.take("rotation", rotation) ? rotation : null;
    sample.pressure = main.starts.has("pressure") && main.take("pressure", pressure) ? pressure[0] : null;
    for (const track of others) {
      if (track.isDone || track.at >= track.count || track.time !== time) continue;
      fillOther(track);
      track.at += 1;
    }
    main.at += 1;
    sample.time = time - first;
    if (isUsable) [last, count] = [sample.time, count + 1];
    if (sample.acceleration !== null || sample.rotation !== null || sample.pressure !== null) emit();
  }
  // Other sensors may go on after the last acceleration.
  [sample.acceleration, sample.rotation, sample.pressure] = [null, null, null];
  for (;;) {
    for (const track of others) if (track.at >= track.count) await track.advance();
    const [next] = others.filter((track) => !track.isDone).sort((one, other) => one.time - other.time);
    if (next === undefined) break;
    [sample.rotation, sample.pressure] = [null, null];
    fillOther(next);
    sample.time = next.time - first;
    emit();
    next.at += 1;
  }
  if (count === 0) throw new TableError(name + ": no row of acceleration has one of gravity near it.");
  if (scale === null) settle();
  const broken = [main, ...others].reduce((sum, track) => sum + track.parser.broken, 0);
  if (broken > 0) notes.push((broken === 1 ? "1 row" : broken + " rows") + " without a time left out.");
  const start = clock.isEpoch ? 0 : await startOfPhyphox(files);
  const origin = start === null ? null : start + clockZero(clock) * clock.scale + first;
  return { name, duration: last, count, rate: last > 0 ? (count - 1) / last : 0, kinds: [...kinds], origin, notes };

  function fillOther(track) {
    if (track.starts.has("rotation")) sample.rotation = track.take("rotation", rotation) ? rotation : null;
    if (track.starts.has("pressure")) sample.pressure = track.take("pressure", pressure) ? pressure[0] : null;
  }
}
