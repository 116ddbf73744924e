// SPDX-License-Identifier: Apache-2.0
import { clockText } from "./axis.js";
import { durationText, element, pageData, percentText, unitText } from "./kit.js";
import { answerText } from "./live-phone.js";
import { LogLanes, stretchText } from "./log-lanes.js";
import { nameOf } from "./log-reader.js";

// A log that is dropped on the page: it is read by a worker on this device, and shown.

/** The rows of the table that come at once. */
const rowsAtOnce = 200;

/** The part of the page that takes a log. */
export class LogRoom {
  constructor() {
    this.drop = document.getElementById("log-drop");
    this.status = document.getElementById("log-status");
    this.place = document.getElementById("log-result");
    this.worker = null;
    /** The address of the shown log's CSV, which the page keeps in memory. */
    this.csv = "";
    /** @type {LogLanes} */
    this.lanes = null;
    const input = /** @type {HTMLInputElement} */ (document.getElementById("log-file"));
    input.addEventListener("change", () => {
      if (input.files.length > 0) this.read([...input.files]);
      input.value = "";
    });
    // A file that misses the box must not replace the page.
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("dragover", () => this.drop.classList.add("is-over"));
    addEventListener("dragleave", () => this.drop.classList.remove("is-over"));
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.drop.classList.remove("is-over");
      const files = [...event.dataTransfer.files];
      if (files.length > 0) this.read(files);
    });
  }

  /** Reads the files of one log. */
  read(files) {
    this.stop();
    const bar = element("progress", { max: "1", value: "0", "aria-label": "Part of the log that was read" });
    const share = element("span", {}, "0 %");
    this.say(element("p", {}, "Reading " + nameOf(files)), bar, share,
      element("button", { type: "button", class: "plain", onclick: () => this.stop("Stopped.") }, "Stop"));
    this.place.hidden = true;
    this.worker = new Worker("./log-worker.js", { type: "module" });
    this.worker.onmessage = ({ data }) => {
      if (data.progress) {
        bar.value = Math.min(data.progress.done / Math.max(data.progress.total, 1), 1);
        share.textContent = percentText(bar.value);
      } else {
        this.stop();
        if (data.problem) this.say(element("p", { class: "phone-problem" }, data.problem));
        else this.show(data.result);
      }
    };
    this.worker.onerror = ({ message }) => this.stop("The log was not read: " + (message ?? "no worker started") + ".");
    this.worker.postMessage({ files });
  }

  /** Ends what is being read. */
  stop(text = "") {
    this.worker?.terminate();
    this.worker = null;
    this.say(...(text === "" ? [] : [element("p", {}, text)]));
  }

  say(...parts) {
    this.status.replaceChildren(...parts);
  }

  show(log) {
    this.log = log;
    this.lanes ??= new LogLanes();
    this.lanes.show(log);
    const figures = [
      ["duration", durationText(log.duration)],
      ["samples", unitText(Math.round(log.rate), "a second")],
      ["steps", log.steps.toLocaleString("en")],
      ["sensors", log.kinds.map((kind) => sensorNames[kind]).join(", ")],
    ];
    if (this.csv !== "") URL.revokeObjectURL(this.csv);
    this.csv = URL.createObjectURL(log.csv);
    const link = element("a", { class: "plain", href: this.csv,
      download: log.name.replace(/\.[a-z]+$/i, "") + "-activities.csv" }, "Save as CSV");
    this.place.replaceChildren(
      element("h3", {}, log.name),
      element("dl", { class: "headline" }, ...figures.map(([name, value]) =>
        element("div", {}, element("dt", {}, name),
          element("dd", {}, element("b", { class: name === "sensors" ? "words" : null }, value))))),
      element("ul", { class: "notes", hidden: log.notes.length === 0 },
        ...log.notes.map((note) => element("li", {}, note))),
      this.keys(), this.lanes.element, element("div", { class: "web-tables" }, this.table(), this.sums()),
      element("p", { class: "web-save" }, link, element("span", { class: "aside" },
        "An activity stream: gaitway simulate, gaitway trips and pandas read it.")));
    this.place.hidden = false;
    this.lanes.overview.redraw();
    this.place.querySelector("h3").scrollIntoView({ block: "start" });
  }

  /** The colours. */
  keys() {
    const names = [...pageData.activities, "unknown"];
    return element("p", { class: "keys" }, ...names.map((name) =>
      element("span", {}, element("i", { class: "swatch " + name }), answerText(name))));
  }

  /** Time and steps of each activity. */
  sums() {
    const rows = [...pageData.activities, "unknown"].map((name) => {
      const own = this.log.stretches.filter(({ activity }) => activity === name);
      const sum = (value) => own.reduce((total, stretch) => total + value(stretch), 0);
      return { name, time: sum(({ from, to }) => to - from), steps: sum(({ steps }) => steps), count: own.length };
    }).filter(({ count }) => count > 0);
    const all = rows.reduce((total, { time }) => total + time, 0);
    return table("Time of each activity", ["activity", "time", "share", "steps"], rows.map(({ name, time, steps }) => [
      [name, stretchText({ activity: name, rests: false })], clockText(Math.round(time)),
      percentText(time / Math.max(all, 1e-9)), steps.toLocaleString("en")]));
  }

  /** The stretches, a part at a time. */
  table() {
    const rows = this.log.stretches.map((stretch) => [
      [stretch.activity, stretchText(stretch)], this.lanes.clock(stretch.from),
      clockText(Math.round(stretch.to - stretch.from)),
      stretch.activity === "unknown" ? pageData.reasons[stretch.reason] ?? "" : stretch.confidence,
      stretch.probability === null ? "" : percentText(stretch.probability),
      stretch.steps.toLocaleString("en")]);
    return table("Activities", ["activity", "start", "duration", "confidence", "probability", "steps"], rows);
  }
}

const sensorNames = { acceleration: "accelerometer", rotation: "gyroscope", pressure: "barometer" };

/** A table whose first cells have the colour of an activity; long ones grow by a button. */
function table(title, headings, rows) {
  const numbers = new Set(["time", "share", "steps", "start", "duration", "probability"]);
  const body = element("tbody");
  let shown = 0;
  const more = element("button", { type: "button", class: "plain", onclick: () => add() });
  const add = () => {
    for (const [[name, text], ...cells] of rows.slice(shown, shown + rowsAtOnce)) {
      body.append(element("tr", {},
        element("th", { scope: "row" }, element("i", { class: "swatch " + name }), text),
        ...cells.map((cell, index) => element("td", { class: numbers.has(headings[index + 1]) ? "number" : null,
          "data-name": headings[index + 1] }, cell))));
    }
    shown = Math.min(shown + rowsAtOnce, rows.length);
    more.hidden = shown === rows.length;
    more.textContent = "Show " + Math.min(rowsAtOnce, rows.length - shown) + " more of " + (rows.length - shown);
  };
  add();
  const heads = headings.map((name) =>
    element("th", { scope: "col", class: numbers.has(name) ? "number" : null }, name));
  return element("div", { class: "web-table" },
    element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title },
      element("table", { class: "stack" }, element("caption", {}, title),
        element("thead", {}, element("tr", {}, ...heads)), body)),
    more);
}
