import { shortMonths } from "./kit.js";

// Time on a page: one stretch of it that everything shows, one moment that is pointed at, and lanes drawn along it.

/** h:mm:ss of some seconds, with tenths or hundredths where steps are that small. */
export function clockText(seconds, step = 1) {
  const places = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  const unit = 10 ** places;
  const whole = Math.floor(Math.abs(seconds) * unit + 1e-6);
  const rest = whole % (60 * unit);
  const minutes = Math.floor(whole / (60 * unit));
  const text = (rest / unit).toFixed(places).padStart(places ? places + 3 : 2, "0");
  const sign = seconds < 0 ? "−" : "";
  return sign + Math.floor(minutes / 60) + ":" + String(minutes % 60).padStart(2, "0") + ":" + text;
}

/** The day of a moment, as "1 May"; `seconds` since 1970 by the clock that is meant. */
export function dayText(seconds) {
  const day = new Date(seconds * 1000);
  return day.getUTCDate() + " " + shortMonths[day.getUTCMonth()];
}

/**
 * The time of day of a moment, as "8:05", with seconds where steps are that small; `seconds` since 1970 by the clock
 * that is meant.
 */
export function timeOfDayText(seconds, step = 1) {
  const ofDay = ((seconds % 86400) + 86400) % 86400;
  const text = clockText(ofDay, step);
  return step >= 60 ? text.slice(0, -3) : text;
}

/** A label of an axis that counts from a beginning: "1:05:00", or days where steps are days. */
export function elapsedTickText(time, step) {
  return step >= 86400 ? "day " + Math.round(time / 86400 + 1) : step >= 60 ? clockText(time).slice(0, -3) + " h"
    : clockText(time, step);
}

/**
 * A label of an axis of moments, in seconds since 1970 by the clock that is meant: the day at midnight, else the time
 * of day.
 */
export function momentTickText(time, step) {
  return step >= 86400 || Math.abs(time % 86400) < 1e-6 ? dayText(time) : timeOfDayText(time, step);
}

/** The steps that an axis may have between two labels, in seconds. */
const axisSteps = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200,
  86400, 172800, 604800, 1209600, 2419200, 4838400, 9676800, 31449600,
];

/**
 * The time that a page shows: a stretch between two ends, and the moment that is pointed at.
 * Times are seconds from any start. Views listen to the axis; elements that accept pointing are attached to it.
 */
export class TimeAxis {
  /**
   * `text(time, step)` labels a time where labels are `step` seconds apart. `offset` makes labels round: they stand
   * where a time plus the offset is a multiple of the step, so that an axis of elapsed time can have labels of a clock.
   * `least` is the shortest stretch that can be shown.
   */
  constructor({ start, end, text = elapsedTickText, offset = 0, least = null }) {
    this.start = start;
    this.end = end > start ? end : start + 1;
    this.text = text;
    this.offset = offset;
    this.least = Math.min(least ?? 2, this.end - this.start);
    this.from = this.start;
    this.to = this.end;
    this.cursor = null;
    /** Whether the moment stays when the mouse leaves. */
    this.keepsCursor = false;
    /** The stretch that is being selected by dragging, or null. */
    this.selection = null;
    this.listeners = [];
    this.viewChanged = false;
    this.isScheduled = false;
  }

  /** Whether the whole is shown. */
  get isWhole() {
    return this.from === this.start && this.to === this.end;
  }

  /** Changes the ends; a view of the whole stays one, as on a page that goes on. */
  setEnds(start, end) {
    const wasWhole = this.isWhole;
    this.start = start;
    this.end = end > start ? end : start + 1;
    this.least = Math.min(this.least, this.end - this.start);
    if (wasWhole) this.show(this.start, this.end);
    else this.show(this.from, this.to);
    this.announce(true);
  }

