import { clockText } from "./axis.js";
import { colour, decoded, element, pageData } from "./kit.js";
import { Lane, Overview, axisControls, rulerLane } from "./lanes.js";
import { GeoMap } from "./map.js";
import {
  drawAnswers, drawConfidence, drawProbabilities, drawRepairs, drawSignal, drawSpectrogram, drawStretches, rideAxis,
  rideSignals, rideSpectrogram, rideStretches, rideUnits,
} from "./ride-lanes.js";
import { motionLanes } from "./ride-motion.js";
import { RidePlayer } from "./ride-player.js";
import { RideReadout, answerCode, rideMomentText } from "./ride-readout.js";
import { answerColour, decodedTimes, unpackedCode } from "./ride-series.js";
import { StretchTable } from "./ride-table.js";
import { annotationLane, labelLane, phoneLane } from "./ride-truth.js";

// The page of a ride: lanes along one axis, what is known of the moment pointed at, and the path.

/** The middle of the longest stretch with a known answer, or of the longest of all. */
function longestStretchMiddle() {
  let [best, length] = [null, -1];
  for (const isKnown of [true, false]) {
    for (let index = 0; index < rideStretches.count; index += 1) {
      const [from, to] = [rideStretches.starts[index], rideStretches.endOf(index)];
      if (isKnown && pageData.answers[unpackedCode(rideStretches.codes[index]).answer] === "unknown") continue;
      if (to - from > length) [best, length] = [(from + to) / 2, to - from];
    }
    if (best !== null) return best;
  }
  return (rideAxis.start + rideAxis.end) / 2;
}

/** Marks the start of a path with a triangle and its end with a square, each with its name. */
function drawPathEnds(map, context, /** @type {number[][]} */ [start, end]) {
  const outline = () => {
    context.fillStyle = colour("ink");
    context.strokeStyle = colour("paper");
    context.lineWidth = 2.5;
    context.stroke();
    context.fill();
  };
  context.lineJoin = "round";
  context.beginPath();
  context.rect(end[0] - 6, end[1] - 6, 12, 12);
  outline();
  context.beginPath();
  for (const [x, y] of [[-6, -8], [9, 0], [-6, 8]]) context.lineTo(start[0] + x, start[1] + y);
  context.closePath();
  outline();
  const isOnePlace = Math.hypot(start[0] - end[0], start[1] - end[1]) < 26;
  const name = (text, /** @type {number[]} */ [x, y]) => {
    const align = x > map.width / 2 ? "right" : "left";
    map.text(context, text, x + (align === "left" ? 13 : -13), y + 4, { align, weight: 600 });
  };
  name(isOnePlace ? "start and end" : "start", start);
  if (!isOnePlace) name("end", end);
}

/** The lanes of the page, and whatever is shown at the moment pointed at. */
class RideView {
  constructor(place) {
    this.labelLane = labelLane();
    this.lanes = this.makeLanes();
    const stack = element("div", {
      class: "ride-stack",
      role: "application",
      "aria-label": "The ride along time. Left and right move the pointed moment, with Shift the view. " +
          "Plus and minus zoom, Space plays. Home and End go to the ends, Escape shows all.",
    });
    stack.append(...this.lanes.map((lane) => lane.element), rulerLane(rideAxis).element);
    rideAxis.keepsCursor = true;
    rideAxis.attach(stack);
    this.player = new RidePlayer(rideAxis);
    stack.addEventListener("keydown", (event) => {
      if (event.key !== " " || event.target !== stack) return;
      event.preventDefault();
      this.player.toggle();
    });
    this.shown = element("p", { class: "ride-shown" });
    this.readout = new RideReadout();
    const overview = new Overview(rideAxis, {
      height: 14,
      label: "The whole ride, with the visible part marked",
      draw: (context, width, height, axis) => drawStretches(context, width, axis, 0, height),
    });
    this.map = null;
    const map = this.makeMap();
    place.append(
      element(
        "div",
        { class: "ride-lanes" },
        element("div", { class: "ride-tools" }, this.player.element, axisControls(rideAxis), this.shown),
        overview.element,
        stack,
      ),
      element("div", { class: "ride-side" }, this.readout.element, this.readout.details,
        map === null ? "" : map.element),
    );
    this.stack = stack;
    rideAxis.listen(() => this.update());
    rideAxis.point(longestStretchMiddle());
    this.update();
  }

