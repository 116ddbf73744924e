import { activityWords, localDate, momentOf, pathPoints, visitSpot } from "./day-rows.js";
import { momentText } from "./days-edit.js";
import { colour, element, pageData } from "./kit.js";
import { workspace } from "./workspace.js";

// A trip that nothing recorded: straight from place to place, or along points that are pressed on the day's map.

/** The form of a trip in the time of a gap, and its path on the map; `add(correction)` is called with the trip. */
export class TripPen {
  constructor(map, add) {
    this.map = map;
    this.add = add;
    this.isDrawing = false;
    /** Where the items before and after the gap end and begin; null if the day does not tell. */
    this.ends = [null, null];
    this.points = [];
    map.overlay((context) => this.draw(context));
    const listen = (name, act) => map.element.addEventListener(name, (event) => {
      if (this.isDrawing && event.target === map.canvas && act.call(this, event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    }, { capture: true });
    listen("click", this.click);
    listen("dblclick", () => true);
    listen("keydown", this.key);
    for (const name of ["focus", "blur"]) map.canvas.addEventListener(name, () => map.redraw());
  }

  /** The form for a gap; null takes the path away. */
  show(gap) {
    this.points = [];
    this.setDrawing(false);
    if (gap === null) return null;
    const at = pageData.items.indexOf(gap);
    this.ends = [endOf(pageData.items[at - 1], true), endOf(pageData.items[at + 1], false)];
    const kind = element("select", { class: "field", "aria-label": "How you moved" },
      ...Object.entries(activityWords).filter(([activity]) => activity !== "stationary")
        .map(([activity, word]) => element("option", { value: activity }, word)));
    const times = [["Begin of the trip", gap.start], ["End of the trip", gap.end]].map(([name, time]) => {
      const text = localDate(time).toISOString().slice(0, 16);
      return element("input", { class: "field", type: "datetime-local", "aria-label": name, value: text,
        "data-text": text, "data-time": time, oninput: () => this.tell() });
    });
    // A time that was not changed has its seconds.
    this.moments = () => times.map(({ value, dataset }) =>
      value === dataset.text ? Number(dataset.time) : momentOf(value));
    const button = (text, press) => element("button", { type: "button", class: "plain", onclick: press }, text);
    this.drawButton = button("", () => this.setDrawing(!this.isDrawing));
    this.backButton = button("Take the last point back", () => this.takeBack());
    this.said = element("output", { class: "days-asked" });
    this.setDrawing(false);
    return element("fieldset", {}, element("legend", {}, "I was on the way"), kind, ...times, this.drawButton,
      this.backButton, button("Add this trip", () => this.finish(kind.value)), this.said);
  }

  /** All points of the path, `[latitude, longitude]`. */
  get path() {
    const [before, after] = this.ends;
    return [before, ...this.points, after].filter((point) => point !== null);
  }

  setDrawing(isDrawing) {
    this.isDrawing = isDrawing;
    this.map.element.classList.toggle("is-adding", isDrawing);
    if (isDrawing) this.map.canvas.focus();
    if (this.drawButton) {
      this.drawButton.textContent = isDrawing ? "The path is done" : "Draw the path";
      this.drawButton.setAttribute("aria-pressed", String(isDrawing));
      this.tell();
    }
    this.map.redraw();
  }

  take(point) {
    this.points.push(point);
    this.tell();
    this.map.redraw();
  }

  takeBack() {
    this.points.pop();
    this.tell();
    this.map.redraw();
  }

  click(event) {
    if (this.map.dragged < 4) this.take(this.map.ground(this.map.pointer(event)));
    return true;
  }

  /** Keys put points into the middle of the map. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const { map } = this;
    if (event.key === "Enter" || event.key === " ") this.take(map.ground([map.width / 2, map.height / 2]));
    else if (event.key === "Backspace") this.takeBack();
    else if (event.key === "Escape") this.setDrawing(false);
    else return false;
    return true;
  }

  /** Says what the trip would be. */
  tell() {
    this.backButton.hidden = this.points.length === 0;
    const { path } = this;
    const [start, end] = this.moments();
    const metres = this.map.wayLength(path);
    const way = (metres / 1000).toFixed(1) + "\u00a0km";
    const speed = end > start ? ", " + ((3.6 * metres) / (end - start)).toFixed(1) + "\u00a0km/h" : "";
    const told = path.length < 2 ? "Draw the path first."
      : (this.points.length === 0 ? "Straight, " : "") + way + speed + ".";
    const help = " Press the map from point to point. By keys: arrows move the map, Enter puts a point into its " +
      "middle, Backspace takes it back.";
    this.said.textContent = told + (this.isDrawing ? help : "");
  }

  finish(activity) {
    const { path } = this;
    if (path.length < 2) return this.setDrawing(true);
    const [from, to] = this.moments();
    if (!(from < to)) return workspace.say("A trip begins before it ends: change one of its times.");
    this.add({ kind: "trip", from: momentText(from), to: momentText(to), activity,
      path: path.map(([latitude, longitude]) => latitude.toFixed(6) + "," + longitude.toFixed(6)).join(" ") });
  }

  draw(context) {
    if (this.points.length === 0 && !this.isDrawing) return;
    const { map } = this;
    const points = this.path.map((point) => map.project(point));
    context.strokeStyle = colour("accent");
    context.lineWidth = 3;
    context.beginPath();
    points.forEach(([x, y], index) => context[index === 0 ? "moveTo" : "lineTo"](x, y));
    context.stroke();
    context.fillStyle = colour("paper");
    for (const point of this.points) {
      const [x, y] = map.project(point);
      context.beginPath();
      context.arc(x, y, 5, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
    if (!this.isDrawing || document.activeElement !== map.canvas) return;
    const [x, y] = [map.width / 2, map.height / 2];
    context.strokeStyle = colour("ink");
    context.lineWidth = 1.5;
    context.beginPath();
    for (const [dx, dy] of [[9, 0], [0, 9]]) {
      context.moveTo(x - dx, y - dy);
      context.lineTo(x + dx, y + dy);
    }
    context.stroke();
  }
}

/** Where an item ends or begins, `[latitude, longitude]`; null without a position. */
function endOf(item, isEnd) {
  if (item?.kind === "visit") {
    const { latitude, longitude } = visitSpot(item);
    return [latitude, longitude];
  }
  const section = isEnd ? item?.sections?.at(-1) : item?.sections?.[0];
  const text = isEnd ? section?.path.at(-1) : section?.path[0];
  return text === undefined ? null : pathPoints(text, 0).at(isEnd ? -1 : 0)?.slice(0, 2) ?? null;
}
