import { colour, element } from "./kit.js";

// What stands for what on the page of a run: shapes, words, the legend.

/** The shapes of what happens, around 0, 0 in a box of 16: `line` is stroked, `fill` filled. */
export const runShapes = {
  deliver: { fill: "M0-7A7 7 0 1 1 0 7A7 7 0 1 1 0-7Z", line: "M-3.2 0.2L-0.9 2.7L3.4-2.4", colour: "accent",
    on: "paper" },
  defer: { line: "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6ZM0-3.4V0.3L2.4 1.8", colour: "ink" },
  skip: { line: "M-4.5-4.5L4.5 4.5M-4.5 4.5L4.5-4.5", colour: "quiet" },
  drop: { line: "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6ZM-3 0H3", colour: "quiet" },
  missed: { fill: "M0-7L7 0L0 7L-7 0Z", line: "M0-3.4V0.6M0 2.6V3.2", colour: "missed", on: "missed-on" },
  enter: { fill: "M-4-5L5 0L-4 5Z", colour: "ink" },
};

/** What the answers mean, for those who do not know the words. */
export const runWords = {
  deliver: "the alert is shown",
  defer: "not now: the gate decides again later",
  skip: "ended by the motion rule",
  drop: "ended without an alert",
  missed: "the phone did not see the entry",
};

/** Draws one of the shapes at some pixels. */
export function drawRunShape(context, name, x, y, size = 1) {
  const shape = runShapes[name];
  shape.paths ??= { fill: shape.fill && new Path2D(shape.fill), line: shape.line && new Path2D(shape.line) };
  context.save();
  context.translate(x, y);
  context.scale(size, size);
  context.lineCap = context.lineJoin = "round";
  if (shape.fill) {
    const path = shape.paths.fill;
    context.strokeStyle = colour("paper");
    context.lineWidth = 2.4;
    context.stroke(path);
    context.fillStyle = colour(shape.colour);
    context.fill(path);
  }
  if (shape.line) {
    const path = shape.paths.line;
    if (!shape.fill) {
      context.strokeStyle = colour("paper");
      context.lineWidth = 4.6;
      context.stroke(path);
    }
    context.strokeStyle = colour(shape.on ?? shape.colour);
    context.lineWidth = 1.8;
    context.stroke(path);
  }
  context.restore();
}

/** One of the shapes as a picture beside words. */
export function runShape(name) {
  const shape = runShapes[name];
  return element(
    "svg:svg",
    { class: "run-shape", viewBox: "-8 -8 16 16", "aria-hidden": "true" },
    shape.fill ? element("svg:path", { d: shape.fill, style: `fill: var(--${shape.colour})` }) : null,
    shape.line ? element("svg:path",
      { d: shape.line, style: `fill: none; stroke: var(--${shape.on ?? shape.colour}); stroke-width: 1.8` }) : null,
  );
}

/** What stands on a button: a picture of our own, since not every system has the signs. */
export function runIcon(name) {
  const shapes = {
    play: "M4 2.5V13.5L13.5 8Z",
    pause: "M3.5 2.5H6.8V13.5H3.5ZM9.2 2.5H12.5V13.5H9.2Z",
    previous: "M3 2.5H5V13.5H3ZM13.5 2.5V13.5L5.5 8Z",
    next: "M11 2.5H13V13.5H11ZM2.5 2.5V13.5L10.5 8Z",
  };
  return element("svg:svg", { class: "run-icon", viewBox: "0 0 16 16", "aria-hidden": "true" },
    element("svg:path", { d: shapes[name] }));
}

/** What colours and shapes mean. */
export function runLegend(record) {
  const known = new Set(record.paths.map((path) => path.activity));
  const swatches = record.data.activities.names
    .filter((name) => known.has(name))
    .map((name) => element("li", {}, element("span", { class: "swatch " + name, "aria-hidden": "true" }), name));
  const kinds = [...record.data.kinds, "missed"].filter((kind) => record.events.some((event) => event.kind === kind));
  const shapes = kinds.map((kind) => element("li", {}, runShape(kind), ` ${kind}: ${runWords[kind]}`));
  const ring = (kind, text) =>
    element("li", {}, element("span", { class: "run-ring " + kind, "aria-hidden": "true" }), text);
  return element(
    "ul",
    { class: "run-legend", "aria-label": "Legend" },
    ...swatches,
    ...(record.data.regions.all ? [] : [ring("is-watched", "region watched")]),
    ...(record.bubbles.length > 0 ? [ring("is-bubble", "new regions are chosen on leaving it")] : []),
    ...(record.waits.length > 0 ? [ring("is-waiting", "waiting place")] : []),
    ...shapes,
  );
}

/** The edges of places that are polygons. */
export function drawRunPolygons(context, project, places) {
  context.beginPath();
  for (const { rings } of places) {
    for (const ring of rings) {
      ring.forEach((corner, number) =>
        number === 0 ? context.moveTo(...project(corner)) : context.lineTo(...project(corner)),
      );
      context.closePath();
    }
  }
  context.fillStyle = context.strokeStyle = colour("accent");
  context.globalAlpha = 0.12;
  context.fill("evenodd");
  context.globalAlpha = 1;
  context.setLineDash([]);
  context.lineWidth = 1.5;
  context.stroke();
}