  makeLanes() {
    const lane = (name, height, label, draw) => new Lane(rideAxis, { name, height, label, draw, hasScale: true });
    const lanes = [
      this.labelLane,
      annotationLane(),
      lane("Answer, and below it each window’s own", 40, "The answer along time, as in the table of stretches",
        drawAnswers),
      phoneLane(),
      lane("Probability of each activity", 110, "The probabilities along time, as stacked areas", drawProbabilities),
      lane("Confidence: low, medium, high", 18, "The confidence along time", drawConfidence),
      ...motionLanes(),
    ].filter((made) => made !== null);
    if (pageData.repairs.length > 0) {
      lanes.push(lane("Gaps and repairs", 14, "Gaps and repairs along time, as in the table of repairs", drawRepairs));
    }
    for (const series of rideSignals) {
      lanes.push(
        lane(
          "Magnitude of " + series.name + ", " + rideUnits[series.name],
          series.name === "rotation" ? 70 : 90,
          "The magnitude of " + series.name + " along time, least to greatest, with the mean as a line",
          (context, width, height, axis, ticks) => drawSignal(context, width, height, axis, ticks, series),
        ),
      );
    }
    if (rideSpectrogram !== null) {
      const spectrogram = lane("Spectrogram of acceleration, Hz", 120,
        "The power of acceleration at each frequency, along time", drawSpectrogram);
      spectrogram.caption.append(element("span", { class: "ride-ramp" }, "weak", element("i"), "strong"));
      lanes.push(spectrogram);
    }
    return lanes;
  }

  /** The path, a piece for each stretch; null for a ride without fixes. */
  makeMap() {
    if (pageData.path === null) return null;
    const latitudes = decoded(pageData.path.latitudes, Int32Array);
    const longitudes = decoded(pageData.path.longitudes, Int32Array);
    const times = decodedTimes(pageData.path.times);
    const paths = [];
    let current = null;
    for (let index = 0; index < times.length; index += 1) {
      const point = [latitudes[index] / 1e6, longitudes[index] / 1e6, times[index]];
      const { answer } = unpackedCode(answerCode(times[index]));
      const stretch = rideStretches.at(times[index]);
      if (current === null || current.stretch !== stretch || current.answer !== answer) {
        // Pieces touch: each goes on to the first point of the next.
        current?.points.push(point);
        current = { activity: answerColour(answer), answer, stretch, points: [] };
        paths.push(current);
      }
      current.points.push(point);
    }
    this.map = new GeoMap({ paths, places: [], label: "The path from start to end, coloured by activity" });
    const ends = [0, times.length - 1].map((index) => [latitudes[index] / 1e6, longitudes[index] / 1e6]);
    this.map.overlay((context, project) => drawPathEnds(this.map, context, ends.map(project)));
    this.map.onPoint((time) => rideAxis.point(time));
    return this.map;
  }

  update() {
    const { from, to } = rideAxis;
    const step = to - from > 600 ? 60 : to - from > 20 ? 1 : 0.1;
    const text = (time) => rideMomentText(time, step);
    this.shown.textContent = rideAxis.isWhole
      ? "All of " + clockText(to - from)
      : text(from) + " to " + text(to) + ", " + clockText(to - from, step < 1 ? 0.1 : 1);
    // A screen reader need not follow a ride that plays.
    this.readout.element.setAttribute("aria-live", this.player.isPlaying ? "off" : "polite");
    this.readout.show(rideAxis.cursor);
    if (!this.map) return;
    this.map.show(rideAxis.cursor);
    const isWhole = rideAxis.isWhole;
    if (isWhole !== this.wasWhole || !isWhole) {
      this.map.highlight(isWhole ? null : (path) => path.points !== undefined &&
        path.points.at(-1)[2] >= rideAxis.from && path.points[0][2] <= rideAxis.to);
    }
    this.wasWhole = isWhole;
  }

  /** Shows a stretch with some time around it, and brings it into view. */
  zoomTo(from, to) {
    const pad = Math.max((to - from) * 0.1, 5);
    rideAxis.show(from - pad, to + pad);
    rideAxis.point((from + to) / 2);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.stack.closest("section").scrollIntoView({ behavior: isStill ? "auto" : "smooth" });
    this.stack.focus({ preventScroll: true });
  }
}

export const rideView = new RideView(document.getElementById("ride-course"));
document.getElementById("ride-stretches").append(new StretchTable(rideView).element);
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".ride-places button"))) {
  button.addEventListener("click", () => rideView.zoomTo(Number(button.dataset.from), Number(button.dataset.to)));
}
