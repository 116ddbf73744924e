// SPDX-License-Identifier: Apache-2.0
import { durationText, element } from "./kit.js";
import { LivePhone } from "./live-phone.js";
import { PhoneView, livePhoneParts } from "./live.js";
import { labelPart } from "./phone-labels.js";

// What this phone does now: the answer, probabilities along the last minutes, steps, labels and gaps.

/** What holds a notification back. */
const gateTexts = {
  driving: "Hold notifications: the phone is in a vehicle.",
  "recently-driving": "Hold notifications: the phone was in a vehicle less than two minutes ago.",
  unknown: "Hold notifications: the activity is unknown.",
};

/** The view of the phone that carries this page. */
export class OwnPhoneView extends PhoneView {
  /** `onLabel(activity)` is called for a press of a label's button; null ends the label. */
  constructor(place, onLabel) {
    super(new LivePhone("this phone"), { place, word: "activity" });
    this.onLabel = onLabel;
    this.recording = null;
    // The figures stand above the gate's line.
    place.querySelector(".headline").after(this.gate);
  }

  /** Begins a recording at a moment in seconds since 1970. */
  begin(recording, first) {
    this.phone.clear();
    this.recording = recording;
    this.phone.origin = first - new Date(first * 1000).getTimezoneOffset() * 60;
    // The same change of another recording has another time of day.
    this.shownChanges = null;
    this.update();
  }

  /** Shows what is new, at the next frame. `state` is what the page knows beside reports: `{reader, gate, facts}`. */
  update(state = this.state) {
    this.state = state;
    super.update();
  }

  show() {
    const { gate } = this.state;
    this.phone.gate = gate === null ? { allowed: true, text: "A notification may be shown now." }
      : { allowed: false, text: gateTexts[gate] };
    super.show();
  }

  factRows() {
    return this.state.facts;
  }
}

/** Steps, their rate, the recorded time and the rate of samples. */
function figuresPart(view) {
  const figures = new Map(["steps", "steps a minute", "recorded", "samples a second"].map((name) =>
    [name, element("b")]));
  const above = element("dl", { class: "headline" }, ...[...figures].map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value))));
  const update = () => {
    const last = view.phone.reports.at(-1)?.report;
    const { reader } = view.state;
    const texts = [(last?.steps ?? 0).toLocaleString("en"), last?.cadence ? String(Math.round(60 * last.cadence)) : "–",
      durationText(view.recording?.duration ?? 0), reader.rate === null ? "–" : reader.rate.toFixed(0)];
    for (const [index, value] of [...figures.values()].entries()) value.textContent = texts[index];
  };
  return { above, update };
}

livePhoneParts.push(figuresPart, labelPart);
