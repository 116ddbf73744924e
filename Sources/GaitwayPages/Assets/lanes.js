import { colour, element, onLookChange } from "./kit.js";

// What is drawn along a time axis: lanes, the ruler, the overview, and buttons for what keys and dragging do.

/**
 * Sizes a canvas to its box and to the screen's pixels; its context, in which a unit is a CSS pixel, or null if it has
 * no size.
 */
export function preparedCanvas(canvas, height) {
  const width = canvas.clientWidth;
  if (width === 0) return null;
  const scale = window.devicePixelRatio || 1;
  const [columns, rows] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== columns || canvas.height !== rows) {
    canvas.width = columns;
    canvas.height = rows;
  }
  const context = canvas.getContext("2d");
  context.setTransform(columns / width, 0, 0, rows / height, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';
  return { context, width };
}

/**
 * One thing drawn along an axis: a canvas as wide as its box, with the moment that is pointed at and the stretch being
 * selected.
 */
export class Lane {
  /**
   * `name` stands above the canvas, if it is not empty; `label` says to those who do not see it what it shows;
   * `draw(context, width, height, axis)` draws in CSS pixels. With `hasScale` it gets a list, too, and puts `{y, text}`
   * into it for each number beside the canvas.
   */
  constructor(axis, { name = "", height, label, draw, hasScale = false }) {
    this.axis = axis;
    this.height = height;
    this.draw = draw;
    this.hasScale = hasScale;
    this.canvas = element("canvas", { role: "img", "aria-label": label, style: "height: " + height + "px" });
    this.cursorLine = element("i", { class: "time-cursor", hidden: true });
    this.selected = element("i", { class: "time-selected", hidden: true });
    this.scale = element("div", { class: "time-scale", "aria-hidden": "true" });
    this.caption = name === "" ? null : element("div", { class: "time-name" }, name);
    this.element = element(
      "div",
      { class: "time-lane" },
      this.caption,
      element("div", { class: "time-plot" }, this.canvas, this.scale, this.selected, this.cursorLine),
    );
    axis.listen((viewChanged) => {
      if (viewChanged) this.redraw();
      this.mark();
    });
    onLookChange(() => this.redraw());
    new ResizeObserver(() => {
      this.redraw();
      this.mark();
    }).observe(this.canvas);
  }

  /** Draws again, as when there is more to show. */
  redraw() {
    const prepared = preparedCanvas(this.canvas, this.height);
    if (prepared === null) return;
    const ticks = [];
    prepared.context.save();
    this.draw(prepared.context, prepared.width, this.height, this.axis, ...(this.hasScale ? [ticks] : []));
    prepared.context.restore();
    this.showTicks(ticks);
  }

  /** Writes the numbers of the lane beside it; those without room for their letters are left out. */
  showTicks(ticks) {
    const rows = [];
    for (const { y, text } of ticks.toSorted((first, second) => second.y - first.y)) {
      if (rows.length > 0 && rows.at(-1).y - y < 13) continue;
      rows.push({ y, text });
    }
    const key = rows.map(({ y, text }) => Math.round(y) + text).join();
    if (key === this.shownTicks) return;
    this.shownTicks = key;
    this.scale.replaceChildren(
      ...rows.map(({ y, text }) => element("span", { style: `top: ${Math.round(y)}px` }, text)),
    );
  }

  /** Shows the cursor and the selection: parts of their own, so that pointing draws nothing again. */
  mark() {
    const { axis } = this;
    const percent = (time) => Math.min(Math.max(axis.x(time, 100), 0), 100);
    const isSeen = axis.cursor !== null && axis.cursor >= axis.from && axis.cursor <= axis.to;
    this.cursorLine.hidden = !isSeen;
    if (isSeen) this.cursorLine.style.left = percent(axis.cursor) + "%";
    this.selected.hidden = axis.selection === null;
    if (axis.selection !== null) {
      const [left, right] = [axis.selection.from, axis.selection.to].sort((a, b) => a - b).map(percent);
      this.selected.style.left = left + "%";
      this.selected.style.width = right - left + "%";
    }
  }
}

/** Lines at the labelled times, behind what a lane shows. */
export function drawTimeGrid(context, width, height, axis) {
  context.fillStyle = colour("rule");
  for (const tick of axis.ticks(width)) context.fillRect(Math.round(axis.x(tick.time, width)), 0, 1, height);
}

/** A round number near a third of a range, for the lines of a scale. */
function roundStep(range) {
  const power = 10 ** Math.floor(Math.log10(range / 2));
  return [5, 2, 1].map((factor) => factor * power).find((step) => range / step >= 2) ?? power;
}

