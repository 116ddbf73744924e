// SPDX-License-Identifier: Apache-2.0
// Reads samples from the standard input, as recognizer.c does, and prints its lines: what the WebAssembly module of a
// folder answers. A second argument pushes samples of one time together, a third makes so many recognizers at once.
/* eslint-env node */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, together, count] = process.argv.slice(2);
const { Recognizer } = await import(pathToFileURL(`${folder}/gaitway.js`));
const recognizers = await Promise.all(Array.from({ length: Number(count ?? 1) }, () => Recognizer.load()));
const sensors = ["acceleration", "rotation", "pressure"];
const flagNames = ["stationary", "walking", "running", "automotive", "cycling", "unknown"];
const reasons = [
    null, "gap", "rate-too-low", "no-gravity", "saturated", "dead-sensor", "far-from-training", "too-short",
    "handled",
];
const nanoseconds = (seconds) => Math.round(seconds * 1e9);

function line(report) {
    const flags = flagNames.reduce((sum, name, place) => sum + (report[name] ? 1 << place : 0), 0);
    const shares = (values) => (values ? Object.values(values) : [0, 0, 0, 0, 0, 0]);
    return [
        ...[report.window[0], report.window[1], report.since, report.delivered].map(nanoseconds), flags,
        ["low", "medium", "high"].indexOf(report.confidence), reasons.indexOf(report.reason), report.steps,
        report.cadence ?? 0, ...shares(report.probabilities), ...shares(report.smoothed),
    ].join(" ");
}

const input = readFileSync(0);
const lines = recognizers.map(() => []);
let sample = { time: -Infinity };
function push() {
    recognizers.forEach((recognizer, place) => lines[place].push(...recognizer.push(sample).map(line)));
}
for (let place = 0; place + 24 <= input.length; place += 24) {
    const name = sensors[input.readInt32LE(place)];
    if (!name) continue;
    const time = Number(input.readBigInt64LE(place + 4)) / 1e9;
    if (sample.time > -Infinity && !(together && time === sample.time && !(name in sample))) push();
    if (!(together && time === sample.time && !(name in sample))) sample = { time };
    const value = [12, 16, 20].map((offset) => input.readFloatLE(place + offset));
    sample[name] = name === "pressure" ? value[0] : value;
}
push();
recognizers.forEach((recognizer, place) => {
    lines[place].push(...recognizer.end().map(line), recognizer.steps);
    if (lines[place].join() !== lines[0].join()) throw new Error(`recognizer ${place} answers otherwise`);
});
console.log(lines[0].join("\n"));
console.error(JSON.stringify(recognizers[0].problems));
