// SPDX-License-Identifier: Apache-2.0
import { Recognizer } from "./gaitway.js";
import { durationText, element, unitText } from "./kit.js";
import { whyHeld } from "./may-notify.js";
import { MotionControl, MotionReader, ScreenLock, askForMotion, hasAppleSigns, platformName } from "./phone-motion.js";
import { OwnPhoneView } from "./phone.js";
import { MotionRecording } from "./recording.js";

// The part of the page that recognises what the phone that carries it does: one button, and a log to save.

/** Reports that the gate's rule looks back on: more than two minutes of them. */
const reportsKept = 200;

/** Parts of an envelope's block, each of a tenth of a second. */
const partsOfBlock = 10;

export class ThisPhone {
  constructor() {
    this.save = /** @type {HTMLButtonElement} */ (document.getElementById("phone-save"));
    this.place = document.getElementById("phone-live");
    this.isRunning = false;
    this.isSaved = true;
    this.wasHidden = false;
    /** @type {OwnPhoneView} */
    this.view = null;
    this.lock = new ScreenLock((isOn) => {
      this.screen = isOn ? "stays on while this page is shown"
        : "this browser cannot keep it on: set a longer time in the phone's settings";
      this.view?.update();
    });
    this.screen = "–";
    this.control = new MotionControl({
      press: () => (this.isRunning ? this.stop() : this.start()), hear: (event) => this.hear(event),
    });
    this.save.addEventListener("click", () => this.saveLog());
    document.addEventListener("visibilitychange", () => (this.wasHidden ||= document.hidden));
    addEventListener("beforeunload", (event) => {
      if (!this.isSaved) event.preventDefault();
    });
    // The module is there before the button is pressed.
    if (this.control.obstacle === null)
      Recognizer.load().catch((error) => this.say("The recogniser did not load: " + error.message + ".", true));
  }

  say(text, isFaulty = false) {
    this.control.say(text, isFaulty);
  }

  async start() {
    if (!this.isSaved && !confirm("Discard the recording that is not saved?")) return;
    // iOS asks only within the press itself, so this comes first.
    const problem = await askForMotion();
    if (problem !== null) return this.say(problem, true);
    const recognizer = await Recognizer.load();
    // A second press may have come meanwhile.
    if (this.isRunning) return undefined;
    this.recognizer = recognizer;
    this.reader = new MotionReader({ isApple: hasAppleSigns(navigator) });
    this.recording = new MotionRecording();
    this.reports = [];
    this.gapTexts = [];
    this.block = null;
    this.wasHidden = document.hidden;
    this.view ??= new OwnPhoneView(this.place, (activity) => this.press(activity));
    this.isRunning = true;
    this.isSaved = true;
    this.save.hidden = true;
    this.place.hidden = false;
    this.control.listen(() => this.recording.count > 0);
    this.lock.hold();
    this.view.begin(this.recording, Date.now() / 1000);
    this.view.update(this.state());
    return undefined;
  }

  stop() {
    this.control.unlisten();
    this.isRunning = false;
    this.lock.release();
    if (this.recording.count > 0) {
      this.report(this.recognizer.end());
      this.recording.press(this.recording.last, null);
    }
    this.flushBlock();
    this.save.hidden = this.recording.count === 0;
    this.say(this.recording.count === 0 ? "Nothing was recorded."
      : "Stopped after " + durationText(this.recording.duration) + ". The log is only in this page until you save it.");
    this.view.update(this.state());
  }

  /** An event of the phone's motion. */
  hear(event) {
    const gapsBefore = this.reader.gaps.length;
    const before = this.recording.last;
    const sample = this.reader.take(event, Date.now());
    if (sample === null) return;
    if (this.recording.count === 0) {
      this.view.begin(this.recording, sample.time);
      this.save.hidden = false;
      this.say("Recording. Nothing leaves this phone.");
    }
    if (this.reader.gaps.length > gapsBefore) this.addGap(before, sample.time);
    this.wasHidden = document.hidden;
    this.recording.add(sample);
    this.isSaved = false;
    this.addToBlock(sample);
    this.report(this.recognizer.push({ ...sample, time: sample.time - this.recording.first }));
  }

  /** A time without samples: a page that is not shown gets none, and labels do not go on over it. */
  addGap(from, to) {
    const why = this.wasHidden ? "the page was not shown (locked, a call, another app)" : "the phone sent nothing";
    const start = this.view.phone.clock(from - this.recording.first);
    this.gapTexts.push(durationText(to - from) + " from " + start + ": " + why);
    if (this.wasHidden) this.recording.press(from, null);
    this.recording.notes.push([from, "gap of " + (to - from).toFixed(1) + " s: " + why.replace(/ \(.*/, "")]);
  }

  report(reports) {
    for (const report of reports) {
      this.reports.push(report);
      if (this.reports.length > reportsKept) this.reports.shift();
      this.view.phone.addReport({ ...report, elapsed: report.since, start: null,
        probabilities: report.probabilities ?? undefined, smoothed: report.smoothed ?? undefined });
    }
    if (reports.length > 0) this.view.update(this.state());
  }

  /** The least and the greatest size of acceleration of each tenth of a second, drawn a second at a time. */
  addToBlock({ time, acceleration }) {
    const part = Math.floor((time - this.recording.first) * partsOfBlock);
    const number = Math.floor(part / partsOfBlock);
    if (this.block?.number !== number) {
      this.flushBlock();
      this.block = { number, from: number, step: 1 / partsOfBlock, least: Array(partsOfBlock).fill(null),
        most: Array(partsOfBlock).fill(null) };
    }
    const size = Math.hypot(...acceleration);
    const { least, most } = this.block;
    const place = part - number * partsOfBlock;
    least[place] = Math.min(least[place] ?? Infinity, size);
    most[place] = Math.max(most[place] ?? -Infinity, size);
  }

  flushBlock() {
    if (this.block === null) return;
    this.view.phone.addEnvelope(this.block);
    this.block = null;
  }

  press(activity) {
    if (this.recording.last === null || !this.isRunning) return;
    this.recording.press(this.recording.last, activity);
    this.view.update(this.state());
  }

  /** What the view shows beside reports. */
  state() {
    const { reader, recording } = this;
    const facts = [["screen", this.screen]];
    if (reader.rate !== null) {
      const promised = reader.interval === null ? "" : "; the browser says " + (1 / reader.interval).toFixed(0);
      facts.push(["rate", reader.rate.toFixed(1) + " samples a second" + promised]);
      facts.push(["jitter", unitText((1000 * reader.jitter).toFixed(1), "ms") + " between samples"]);
      facts.push(["sensors", reader.hasRotation ? "accelerometer and gyroscope" : "accelerometer; no gyroscope"]);
      facts.push(["signs", reader.sign < 0 ? "of iOS, turned round to those of Android" : "of Android"]);
      if (reader.isRounded)
        facts.push(["readings", "rounded to 0.1 m/s² by the browser; noise of 0.01 m/s² is added"]);
    }
    for (const text of this.gapTexts.slice(-5).reverse()) facts.push(["gap", text]);
    if (this.gapTexts.length > 5) facts.push(["gaps", this.gapTexts.length + " in all"]);
    const now = recording.first === null ? 0 : recording.last - recording.first;
    return { reader, facts, gate: whyHeld(this.reports, now) };
  }

  async saveLog() {
    const { name, blob } = await this.recording.log("Browser (" + platformName() + ")");
    const link = element("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    if (!this.isRunning) this.isSaved = true;
    this.say("Saved as " + name + ". Read it with: gaitway classify " + name);
  }
}
