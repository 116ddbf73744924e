// SPDX-License-Identifier: Apache-2.0
// The activity of a phone from samples of its sensors, in a browser, a worker or Node. gaitway.d.ts describes it.
/* eslint-env node */
// Debian's ESLint takes all private methods for one.
/* eslint no-dupe-class-members: "off" */

const sensorNames = ["acceleration", "rotation", "pressure"];
const classNames = ["stationary", "walking", "running", "cycling", "automotive", "none"];
const confidenceNames = ["low", "medium", "high"];
const reasonNames = [
    null, "gap", "rate-too-low", "no-gravity", "saturated", "dead-sensor", "far-from-training", "too-short", "handled",
];
const problemCodes = [
    null, "missing", "time-back", "time-ahead", "clock-set", "time-unit", "unit", "gap", "saturated", "late",
];
const flagBits = { stationary: 1, walking: 2, running: 4, automotive: 8, cycling: 16, unknown: 32 };
// A report is one word: of several flags, the first of these.
const flagOrder = ["unknown", "automotive", "cycling", "running", "walking", "stationary"];
// Seconds since 1970 up to 2096; milliseconds exceed them.
const latestTime = 4e9;
const noReports = Object.freeze([]);

const modules = new Map();

/** The compiled module; that of an address is compiled once. */
async function compiled(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
    const address = String(source === undefined ? new URL("gaitway.wasm", import.meta.url) : source);
    if (!modules.has(address)) modules.set(address, bytes(address).then((read) => WebAssembly.compile(read)));
    try {
        return await modules.get(address);
    } catch (error) {
        modules.delete(address);
        throw error;
    }
}

