import { clockText, dayText, timeOfDayText } from "./axis.js";
import { decoded, element, pageData, percentText } from "./kit.js";
import { rideAxis, rideStretches, wallClock } from "./ride-lanes.js";
import { answerColour, answerName, confidenceText, unpackedCode } from "./ride-series.js";

// The stretches of a ride in words: the rows of the command's table, which show their time in the drawings.

/** How many rows come at once. */
const rowsAtOnce = 200;

/** The table of stretches. */
export class StretchTable {
  constructor(view) {
    this.view = view;
    const data = pageData.stretches;
    this.seconds = decoded(data.seconds, Uint32Array);
    this.lengths = decoded(data.lengths, Uint32Array);
    this.rests = decoded(data.rests, Uint32Array);
    this.moments = data.moments === undefined ? null : decoded(data.moments, Uint32Array);
    this.hasRests = this.rests.some((rest) => rest > 0);
    this.rows = [];
    this.pointed = null;
    const heading = (text, name = null) => element("th", { scope: "col", class: name }, text);
    this.body = element("tbody", {});
    const table = element(
      "table",
      { class: "ride-table stack" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          heading("activity"),
          this.moments === null ? null : heading("clock", "number"),
          heading("start", "number"),
          heading("duration", "number"),
          heading("confidence"),
          heading("probability", "number"),
          this.hasRests ? heading("at rest", "number") : null,
        ),
      ),
      this.body,
    );
    this.more = element("button", { type: "button", class: "ride-more", onclick: () => this.addRows() });
    this.element = element("div", {}, element("div", { class: "scroll ride-scroll" }, table), this.more);
    this.addRows();
    rideAxis.listen(() => this.markPointed());
  }

  addRows() {
    const last = Math.min(this.rows.length + rowsAtOnce, rideStretches.count);
    for (let index = this.rows.length; index < last; index += 1) {
      const row = this.row(index);
      this.rows.push(row);
      this.body.append(row);
    }
    const left = rideStretches.count - last;
    this.more.hidden = left === 0;
    this.more.textContent = "Show " + Math.min(left, rowsAtOnce) + " more of " + left;
  }

  row(index) {
    const code = unpackedCode(rideStretches.codes[index]);
    const { answer } = code;
    const number = (name, text) => element("td", { class: "number", "data-name": name }, text);
    const show = () => this.view.zoomTo(rideStretches.starts[index], rideStretches.endOf(index));
    const probability = rideStretches.probabilities[index];
    return element(
      "tr",
      { onclick: show },
      element("th", { scope: "row" }, element("span", { class: "swatch " + answerColour(answer) }),
        element("button", { type: "button" }, answerName(answer))),
      this.moments === null ? null : number("clock", this.clock(index)),
      number("start", clockText(this.seconds[index])),
      number("duration", clockText(this.lengths[index])),
      element("td", { class: "ride-word", "data-name": "confidence" }, confidenceText(code)),
      number("probability", probability === 255 ? "" : percentText(probability / 100)),
      this.hasRests ? number("at rest", this.rests[index] === 0 ? "" : clockText(this.rests[index])) : null,
    );
  }

  /** When a stretch began by the clock, with the day where the ride has several. */
  clock(index) {
    const time = rideStretches.starts[index];
    // The offset of the zone at that time.
    const moment = pageData.origin + this.moments[index] + Math.round(wallClock(time) - time - pageData.origin);
    return (pageData.end > 43200 ? dayText(moment) + ", " : "") + timeOfDayText(moment).padStart(8, "0");
  }

  /** Marks the row of the moment that is pointed at. */
  markPointed() {
    const row = rideAxis.cursor === null ? null : this.rows[rideStretches.at(rideAxis.cursor)] ?? null;
    if (row === this.pointed) return;
    this.pointed?.classList.remove("is-pointed");
    row?.classList.add("is-pointed");
    this.pointed = row;
  }
}
