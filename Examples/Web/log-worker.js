// SPDX-License-Identifier: Apache-2.0
import { Recognizer } from "./gaitway.js";
import { readLog } from "./log-reader.js";
import { Envelope, LogResults, streamText } from "./log-results.js";

// Reads a dropped log and recognises its activities beside the page, which goes on answering its user.

/** Milliseconds between two messages of progress. */
const progressEach = 100;

addEventListener("message", async ({ data: { files } }) => {
  try {
    const recognizer = await Recognizer.load();
    const results = new LogResults();
    const envelope = new Envelope();
    let told = 0;
    const info = await readLog(files, {
      push(sample) {
        const { time, acceleration } = sample;
        if (acceleration !== null) envelope.add(time, acceleration[0], acceleration[1], acceleration[2]);
        for (const report of recognizer.push(sample)) results.add(report);
      },
      onProgress(done, total) {
        const now = performance.now();
        if (now - told < progressEach) return;
        told = now;
        postMessage({ progress: { done, total } });
      },
    });
    for (const report of recognizer.end()) results.add(report);
    const late = recognizer.problems["time-back"];
    if (late > 0) {
      info.notes.push(late.toLocaleString("en") + " readings left out: their time is not after the one before. " +
        "The command repairs such clocks: gaitway classify " + info.name);
    }
    const { rows, ...found } = results.finished(info.duration);
    const csv = new Blob([streamText(info.name, info.origin, rows)], { type: "text/csv" });
    const { step, count } = envelope;
    postMessage({ result: { ...info, ...found, csv, model: recognizer.model.name,
      envelope: { step, least: envelope.least.slice(0, count), greatest: envelope.greatest.slice(0, count) } } });
  } catch (error) {
    postMessage({ problem: error.message });
  }
});