async function bytes(address) {
    if (address.startsWith("file:") && typeof process === "object") {
        const { readFile } = await import("node:fs/promises");
        return readFile(new URL(address));
    }
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: HTTP status ${response.status}; put gaitway.wasm there`);
    return response.arrayBuffer();
}

function shown(value) {
    return typeof value === "string" ? JSON.stringify(value) : String(value);
}

export class Recognizer {
    #wasm;
    #memory;
    #onProblem;
    #last = new Uint8Array(3);
    #x = 0;
    #y = 0;
    #z = 0;
    #ended = false;

    static async load(options = {}) {
        const instance = await WebAssembly.instantiate(await compiled(options.module), {});
        return new Recognizer(instance.exports, options.onProblem);
    }

    constructor(wasm, onProblem) {
        if (!wasm || typeof wasm.push !== "function") {
            throw new TypeError("make a recognizer with `await Recognizer.load()`");
        }
        this.#wasm = wasm;
        this.#memory = wasm.memory;
        this.#onProblem = onProblem;
        this.model = Object.freeze({
            name: this.#text(wasm.about(0)),
            version: this.#text(wasm.about(1)),
            sensorCase: this.#text(wasm.about(2)),
            minimumRate: wasm.rate(),
        });
        this.restart();
    }

    get steps() {
        return this.#wasm.steps() >>> 0;
    }

    push(sample) {
        if (this.#ended) throw new TypeError("the recording has ended; call restart() before the next sample");
        if (sample === null || typeof sample !== "object") {
            throw new TypeError(`the sample is ${shown(sample)}; give { time, acceleration, rotation, pressure }`);
        }
        const { time, acceleration, rotation, pressure } = sample;
        if (typeof time !== "number" || Number.isNaN(time)) {
            throw new TypeError(`time is ${shown(time)}; give seconds as a number`);
        }
        if (Math.abs(time) > latestTime) throw new TypeError(`time is ${time}; give seconds, not milliseconds`);
        let reports = noReports;
        if (acceleration !== null && acceleration !== undefined) {
            this.#unpack(acceleration, 0);
            reports = this.#take(0, time, reports);
        }
        if (rotation !== null && rotation !== undefined) {
            this.#unpack(rotation, 1);
            reports = this.#take(1, time, reports);
        }
        if (pressure !== null && pressure !== undefined) {
            if (typeof pressure !== "number") {
                throw new TypeError(`pressure is ${shown(pressure)}; give hPa as a number`);
            }
            this.#x = pressure;
            this.#y = this.#z = 0;
            reports = this.#take(2, time, reports);
        }
        return reports;
    }

    end() {
        if (this.#ended) return noReports;
        this.#ended = true;
        const status = this.#wasm.end();
        if (status !== 0) this.#notice(0, status, NaN);
        return this.#collect(noReports);
    }

    restart() {
        this.#wasm.start();
        this.#last.fill(0);
        this.#ended = false;
        this.problems = {};
        for (const code of problemCodes.slice(1)) this.problems[code] = 0;
    }

    /** The axes of a reading, without a new object. */
    #unpack(axes, sensor) {
        if (typeof axes === "object" && axes.length === undefined && "x" in axes) {
            this.#x = axes.x === null ? NaN : axes.x;
            this.#y = axes.y === null ? NaN : axes.y;
            this.#z = axes.z === null ? NaN : axes.z;
        } else if (typeof axes === "object" && axes.length === 3) {
            this.#x = axes[0];
            this.#y = axes[1];
            this.#z = axes[2];
        } else {
            throw new TypeError(
                `${sensorNames[sensor]} is ${shown(axes)}; give three numbers, [x, y, z] or { x, y, z }`);
        }
        if (typeof this.#x !== "number" || typeof this.#y !== "number" || typeof this.#z !== "number") {
            const numbers = [this.#x, this.#y, this.#z].map(shown).join(", ");
            throw new TypeError(`${sensorNames[sensor]} is ${numbers}; give three numbers`);
        }
    }

    #take(sensor, time, reports) {
        const status = this.#wasm.push(sensor, time, this.#x, this.#y, this.#z);
        if (status !== 0) this.#notice(sensor, status, time);
        this.#last[sensor] = status;
        return this.#wasm.count() === 0 ? reports : this.#collect(reports);
    }

    #notice(sensor, status, time) {
        const code = problemCodes[status];
        this.problems[code] += 1;
        if (this.#last[sensor] === status || !this.#onProblem) return;
        const message = this.#text(this.#wasm.text(status)).replace("nanoseconds", "seconds");
        const place = Number.isNaN(time) ? "the recording" : `${sensorNames[sensor]} at ${time} s`;
        this.#onProblem({ code, sensor: sensorNames[sensor], time, message: `${place}: ${message}` });
    }

    #collect(before) {
        const count = this.#wasm.count();
        if (count === 0) return before;
        const reports = before.slice();
        for (let number = 0; number < count; number += 1) reports.push(this.#report(number));
        return reports;
    }

    #report(number) {
        const numbers = new Float64Array(this.#memory.buffer, this.#wasm.read(number), 9 + 2 * classNames.length);
        const [from, to, since, delivered, flags, confidence, reason, steps, cadence] = numbers;
        const report = { activity: "none" };
        for (const name of flagOrder) {
            if (flags & flagBits[name]) {
                report.activity = name;
                break;
            }
        }
        for (const name of Object.keys(flagBits)) report[name] = (flags & flagBits[name]) !== 0;
        const isKnown = reason === 0;
        return Object.assign(report, {
            confidence: confidenceNames[confidence],
            reason: reasonNames[reason],
            since,
            delivered,
            window: [from, to],
            probabilities: isKnown ? this.#shares(numbers, 9) : null,
            smoothed: isKnown ? this.#shares(numbers, 9 + classNames.length) : null,
            steps,
            cadence: cadence > 0 ? cadence : null,
        });
    }

    #shares(numbers, first) {
        return Object.fromEntries(classNames.map((name, place) => [name, numbers[first + place]]));
    }

    #text(place) {
        const all = new Uint8Array(this.#memory.buffer);
        return new TextDecoder().decode(all.subarray(place, all.indexOf(0, place)));
    }
}
