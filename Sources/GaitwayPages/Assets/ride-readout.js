import { clockText, dayText, timeOfDayText } from "./axis.js";
import { element, pageData, percentText, unitText } from "./kit.js";
import {
  rideAxis, rideHasClock, rideSignals, rideSpectrogram, rideStretches, rideUnits, rideWindows, wallClock,
} from "./ride-lanes.js";
import { rideHeight, rideSpeed } from "./ride-motion.js";
import { answerColour, answerName, confidenceNames, confidenceText, unpackedCode } from "./ride-series.js";
import { annotationSpans, labelName, phoneSpans, spanAt } from "./ride-truth.js";

// What a ride's page says in words of the moment that is pointed at.

/** A moment for a reader: the clock's time if the ride has one, else that since its beginning. */
export function rideMomentText(time, step = 1) {
  return rideHasClock ? timeOfDayText(wallClock(time), step) : clockText(time, Math.min(step, 1));
}

/**
 * What the answer is at a time, as a code: that of its stretch, or of its window where the page has no room for the
 * stretch.
 */
export function answerCode(time) {
  const [stretch, window] = [rideStretches.at(time), rideWindows.at(time)];
  return stretch >= 0 ? rideStretches.codes[stretch] : window >= 0 ? rideWindows.codes[window]
    : pageData.answers.indexOf("unknown");
}

/** What is known of the moment that is pointed at. */
export class RideReadout {
  constructor() {
    const part = (name, ...children) => element("span", { class: name }, ...children);
    this.time = element("b", {});
    this.since = part("ride-since");
    this.swatch = part("swatch unknown");
    this.answer = element("b", {});
    this.confidence = part("ride-confidence");
    this.bars = pageData.classes.map((name) => {
      const bar = element("i", { class: name });
      const figure = element("span", { class: "ride-figure" });
      return { bar, figure,
        row: element("li", {}, element("span", {}, name), element("span", { class: "ride-track" }, bar), figure) };
    });
    this.notes = element("ul", { class: "ride-notes" });
    this.element = element(
      "div",
      { class: "ride-readout", role: "status", "aria-label": "The moment under the pointer" },
      element("p", { class: "ride-when" }, this.time, " ", this.since),
      element("p", { class: "ride-answer" }, this.swatch, this.answer, " ", this.confidence),
    );
    // Apart from the first lines, which stay in view on a phone.
    this.details = element(
      "div",
      { class: "ride-details" },
      element("ul", { class: "ride-bars", "aria-label": "Probabilities" }, ...this.bars.map(({ row }) => row)),
      this.notes,
    );
  }

  /** Shows a moment; null for none. */
  show(time) {
    this.element.classList.toggle("is-empty", time === null);
    this.showTime(time);
    const window = time === null ? -1 : rideWindows.at(time);
    this.showAnswer(time, window);
    const probabilities = window < 0 ? null : rideWindows.probabilities(window);
    this.bars.forEach(({ bar, figure }, place) => {
      bar.style.width = probabilities === null ? "0" : 100 * probabilities[place] + "%";
      figure.textContent = percentText(probabilities?.[place]);
    });
    this.notes.replaceChildren(
      ...(time === null ? [] : this.notesAt(time, window, probabilities)).map((note) => element("li", {}, note)),
    );
  }

  showTime(time) {
    if (time === null) {
      this.time.textContent = "Point at a moment";
      this.since.textContent = "";
      return;
    }
    const step = (rideAxis.to - rideAxis.from) / 1000 < 0.1 ? 0.1 : 1;
    const moment = rideMomentText(time, step);
    this.time.textContent = rideHasClock
      ? (pageData.end > 43200 ? dayText(wallClock(time)) + ", " : "") + moment
      : moment;
    this.since.textContent = rideHasClock ? clockText(time, step) + " from the start" : "from the start";
  }

  showAnswer(time, window) {
    if (time === null) {
      this.swatch.className = "swatch unknown";
      this.answer.textContent = "–";
      this.confidence.textContent = "";
      return;
    }
    const code = unpackedCode(answerCode(time));
    const { answer, reason } = code;
    this.swatch.className = "swatch " + answerColour(answer);
    this.answer.textContent = answerName(answer);
    if (reason !== 0 && pageData.answers[answer] === "unknown") {
      this.confidence.textContent = "reason: " + confidenceText(code);
    } else {
      const confidence = window < 0 ? null : confidenceNames[unpackedCode(rideWindows.codes[window]).confidence];
      this.confidence.textContent =
        confidence === null ? "" : confidence + " confidence" + (reason !== 0 ? ", by speed alone" : "");
    }
  }

  /** Further notes on a moment. */
  notesAt(time, window, probabilities) {
    const notes = [];
    const said = [["label", pageData.labels], ["label set while recording", annotationSpans],
      ["the phone said", phoneSpans]];
    for (const [who, spans] of said) {
      const span = spanAt(spans, time);
      if (span !== null) notes.push(who + ": " + (span[3] ?? labelName(span[2])));
    }
    const [speed, height] = [rideSpeed?.at(time) ?? null, rideHeight?.at(time) ?? null];
    if (speed !== null) notes.push("speed " + unitText(speed.toFixed(1), "km/h"));
    if (height !== null) notes.push("height " + unitText(Math.round(height), "m"));
    if (window >= 0) {
      const { answer, reason } = unpackedCode(rideWindows.codes[window]);
      const stretch = rideStretches.at(time);
      if (stretch >= 0 && unpackedCode(rideStretches.codes[stretch]).answer !== answer) {
        notes.push((rideWindows.each === 1 ? "this window: " : "these windows: ") + answerName(answer));
      }
      if (probabilities === null)
        notes.push("no estimate" + (reason !== 0 ? ": " + pageData.reasonWords[reason - 1] : ""));
    }
    for (const { kind, places } of pageData.repairs) {
      for (let index = 0; index < places.length; index += 3) {
        const slack = (rideAxis.to - rideAxis.from) / 500;
        if (time < places[index] - slack || time > places[index + 1] + slack) continue;
        const count = places[index + 2];
        notes.push(kind === "gap" && count === 1 ? "gap of " + unitText((places[index + 1] - places[index]).toFixed(1),
          "s") : kind + ": " + count + " nearby");
        break;
      }
    }
    for (const series of rideSignals) {
      const value = series.at(time);
      if (value === null) continue;
      const text = (number) => number.toFixed(Math.abs(number) < 10 ? 2 : 1);
      notes.push(series.name + " " + text(value.mean) + " " + rideUnits[series.name] + ", from " + text(value.least) +
        " to " + text(value.greatest));
    }
    const strongest = rideSpectrogram?.strongest(time) ?? null;
    if (strongest !== null) notes.push("strongest at " + unitText(strongest.toFixed(1), "Hz"));
    return notes;
  }
}