/** Lines at round values from one to another, with their numbers in `ticks`. */
export function drawValueTicks(context, width, ticks, bottom, top, y) {
  const step = roundStep(top - bottom);
  context.fillStyle = colour("rule");
  for (let value = Math.ceil(bottom / step - 1e-9) * step; value <= top; value += step) {
    context.fillRect(0, Math.min(Math.round(y(value)), Math.round(y(bottom)) - 1), width, 1);
    ticks.push({ y: y(value), text: String(Number(value.toFixed(3))).replace("-", "−") });
  }
}

/** A lane with the labels of the time. */
export function rulerLane(axis) {
  return new Lane(axis, {
    height: 22,
    label: "The time",
    draw(context, width) {
      context.fillStyle = colour("quiet");
      context.textBaseline = "alphabetic";
      let free = -Infinity;
      for (const { time, text } of axis.ticks(width)) {
        const x = axis.x(time, width);
        context.fillRect(Math.min(Math.round(x), width - 1), 0, 1, 5);
        const half = context.measureText(text).width / 2;
        const left = Math.min(Math.max(x - half, 0), width - 2 * half);
        if (left < free) continue;
        context.fillText(text, left, 18);
        free = left + 2 * half + 8;
      }
    },
  });
}

/**
 * The whole of an axis as a strip, with a frame around what is shown. A press or a drag in it moves the frame there.
 * `draw(context, width, height, axis)` draws the whole: its axis has `x`, `time`, `from` and `to` of the whole.
 */
export class Overview {
  constructor(axis, { height = 26, label, draw }) {
    const whole = {
      get from() { return axis.start; },
      get to() { return axis.end; },
      x: (time, width) => ((time - axis.start) / (axis.end - axis.start)) * width,
      time: (x, width) => axis.start + (x / width) * (axis.end - axis.start),
    };
    this.axis = axis;
    this.height = height;
    this.canvas = element("canvas", { role: "img", "aria-label": label, style: "height: " + height + "px" });
    this.frame = element("i", { class: "time-frame" });
    this.element = element("div", { class: "time-overview" }, this.canvas, this.frame);
    this.redraw = () => {
      const prepared = preparedCanvas(this.canvas, height);
      if (prepared !== null) draw(prepared.context, prepared.width, height, whole);
    };
    const mark = () => {
      this.frame.hidden = axis.isWhole;
      this.frame.style.left = whole.x(axis.from, 100) + "%";
      this.frame.style.width = whole.x(axis.to, 100) - whole.x(axis.from, 100) + "%";
    };
    axis.listen(mark);
    onLookChange(this.redraw);
    new ResizeObserver(this.redraw).observe(this.canvas);
    mark();
    const moveTo = (event) => {
      const box = this.element.getBoundingClientRect();
      const centre = whole.time(event.clientX - box.left, box.width);
      const length = axis.to - axis.from;
      if (!axis.isWhole) axis.show(centre - length / 2, centre + length / 2);
    };
    this.element.addEventListener("pointerdown", (event) => {
      this.element.setPointerCapture(event.pointerId);
      moveTo(event);
    });
    this.element.addEventListener("pointermove", (event) => {
      if (this.element.hasPointerCapture(event.pointerId)) moveTo(event);
    });
  }
}

/** Calls `advance` with the seconds since the last picture, for each picture, while `player.isPlaying`. */
export function playFrames(player, advance) {
  // For people who want less motion, a picture a second.
  const least = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1000 : 0;
  let last = null;
  const frame = (milliseconds) => {
    if (!player.isPlaying) return;
    last ??= milliseconds;
    if (milliseconds - last >= least && milliseconds > last) {
      // A page that lay in the background goes on where it was.
      const passed = Math.min(milliseconds - last, 1500) / 1000;
      last = milliseconds;
      advance(passed);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Buttons for what an axis does by dragging and by keys, for those who have neither at hand. */
export function axisControls(axis) {
  const button = (sign, says, press) =>
    element("button", { type: "button", "aria-label": says, title: says, onclick: press }, sign);
  const earlier = button("←", "Earlier", () => axis.move((axis.from - axis.to) / 2));
  const later = button("→", "Later", () => axis.move((axis.to - axis.from) / 2));
  const larger = button("+", "Zoom in", () => axis.zoom(2));
  const smaller = button("−", "Zoom out", () => axis.zoom(0.5));
  const whole = button("All", "Show all", () => axis.reset());
  const mark = () => {
    earlier.disabled = axis.from <= axis.start;
    later.disabled = axis.to >= axis.end;
    smaller.disabled = whole.disabled = axis.isWhole;
    larger.disabled = axis.to - axis.from <= axis.least;
  };
  axis.listen(mark);
  mark();
  return element("div", { class: "time-controls", role: "group", "aria-label": "Time range" }, larger, smaller, earlier,
    later, whole);
}