  /** Shows a stretch; one that sticks out is moved, one that is too short or too long is not shown so. */
  show(from, to) {
    const length = Math.min(Math.max(Math.abs(to - from), this.least), this.end - this.start);
    const middle = (from + to) / 2;
    let left = Math.min(from, to);
    if (length !== Math.abs(to - from)) left = middle - length / 2;
    left = Math.min(Math.max(left, this.start), this.end - length);
    const right = length === this.end - this.start ? this.end : left + length;
    if (length === this.end - this.start) left = this.start;
    if (left === this.from && right === this.to) return;
    this.from = left;
    this.to = right;
    this.announce(true);
  }

  /**
   * Shows a part of what is shown, `factor` times larger; `at` is the time that stays where it is, the middle if it is
   * not given.
   */
  zoom(factor, at = null) {
    const centre = at ?? (this.cursor !== null && this.cursor >= this.from && this.cursor <= this.to ? this.cursor
      : (this.from + this.to) / 2);
    const length = Math.min(Math.max((this.to - this.from) / factor, this.least), this.end - this.start);
    const share = (centre - this.from) / (this.to - this.from);
    this.show(centre - share * length, centre + (1 - share) * length);
  }

  /** Moves the shown stretch by some seconds. */
  move(seconds) {
    this.show(this.from + seconds, this.to + seconds);
  }

  /** Shows the whole. */
  reset() {
    this.show(this.start, this.end);
  }

  /** Points at a time, or at none. */
  point(time) {
    const cursor = time === null ? null : Math.min(Math.max(time, this.start), this.end);
    if (cursor === this.cursor) return;
    this.cursor = cursor;
    this.announce(false);
  }

  /** Points at a time, and moves what is shown so that the time is in it. */
  follow(time) {
    this.point(time);
    if (this.cursor < this.from) this.move(this.cursor - this.from);
    else if (this.cursor > this.to) this.move(this.cursor - this.to);
  }

  /** Calls back at most once a frame after something changed, with whether the view did and not the cursor alone. */
  listen(callback) {
    this.listeners.push(callback);
  }

