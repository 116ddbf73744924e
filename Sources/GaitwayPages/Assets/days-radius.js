import { colour } from "./kit.js";
import { mercatorY } from "./map-view.js";

// The radius of a place, dragged on the day's map.

/**
 * A handle on the circle of the chosen visit's place; `change(metres, isDone)` is called while it is dragged and at its
 * end.
 */
export class RadiusHandle {
  constructor(map, change) {
    this.map = map;
    this.change = change;
    this.spot = null;
    this.isDragged = false;
    map.overlay((context) => this.draw(context));
    const listen = (name, act) => map.element.addEventListener(name, (event) => {
      if (event.target === map.canvas && act.call(this, event)) event.stopPropagation();
    }, { capture: true });
    listen("pointerdown", this.down);
    listen("pointermove", this.move);
    listen("pointerup", this.up);
    listen("pointercancel", this.up);
  }

  /** Shows the handle of a place `{latitude, longitude, radius}`; null hides it. */
  show(place) {
    this.spot = place === null ? null : { ...place };
    this.isDragged = false;
    this.map.redraw();
  }

  setRadius(metres) {
    if (this.spot === null) return;
    this.spot.radius = metres;
    this.map.redraw();
  }

  /** Pixels of the centre, and of the radius. */
  pixels() {
    const { map, spot } = this;
    const [x, y] = map.project([spot.latitude, spot.longitude]);
    return [x, y, (spot.radius * map.scale) / map.metresPerUnit(mercatorY(spot.latitude))];
  }

  draw(context) {
    if (this.spot === null) return;
    const [x, y, radius] = this.pixels();
    context.save();
    context.strokeStyle = colour("accent");
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
    context.beginPath();
    context.arc(x + radius, y, 8, 0, 2 * Math.PI);
    context.fillStyle = colour("paper");
    context.fill();
    context.stroke();
    context.restore();
  }

  distance(event) {
    const [left, top] = this.map.pointer(event);
    const [x, y, radius] = this.pixels();
    const [dx, dy] = [left - x, top - y];
    return { fromHandle: Math.hypot(dx - radius, dy), fromCentre: Math.hypot(dx, dy), radius };
  }

  down(event) {
    if (this.spot === null || event.button !== 0 || this.distance(event).fromHandle > 16) return false;
    this.isDragged = true;
    this.map.canvas.setPointerCapture(event.pointerId);
    return true;
  }

  move(event) {
    if (!this.isDragged) return false;
    const { fromCentre, radius } = this.distance(event);
    const metres = (this.spot.radius * fromCentre) / Math.max(radius, 1e-9);
    this.setRadius(Math.min(Math.max(5 * Math.round(metres / 5), 5), 5000));
    this.change(this.spot.radius, false);
    return true;
  }

  up(event) {
    if (!this.isDragged) return false;
    this.isDragged = false;
    if (event.type === "pointerup") this.change(this.spot.radius, true);
    return true;
  }
}
