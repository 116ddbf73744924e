import { dayClock } from "./day-rows.js";
import { momentText } from "./days-edit.js";
import { element } from "./kit.js";

// Handles on a day's time bar: they move the begin and the end of the chosen item.

/** The handles of the item that is held; `move(row, side, seconds)` is called when one was moved. */
export class DayHandles {
  constructor(view, move) {
    this.view = view;
    this.move = move;
    this.row = null;
    this.handles = ["begin", "end"].map((side) => {
      const handle = element("button",
        { type: "button", class: "days-strip-handle", role: "slider", "data-side": side });
      handle.addEventListener("pointerdown", (event) => this.take(handle, event));
      handle.addEventListener("keydown", (event) => this.press(handle, event));
      handle.addEventListener("blur", () => this.settle(handle));
      return handle;
    });
    this.box = element("div", { class: "days-strip-handles", hidden: true }, ...this.handles);
    view.strip.after(this.box);
  }

  /** Puts handles at the ends of a row; null takes them away. */
  show(row) {
    this.row = row;
    this.box.hidden = row === null;
    if (row === null) return;
    const { rows, day } = this.view;
    for (const handle of this.handles) {
      const isBegin = handle.dataset.side === "begin";
      const other = rows[row.index + (isBegin ? -1 : 1)];
      const time = isBegin ? row.start : row.end;
      // A handle moves only between two items of the day.
      handle.hidden = other === undefined || time <= day.start || time >= day.end;
      if (handle.hidden) continue;
      const [first, last] = isBegin ? [other, row] : [row, other];
      handle.least = Math.max(first.start, day.start) + 1;
      handle.most = Math.min(last.end, day.end) - 1;
      handle.setAttribute("aria-label", (isBegin ? "Begin of " : "End of ") + row.words.name);
      handle.setAttribute("aria-valuemin", Math.round(handle.least));
      handle.setAttribute("aria-valuemax", Math.round(handle.most));
      this.put(handle, time);
      handle.settled = handle.time;
    }
  }

  put(handle, time) {
    const { day } = this.view;
    handle.time = Math.min(Math.max(time, handle.least), handle.most);
    handle.style.left = (100 * (handle.time - day.start)) / (day.end - day.start) + "%";
    handle.dataset.time = dayClock(handle.time);
    handle.setAttribute("aria-valuenow", Math.round(handle.time));
    handle.setAttribute("aria-valuetext", dayClock(handle.time));
  }

  take(handle, event) {
    if (event.button !== 0) return;
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const follow = ({ clientX }) => {
      const box = this.view.strip.getBoundingClientRect();
      const { start, end } = this.view.day;
      // To the minute, as a hand is not steadier.
      this.put(handle, Math.round((start + ((clientX - box.left) / box.width) * (end - start)) / 60) * 60);
      this.view.showTime(handle.time);
    };
    const end = ({ type }) => {
      handle.removeEventListener("pointermove", follow);
      handle.removeEventListener("pointerup", end);
      handle.removeEventListener("pointercancel", end);
      if (type === "pointercancel") this.put(handle, handle.settled);
      this.settle(handle);
    };
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("pointerup", end);
    handle.addEventListener("pointercancel", end);
  }

  press(handle, event) {
    const step = { ArrowLeft: -60, ArrowDown: -60, ArrowRight: 60, ArrowUp: 60, PageDown: -600, PageUp: 600 }[
      event.key
    ];
    if (step !== undefined) {
      this.put(handle, handle.time + step);
      this.view.showTime(handle.time);
    } else if (event.key === "Enter" || event.key === " ") this.settle(handle);
    else if (event.key === "Escape") this.put(handle, handle.settled);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Says where the handle was left, if it was moved. */
  settle(handle) {
    if (this.row === null || handle.hidden || Math.abs(handle.time - handle.settled) < 1) return;
    handle.settled = handle.time;
    this.move(this.row, handle.dataset.side, handle.time);
  }
}

/** The corrections that move the begin or end of a row. */
export function movedBoundary(rows, row, side, time) {
  const other = rows[row.index + (side === "begin" ? -1 : 1)];
  const old = side === "begin" ? row.start : row.end;
  if (row.item !== other.item) return [{ kind: "boundary", at: momentText(old), to: momentText(time) }];
  // Within a move, the time between takes the activity of the section that grows.
  const isRowLonger = side === "begin" ? time < old : time > old;
  const [longer, shorter] = isRowLonger ? [row, other] : [other, row];
  return partOfSection(shorter.section, Math.min(old, time), Math.max(old, time), longer.section.activity);
}

/** The corrections that give a part of a section, at its begin or end, an activity. */
export function partOfSection(section, start, end, activity) {
  const span = (kind, from, to) => ({ kind, from: momentText(from), to: momentText(to) });
  const of = (from, to, own) => ({ ...span("activity", from, to), activity: own });
  // The store changes a section that lies mostly in the time as a whole; then the rest gets its activity back.
  if (end - start < (section.end - section.start) / 2) return [of(start, end, activity)];
  const [from, to] = start - section.start > section.end - end ? [section.start, start] : [end, section.end];
  /** @type {object[]} */
  const rest = [of(section.start, section.end, activity)];
  if (to - from >= 1) rest.push(of(from, to, section.activity));
  if (to - from >= 1 && section.vehicle) rest.push({ ...span("vehicle", from, to), vehicle: section.vehicle });
  return rest;
}