  announce(viewChanged) {
    this.viewChanged = this.viewChanged || viewChanged;
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => this.flush());
  }

  /** Calls the listeners now, if anything changed. */
  flush() {
    if (!this.isScheduled) return;
    this.isScheduled = false;
    const viewChanged = this.viewChanged;
    this.viewChanged = false;
    for (const listener of this.listeners) listener(viewChanged);
  }

  /** The x of a time in a box, whose width is in pixels. */
  x(time, width) {
    return ((time - this.from) / (this.to - this.from)) * width;
  }

  /** The time at x in a box, whose width is in pixels. */
  time(x, width) {
    return this.from + (x / width) * (this.to - this.from);
  }

  /** The labelled times in a box, whose width is in pixels. */
  ticks(width) {
    const length = this.to - this.from;
    const step =
      axisSteps.find((one) => (width * one) / length >= this.text(this.to, one).length * 6.6 + 22) ??
      axisSteps.at(-1);
    const ticks = [];
    for (let index = Math.ceil((this.from + this.offset) / step - 1e-9); ; index += 1) {
      const time = index * step - this.offset;
      if (time > this.to + 1e-9) return ticks;
      ticks.push({ time, text: this.text(time, step) });
    }
  }

  /**
   * Lets a person use the axis by an element that is as wide as what is drawn: pointing sets the cursor, dragging
   * selects a stretch to zoom to, a double click shows the whole. Keys: + and -, arrows for the cursor, with Shift for
   * the view, Home, End, Escape. The wheel zooms with Ctrl and moves with Shift; one finger points, two zoom and move.
   */
  attach(part) {
    part.classList.add("time-attached");
    if (!part.hasAttribute("tabindex")) part.tabIndex = 0;
    const fingers = new Map();
    let pressed = null;
    const place = (event) => {
      const box = part.getBoundingClientRect();
      return { x: event.clientX - box.left, width: box.width };
    };
    const timeAt = (event) => {
      const { x, width } = place(event);
      return this.time(x, width);
    };
    const select = (selection) => {
      if (selection === null && this.selection === null) return;
      this.selection = selection;
      this.announce(false);
    };
    part.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch") {
        fingers.set(event.pointerId, place(event).x);
        this.point(timeAt(event));
        return;
      }
      if (event.button !== 0) return;
      pressed = { x: place(event).x, time: timeAt(event), id: event.pointerId };
      part.setPointerCapture(event.pointerId);
    });
    part.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") {
        if (!fingers.has(event.pointerId)) return;
        const { x, width } = place(event);
        if (fingers.size === 2) this.pinch(fingers, event.pointerId, x, width);
        fingers.set(event.pointerId, x);
        if (fingers.size === 1) this.point(timeAt(event));
        return;
      }
      const time = timeAt(event);
      this.point(Math.min(Math.max(time, this.from), this.to));
      if (pressed === null) return;
      const isDragging = this.selection !== null || Math.abs(place(event).x - pressed.x) > 4;
      if (isDragging) select({ from: pressed.time, to: Math.min(Math.max(time, this.from), this.to) });
    });
    const release = (event) => {
      fingers.delete(event.pointerId);
      if (pressed === null || pressed.id !== event.pointerId) return;
      pressed = null;
      const selection = this.selection;
      select(null);
      if (selection !== null && event.type === "pointerup")
        this.show(Math.min(selection.from, selection.to), Math.max(selection.from, selection.to));
    };
    part.addEventListener("pointerup", release);
    part.addEventListener("pointercancel", release);
    part.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch" && pressed === null && document.activeElement !== part && !this.keepsCursor)
        this.point(null);
    });
    part.addEventListener("dblclick", () => this.reset());
    part.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && pressed !== null) {
        pressed = null;
        select(null);
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.press(event.key, event.shiftKey, part.clientWidth)) event.preventDefault();
    });
    part.addEventListener(
      "wheel",
      (event) => {
        const { width } = place(event);
        if (event.ctrlKey) {
          event.preventDefault();
          this.zoom(Math.exp(-event.deltaY / 200), timeAt(event));
          return;
        }
        const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
        if (Math.abs(sideways) <= Math.abs(event.deltaY) && !event.shiftKey) return;
        if (this.isWhole) return;
        event.preventDefault();
        this.move((sideways / width) * (this.to - this.from));
      },
      { passive: false },
    );
  }

  /** Zooms and moves so that the times under two fingers stay under them; the moved one is now at `x`. */
  pinch(fingers, moved, x, width) {
    const [other] = [...fingers].filter(([id]) => id !== moved).map(([, place]) => place);
    const before = fingers.get(moved);
    if (Math.abs(before - other) < 8 || Math.abs(x - other) < 8) return;
    const fixed = this.time(other, width);
    const length = Math.min(Math.max(((this.to - this.from) * Math.abs(before - other)) / Math.abs(x - other),
      this.least), this.end - this.start);
    const from = fixed - (other / width) * length;
    this.show(from, from + length);
  }

  /** Does what a key means; false if it means nothing here. */
  press(key, isShifted, width) {
    const length = this.to - this.from;
    const inView = this.cursor !== null && this.cursor >= this.from && this.cursor <= this.to;
    const direction = key === "ArrowLeft" ? -1 : 1;
    switch (key) {
      case "+":
      case "=":
        this.zoom(2);
        return true;
      case "-":
      case "_":
        this.zoom(0.5);
        return true;
      case "0":
        this.reset();
        return true;
      case "ArrowLeft":
      case "ArrowRight":
        if (isShifted) this.move((direction * length) / 4);
        else this.follow(inView ? this.cursor + (direction * length * 4) / Math.max(width, 100)
          : (this.from + this.to) / 2);
        return true;
      case "Home":
        this.follow(this.start);
        return true;
      case "End":
        this.follow(this.end);
        return true;
      case "Escape":
        if (this.cursor !== null) this.point(null);
        else this.reset();
        return true;
      default:
        return false;
    }
  }
}
