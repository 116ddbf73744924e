import { colour, lastNotAbove } from "./kit.js";
import { Lane, drawTimeGrid, drawValueTicks, rulerLane } from "./lanes.js";
import { drawRunShape } from "./run-shapes.js";

// A run along time.

/** Fills a part of a lane with lines, as for what is not known or not shown. */
function drawHatching(context, left, wide, height) {
  context.save();
  context.beginPath();
  context.rect(left, 0, wide, height);
  context.clip();
  context.fillStyle = colour("shade");
  context.fillRect(left, 0, wide, height);
  context.beginPath();
  for (let x = Math.floor(left / 6) * 6 - height; x < left + wide; x += 6) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.strokeStyle = colour("quiet");
  context.lineWidth = 1;
  context.stroke();
  context.restore();
}

/** Hatches a part of the lane of activities, with words where there is room. */
function drawSilence(context, left, right, height, words) {
  drawHatching(context, left, right - left, height);
  const wide = context.measureText(words).width;
  if (right - left < wide + 12) return;
  context.fillStyle = colour("shade");
  context.fillRect(left + 3, 3, wide + 6, height - 6);
  context.fillStyle = colour("quiet");
  context.fillText(words, left + 6, height / 2 + 1);
}

/** The lanes along time. */
export function runLanes(record, axis) {
  const { data } = record;
  const spans = (times) => (index) => [times[index], index + 1 < times.length ? times[index + 1] : record.end];
  /** Calls back for the spans in view, those under a pixel joined to the one before them. */
  const eachSpan = (times, width, draw) => {
    const span = spans(times);
    let drawn = -1;
    for (let index = Math.max(0, lastNotAbove(times, axis.from)); index < times.length; index += 1) {
      const [from, to] = span(index);
      if (from > axis.to) break;
      const [left, right] = [Math.max(axis.x(from, width), 0), Math.min(axis.x(to, width), width)];
      if (right - left < 0.5 && Math.floor(left) === drawn) continue;
      drawn = Math.floor(left);
      draw(index, left, Math.max(right - left, 1));
    }
  };
  const held = record.gate.filter((state) => state.isHeld).length;
  return [
    new Lane(axis, {
      name: "Activity, as reported to the phone",
      height: 22,
      label: data.activities.known ? `Activity: ${record.activities.time.length} changes` : "Activity: no reports",
      draw(context, width, height) {
        context.fillStyle = colour("shade");
        context.fillRect(0, 0, width, height);
        context.textBaseline = "middle";
        eachSpan(record.activities.time, width, (index, left, wide) => {
          const name = data.activities.names[record.activities.answer[index]];
          context.fillStyle = colour(name);
          context.fillRect(left, 0, wide, height);
          if (wide > context.measureText(name).width + 12) {
            context.fillStyle = colour(name === "unknown" ? "quiet" : "on-" + name);
            context.fillText(name, left + 6, height / 2 + 1);
          }
        });
        for (const { from, to } of record.silences) {
          const [left, right] = [Math.max(axis.x(from, width), 0), Math.min(axis.x(to, width), width)];
          if (right > left) drawSilence(context, left, right, height, "no reports");
        }
        const begin = axis.x(record.activities.time[0] ?? record.end, width);
        const missing = data.activities.known ? "no report yet" : "no activity reports";
        if (begin > 0) drawSilence(context, 0, Math.min(begin, width), height, missing);
      },
    }),
    new Lane(axis, {
      name: "Would an alert be shown? Hatched: it would be held back",
      height: 18,
      label: `The gate: ${record.gate.length} changes, ${held} of them to holding back`,
      draw(context, width, height) {
        eachSpan(record.gateTimes, width, (index, left, wide) => {
          const isHeld = record.gate[index].isHeld;
          if (isHeld) return drawHatching(context, left, wide, height);
          context.fillStyle = colour("extent");
          context.fillRect(left, 0, wide, height);
        });
      },
    }),
    new Lane(axis, {
      name: "Speed, km/h",
      height: 60,
      label: "Speed over time",
      hasScale: true,
      draw(context, width, height, _, ticks) {
        drawTimeGrid(context, width, height, axis);
        const { time, value } = record.speed;
        let fastest = 0;
        for (const speed of value) if (speed !== 65535 && speed > fastest) fastest = speed;
        const top = Math.max(fastest / 100 * 3.6, 5);
        const y = (speed) => height - (speed / top) * (height - 3);
        drawValueTicks(context, width, ticks, 0, top, y);
        context.beginPath();
        for (let index = Math.max(0, lastNotAbove(time, axis.from)); index + 1 < time.length; index += 1) {
          if (time[index] > axis.to) break;
          if (value[index] === 65535) continue;
          const [left, right] = [axis.x(time[index], width), axis.x(time[index + 1], width)];
          const high = y((value[index] / 100) * 3.6);
          context.rect(left, high, Math.max(right - left, 0.7), height - high);
        }
        context.fillStyle = colour("bar");
        context.fill();
      },
    }),
    runEntryLane(record, axis),
    runDecisionLane(record, axis),
    rulerLane(axis),
  ];
}

/** Draws shapes at times, each kind at most once every few pixels. */
function drawRunEvents(context, width, axis, events, y) {
  const taken = new Map();
  for (const event of events) {
    if (event.time < axis.from || event.time > axis.to) continue;
    const x = axis.x(event.time, width);
    if (x - (taken.get(event.kind) ?? -Infinity) < 3) continue;
    taken.set(event.kind, x);
    drawRunShape(context, event.kind, Math.min(Math.max(x, 8), width - 8), y);
  }
}

/** Where the phone was inside, and what it missed. */
function runEntryLane(record, axis) {
  const missed = record.events.filter((event) => event.kind === "missed");
  return new Lane(axis, {
    name: missed.length > 0 ? "Inside a place, and entries missed" : "Inside a place",
    height: 22,
    label: `${record.entries.length} entries seen, ${missed.length} missed`,
    draw(context, width, height) {
      drawTimeGrid(context, width, height, axis);
      context.fillStyle = colour("extent");
      for (const { edge, left } of record.entries) {
        const [from, to] = [axis.x(edge, width), axis.x(left ?? record.end, width)];
        if (to < 0 || from > width) continue;
        context.fillRect(from, height / 2 - 4, Math.max(to - from, 2), 8);
      }
      context.fillStyle = colour("ink");
      for (const { edge } of record.entries) context.fillRect(Math.round(axis.x(edge, width)), 3, 1.5, height - 6);
      drawRunEvents(context, width, axis, missed, height / 2);
    },
  });
}

/** What waited, and every decision. */
function runDecisionLane(record, axis) {
  const decisions = record.events.filter((event) => event.kind !== "missed");
  return new Lane(axis, {
    name: "Waiting, and decisions",
    height: 34,
    label: `${decisions.length} decisions, ${record.alerts.length} of them alerts`,
    draw(context, width, height) {
      drawTimeGrid(context, width, height, axis);
      context.strokeStyle = colour("quiet");
      context.lineWidth = 2;
      context.setLineDash([4, 3]);
      context.beginPath();
      for (const { from, to } of record.waits) {
        const [left, right] = [axis.x(from, width), axis.x(to, width)];
        if (right < 0 || left > width) continue;
        context.moveTo(left, 5);
        context.lineTo(right, 5);
      }
      context.stroke();
      context.setLineDash([]);
      // Alerts last, above the others.
      drawRunEvents(context, width, axis, decisions.filter((event) => event.kind !== "deliver"), 22);
      drawRunEvents(context, width, axis, record.alerts, 22);
    },
  });
}
