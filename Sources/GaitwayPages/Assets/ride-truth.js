import { colour, pageData } from "./kit.js";
import { Lane } from "./lanes.js";
import { rideAxis, rideWindows, rimmedText, stripes } from "./ride-lanes.js";
import { answerCode } from "./ride-readout.js";
import { answerColour, unpackedCode } from "./ride-series.js";

// What is known of a ride besides the model's answer: labels of a manifest and of the log, and the phone's own
// activity.

/** The words that a lane of labels may have, with the colours of the answers. */
export const labelName = (name) => (name === "none" ? "none of these" : name);

/** Draws spans `[from, to, activity, word]` as a band, each with its word where there is room. */
function drawSpans(context, width, height, axis, spans) {
  context.fillStyle = colour("rule");
  context.fillRect(0, height - 1, width, 1);
  context.textBaseline = "middle";
  for (const [from, to, activity, word] of spans) {
    if (to < axis.from || from > axis.to) continue;
    const [left, right] = [Math.max(axis.x(from, width), 0), Math.min(axis.x(to, width), width)];
    context.fillStyle = activity === "unknown" ? stripes(context) : colour(activity);
    context.fillRect(left, 0, Math.max(right - left, 1), height);
    context.fillStyle = colour("paper");
    if (left > 0) context.fillRect(left - 0.5, 0, 1, height);
    const text = word ?? labelName(activity);
    if (context.measureText(text).width + 12 > right - left) continue;
    context.fillStyle = colour(activity === "unknown" ? "ink" : "on-" + activity);
    context.fillText(text, left + 6, height / 2 + 0.5);
  }
}

/** The span of a list that holds at a time; null for none. */
export function spanAt(spans, time) {
  return spans.findLast(([from, to]) => from <= time && time < to) ?? null;
}

/** The labels set while recording as spans: one that names an activity holds until the next that does. */
export const annotationSpans = (() => {
  const known = pageData.annotations.filter(([, , activity]) => activity !== null);
  return known.map(([time, text, activity], index) => [time ?? 0, known[index + 1]?.[0] ?? pageData.end, activity,
    text]);
})();

/** The labels set while recording that name no activity, at their time. */
export const annotationMarks = pageData.annotations.filter(([time, , activity]) => time !== null && activity === null);

/** Draws the labels set while recording: spans of activities, and flags with other words. */
function drawAnnotations(context, width, height, axis) {
  drawSpans(context, width, height, axis, annotationSpans);
  let free = -Infinity;
  for (const [time, text] of annotationMarks) {
    const x = axis.x(time, width);
    if (x < 0 || x > width) continue;
    context.fillStyle = colour("ink");
    context.fillRect(Math.min(x, width - 2), 0, 2, height);
    const left = x + 6;
    if (left < free || left + context.measureText(text).width > width) continue;
    rimmedText(context, text, left, height / 2 + 0.5);
    free = left + context.measureText(text).width + 10;
  }
}

/** The lane of a manifest's labels; a page of a workspace has it also before the first label. */
export function labelLane() {
  if (pageData.labels.length === 0 && pageData.workspace === null) return null;
  return new Lane(rideAxis, {
    name: "Label of the manifest",
    height: 22,
    label: "The labels of the manifest along time",
    draw: (context, width, height, axis) => drawSpans(context, width, height, axis, pageData.labels),
  });
}

/** The lane of the labels that the log holds; null without any. */
export function annotationLane() {
  if (annotationSpans.length === 0 && annotationMarks.length === 0) return null;
  return new Lane(rideAxis, { name: "Label set while recording", height: 22, label: "The labels of the log along time",
    draw: drawAnnotations });
}

/** What the phone itself said: in our words, or in its own where they name no activity of ours. */
export const phoneSpans = pageData.phone.map(([from, to, activity, word]) =>
  [from, to, activity, activity === "unknown" ? word.toLowerCase() : labelName(activity)]);

/** The lane of the phone's own activity; null without any. */
export function phoneLane() {
  if (phoneSpans.length === 0) return null;
  return new Lane(rideAxis, {
    name: "The phone’s own activity",
    height: 18,
    label: "The activity that the phone itself reported, along time",
    draw: (context, width, height, axis) => drawSpans(context, width, height, axis, phoneSpans),
  });
}

// Doubt

/** The time over which the probability of an answer is averaged, in seconds. */
const doubtReach = 30;
/** Below this mean probability an answer is doubtful. */
const doubtLimit = 0.5;

/** The classes whose probabilities speak for an answer of a code: a vehicle may be at rest. */
const classesOfAnswer = Array.from({ length: 8 }, (_, answer) => {
  const name = answerColour(answer);
  return (name === "automotive" ? [name, "stationary"] : [name])
    .map((one) => pageData.classes.indexOf(one))
    .filter((place) => place >= 0);
});

/** The mean probability of the answer from one time to another; null where there is no answer or no estimate. */
function answerProbability(from, to) {
  const { answer } = unpackedCode(answerCode((from + to) / 2));
  const places = classesOfAnswer[answer] ?? [];
  if (places.length === 0 || rideWindows.count === 0) return null;
  const [start, end] = [Math.max(from, rideWindows.starts[0]), Math.min(to, rideWindows.end)];
  const ends = [rideWindows.at(start), rideWindows.at(end)];
  const mean = (sums) => rideWindows.integral(sums, ends[1], end) - rideWindows.integral(sums, ends[0], start);
  const all = rideWindows.shareSums.reduce((sum, sums) => sum + mean(sums), 0);
  return all > 0 ? places.reduce((sum, place) => sum + mean(rideWindows.shareSums[place]), 0) / all : null;
}

/** Stripes of paper, which let a colour through. */
function paperStripes(context) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 6;
  const pen = tile.getContext("2d");
  pen.strokeStyle = colour("paper");
  pen.lineWidth = 2;
  pen.beginPath();
  for (const shift of [-6, 0, 6]) {
    pen.moveTo(shift - 1, 7);
    pen.lineTo(shift + 7, -1);
  }
  pen.stroke();
  return context.createPattern(tile, "repeat");
}

/** Makes the band of answers pale and striped where the answer is doubtful. */
export function drawDoubt(context, width, axis, top, height) {
  const pattern = paperStripes(context);
  let begin = null;
  const draw = (end) => {
    if (begin === null) return;
    context.globalAlpha = 0.45;
    context.fillStyle = colour("paper");
    context.fillRect(begin, top, end - begin, height);
    context.globalAlpha = 1;
    context.fillStyle = pattern;
    context.fillRect(begin, top, end - begin, height);
    begin = null;
  };
  for (let column = 0; column < Math.ceil(width); column += 1) {
    const [left, right] = [axis.time(column, width), axis.time(column + 1, width)];
    const reach = Math.max(doubtReach - (right - left), 0) / 2;
    const probability = answerProbability(left - reach, right + reach);
    if (probability !== null && probability < doubtLimit) begin ??= column;
    else draw(column);
  }
  draw(width);
}
