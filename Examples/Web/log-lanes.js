// SPDX-License-Identifier: Apache-2.0
import { TimeAxis, clockText, dayText, elapsedTickText, momentTickText, timeOfDayText } from "./axis.js";
import { colour, element, lastNotAbove, percentText } from "./kit.js";
import { Lane, Overview, axisControls, drawTimeGrid, drawValueTicks, rulerLane } from "./lanes.js";
import { answerText, unknownStripes } from "./live-phone.js";
import { classes } from "./log-results.js";

// A log's answers along time: an overview, probabilities, the answer, and the size of acceleration.

/** The greatest size of acceleration that has room, in m/s². */
const ceiling = 30;

/** The lanes of one log at a time. */
export class LogLanes {
  constructor() {
    /** What the worker found in the log; null before. */
    this.log = null;
    this.axis = new TimeAxis({
      start: 0, end: 60,
      text: (time, step) => (this.log?.origin ?? null) === null ? elapsedTickText(time, step)
        : momentTickText(this.local(time), step),
    });
    const { axis } = this;
    const lanes = [
      new Lane(axis, { name: "probabilities", height: 110, label: "The probabilities of the activities along the log",
        draw: (...place) => this.drawProbabilities(...place) }),
      new Lane(axis, { name: "activity", height: 24, label: "The activity along the log",
        draw: (...place) => this.drawAnswers(...place) }),
      new Lane(axis, { name: "acceleration in m/s²", height: 90, label: "The size of acceleration along the log",
        hasScale: true, draw: (...place) => this.drawEnvelope(...place) }),
      rulerLane(axis),
    ];
    this.overview = new Overview(axis, { label: "The activities of the whole log",
      draw: (...place) => this.drawAnswers(...place) });
    this.readout = element("p", { class: "web-readout", "aria-live": "off" });
    const plots = element("div", { class: "web-plots", role: "application",
      "aria-label": "The log along time; plus and minus zoom, arrows point" }, ...lanes.map((lane) => lane.element));
    axis.attach(plots);
    axis.listen(() => this.tell());
    this.lanes = lanes;
    this.element = element("figure", { class: "web-lanes" }, this.overview.element, plots,
      element("div", { class: "live-plots-below" }, axisControls(axis), this.readout));
  }

  /** Shows another log. */
  show(log) {
    this.log = log;
    this.axis.reset();
    this.axis.offset = log.origin === null ? 0 : this.local(0) % 86400;
    this.axis.point(null);
    this.axis.setEnds(0, Math.max(log.duration, 1));
    this.overview.redraw();
  }

  /** The seconds of the local clock at a time of the log. */
  local(time) {
    const moment = this.log.origin + time;
    return moment - new Date(moment * 1000).getTimezoneOffset() * 60;
  }

  /** A time in words. */
  clock(time) {
    if (this.log.origin === null) return clockText(time);
    const local = this.local(time);
    return (this.log.duration > 43200 ? dayText(local) + ", " : "") + timeOfDayText(local);
  }

  drawProbabilities(context, width, height, axis) {
    drawTimeGrid(context, width, height, axis);
    if (this.log === null) return;
    const { from, to, smoothed } = this.log;
    const stripes = unknownStripes(context);
    let index = Math.max(0, lastNotAbove(to, axis.from));
    const sums = new Float64Array(classes.length);
    // A column of pixels has the mean of its windows; a window has at least one column.
    while (index < to.length && from[index] < axis.to) {
      const left = Math.floor(axis.x((from[index] + to[index]) / 2, width));
      sums.fill(0);
      let [known, count] = [0, 0];
      for (; index < to.length; index += 1) {
        if (count > 0 && Math.floor(axis.x((from[index] + to[index]) / 2, width)) > left) break;
        count += 1;
        if (smoothed[index * classes.length] === 65535) continue;
        known += 1;
        for (let place = 0; place < classes.length; place += 1) sums[place] += smoothed[index * classes.length + place];
      }
      const end = index < to.length ? Math.min((from[index] + to[index]) / 2, to[index - 1]) : to[index - 1];
      const right = Math.max(Math.ceil(axis.x(end, width)), left + 1);
      if (known === 0) {
        context.fillStyle = stripes;
        context.fillRect(left, 0, right - left, height);
        continue;
      }
      let top = height;
      for (const [place, name] of classes.entries()) {
        const part = (sums[place] / known / 1000) * height;
        context.fillStyle = colour(name);
        context.fillRect(left, top - part, right - left, part);
        top -= part;
      }
    }
  }

  drawAnswers(context, width, height, axis) {
    if (this.log === null) return;
    const stripes = unknownStripes(context);
    for (const { from, to, activity, rests } of this.log.stretches) {
      if (to < axis.from || from > axis.to) continue;
      const left = Math.max(axis.x(from, width), 0);
      const right = Math.max(Math.min(axis.x(to, width), width), left + 1);
      context.fillStyle = activity === "unknown" ? stripes : colour(activity);
      context.fillRect(left, 0, right - left + 0.5, height);
      if (!rests) continue;
      context.fillStyle = colour("stationary");
      context.fillRect(left, height - 4, right - left + 0.5, 4);
    }
  }

  drawEnvelope(context, width, height, axis, ticks) {
    const y = (value) => height - (Math.min(value, ceiling) / ceiling) * height;
    drawTimeGrid(context, width, height, axis);
    drawValueTicks(context, width, ticks, 0, ceiling, y);
    if (this.log === null) return;
    const { step, least, greatest } = this.log.envelope;
    context.fillStyle = colour("accent");
    const end = Math.min(least.length, Math.ceil(axis.to / step));
    let part = Math.max(0, Math.floor(axis.from / step));
    while (part < end) {
      const left = Math.floor(axis.x(part * step, width));
      let [low, high] = [Infinity, -Infinity];
      do {
        low = Math.min(low, least[part]);
        high = Math.max(high, greatest[part]);
        part += 1;
      } while (part < end && Math.floor(axis.x(part * step, width)) === left);
      if (low > high) continue;
      const right = Math.ceil(axis.x(part * step, width));
      context.fillRect(left, y(high), Math.max(right - left, 1), Math.max(y(low) - y(high), 1));
    }
  }

  /** Says what was at the moment that is pointed at. */
  tell() {
    const { cursor } = this.axis;
    if (cursor === null || this.log === null) {
      this.readout.textContent = "";
      return;
    }
    const stretch = this.log.stretches.findLast(({ from, to }) => from <= cursor && cursor <= to);
    this.readout.textContent = this.clock(cursor) + ": " + (stretch === undefined ? "no window yet"
      : stretchText(stretch) + (stretch.probability === null ? "" : ", " + percentText(stretch.probability)));
  }
}

/** A stretch's answer in words. */
export function stretchText({ activity, rests }) {
  return answerText(activity) + (rests ? ", at rest" : "");
}
