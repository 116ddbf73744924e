// SPDX-License-Identifier: Apache-2.0
/** One word for what the phone does: the stream's `activity`. */
export type Activity = "stationary" | "walking" | "running" | "cycling" | "automotive" | "none" | "unknown";

/** Why a report has no estimate. */
export type Reason =
    | "gap"
    | "rate-too-low"
    | "no-gravity"
    | "saturated"
    | "dead-sensor"
    | "far-from-training"
    | "too-short"
    | "handled";

/** A probability for each class. The sum is 1. */
export type Probabilities = Record<"stationary" | "walking" | "running" | "cycling" | "automotive" | "none", number>;

/** Three axes: `[x, y, z]`, a `Float32Array` of three, or an object such as DeviceMotion's with `x`, `y` and `z`. */
export type Axes = ArrayLike<number> | { readonly x: number | null; readonly y: number | null; readonly z: number | null };

/** Readings of one moment. A sensor that is absent, null or undefined has no reading. */
export interface Sample {
    /** Seconds on a clock of your choice that never runs back: since 1970, since boot, or since the start. */
    time: number;
    /** m/s² with gravity; a phone at rest, face up, has +9.81 on z. (In the case `linear`: without gravity.) */
    acceleration?: Axes | null;
    /** rad/s. DeviceMotion has degrees per second: multiply by π / 180. */
    rotation?: Axes | null;
    /** hPa. */
    pressure?: number | null;
}

/** What a window of 5.12 s, or a time without windows, means. One comes each 2.56 s. Times are seconds on the samples' clock. */
export interface Report {
    activity: Activity;
    stationary: boolean;
    walking: boolean;
    running: boolean;
    /** May be true together with `stationary`, in a vehicle that stands. */
    automotive: boolean;
    cycling: boolean;
    unknown: boolean;
    confidence: "low" | "medium" | "high";
    /** Null with an estimate. */
    reason: Reason | null;
    /** When the activity began. */
    since: number;
    /** When the last sample that the report needs had come. */
    delivered: number;
    /** The first and the last moment of the window. */
    window: [number, number];
    /** Of this window alone; null without an estimate. */
    probabilities: Probabilities | null;
    /** Over time; null without an estimate. */
    smoothed: Probabilities | null;
    /** Steps since the recording began. */
    steps: number;
    /** Steps per second; null if not known. */
    cadence: number | null;
}

export type ProblemCode =
    /** A value is NaN or infinite. The sample is left out. */
    | "missing"
    /** The time is not after that of the same sensor's last sample. The sample is left out. */
    | "time-back"
    /** The sample before it was more than half a second ahead of the others. That one is left out. */
    | "time-ahead"
    /** The clock was set back for good: the recogniser goes on from the new time, after a gap. */
    | "clock-set"
    /** More than half a second without this sensor. The sample is used. */
    | "gap"
    /** The acceleration looks like g, or has no gravity. */
    | "unit"
    /** The times look like milliseconds or smaller units. */
    | "time-unit"
    /** A reading stands at the end of the sensor's range. The sample is used. */
    | "saturated"
    /** A gyroscope's sample comes too late for its window, as with batches of a second: push in the order of time. */
    | "late";

export interface Problem {
    code: ProblemCode;
    sensor: "acceleration" | "rotation" | "pressure";
    /** The time of the sample, in seconds. */
    time: number;
    /** What is wrong and what to do, in one English sentence. */
    message: string;
}

export interface LoadOptions {
    /** The WebAssembly module: its address, its bytes or the compiled module. Default: `gaitway.wasm` beside `gaitway.js`. */
    module?: string | URL | BufferSource | WebAssembly.Module;
    /** Called when a problem begins: a code that the same sensor's sample before did not have. */
    onProblem?: (problem: Problem) => void;
}

/** What the exported model is. */
export interface Model {
    name: string;
    /** Of the exporting command. */
    version: string;
    sensorCase: "total" | "fast" | "slow" | "linear";
    /** Samples per second that the accelerometer needs at least. */
    minimumRate: number;
}

/** Recognises activities from samples. Several work at once; each has memory of its own. */
export class Recognizer {
    private constructor();
    /** A recogniser at the beginning of a recording. Loads and compiles the module once for each address. */
    static load(options?: LoadOptions): Promise<Recognizer>;
    readonly model: Model;
    /** Steps since the recording began. */
    readonly steps: number;
    /** How many samples had each problem since the recording began. */
    readonly problems: Readonly<Record<ProblemCode, number>>;
    /**
     * Takes a sample, and gives the reports that are ready: mostly none. An empty result is always the same array.
     *
     * Throws a `TypeError` that says what is wrong if the sample is not of the shape above. A reading that cannot be
     * used never throws: see `problems` and `onProblem`.
     */
    push(sample: Sample): readonly Report[];
    /** Ends the recording, and gives the last reports. Call `restart` before the next sample. */
    end(): readonly Report[];
    /** Begins a new recording. */
    restart(): void;
}
