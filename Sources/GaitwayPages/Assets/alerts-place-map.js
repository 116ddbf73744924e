import { drawDecision } from "./alerts-decisions.js";
import { metresPerDegree, placeReach, placeFeature } from "./alerts-place-feature.js";
import { colour } from "./kit.js";
import { mercatorY } from "./map-view.js";
import { GeoMap } from "./map.js";
import { workspace } from "./workspace.js";

// The map on which places are added, dragged and drawn.

/**
 * The map of places and rides; `edit(feature or null, tag)` is asked to change the chosen place, `add(feature)` to add
 * one.
 */
export class PlaceMap {
  constructor({ edit, add, choose }) {
    this.edit = edit;
    this.add = add;
    this.choose = choose;
    /** Called with the mode when it changed; null while nothing needs it. */
    this.modeChanged = null;
    this.collection = { features: [] };
    this.shown = [];
    this.shapes = new WeakMap();
    this.chosen = -1;
    this.corner = null;
    /** The decisions of the ride that is tried, each with the position of the phone then. */
    this.decisions = [];
    /** What presses on the map do: null, "point" or "polygon". */
    this.mode = null;
    this.drawn = [];
    this.map = new GeoMap({
      label: "Map of places and rides. With a place chosen, arrows move it and plus and minus change its radius",
    });
    this.map.element.classList.add("alerts-map");
    this.map.overlay((context) => this.draw(context));
    const listen = (name, act) => this.map.element.addEventListener(name, (event) => {
      if (event.target === this.map.canvas && act.call(this, event) === true) event.stopPropagation();
    }, { capture: true });
    listen("pointerdown", this.down);
    listen("pointermove", this.move);
    listen("pointerup", this.up);
    listen("pointercancel", this.up);
    listen("dblclick", this.close);
    listen("keydown", this.press);
  }

  // What is shown

  paths(rides) {
    this.shapes = new WeakMap();
    this.map.place(rides.filter(({ path }) => path?.length > 0)
      .map(({ ride, path }) => ({ ride, activity: null, points: path, label: ride })), this.map.places);
    this.shown = [];
    this.take(this.collection);
  }

  /** Takes places over; only those that changed are laid out anew. */
  take(collection) {
    this.collection = collection;
    const { map } = this;
    map.spots.length = collection.features.length;
    collection.features.forEach((feature, index) => {
      if (this.shown[index] === feature) return;
      const [latitude, longitude] = placeFeature.middle(feature);
      const name = placeFeature.title(feature);
      const place = { name, latitude, longitude, radius: placeFeature.radius(feature, collection), index };
      map.spots[index] = { place, x: map.unwrapped(longitude) / 360 + 0.5, y: mercatorY(latitude) };
    });
    map.places = map.spots.map(({ place }) => place);
    this.shown = collection.features.slice();
    map.redraw();
  }

  show(index) {
    this.chosen = index;
    this.corner = null;
    this.map.element.classList.toggle("is-edited", index >= 0 || this.mode !== null);
    // A place out of sight comes to the middle.
    const spot = this.map.spots[index];
    if (spot && this.map.width > 0) {
      const [x, y] = this.map.screen(spot.x, spot.y);
      if (x < 10 || y < 10 || x > this.map.width - 10 || y > this.map.height - 10) {
        this.map.centre = { x: spot.x, y: spot.y };
        this.map.moved();
      }
    }
    this.map.redraw();
  }

  /** Begins to add a place; null ends it. */
  setMode(mode) {
    this.mode = mode;
    this.drawn = [];
    this.map.element.classList.toggle("is-adding", mode !== null);
    this.modeChanged?.(mode);
    if (mode !== null) {
      this.choose(-1);
      this.map.canvas.focus();
    }
    this.map.redraw();
  }

  /** Pixels of the rings of a feature, laid out once. */
  shape(feature) {
    let rings = this.shapes.get(feature);
    if (rings === undefined) {
      const first = this.map.unwrapped(placeFeature.middle(feature)[1]);
      rings = placeFeature.rings(feature).map((ring) => ring.map(([longitude, latitude]) => {
        const near = longitude + 360 * Math.round((first - longitude) / 360);
        return [near / 360 + 0.5, mercatorY(latitude)];
      }));
      this.shapes.set(feature, rings);
    }
    return rings;
  }

  draw(context) {
    const { map } = this;
    context.lineJoin = "round";
    this.collection.features.forEach((feature, index) => {
      if (placeFeature.isPoint(feature)) return;
      context.beginPath();
      for (const ring of this.shape(feature)) {
        ring.forEach(([x, y], at) => context[at === 0 ? "moveTo" : "lineTo"](...map.screen(x, y)));
        context.closePath();
      }
      context.fillStyle = context.strokeStyle = colour("accent");
      context.globalAlpha = index === this.chosen ? 0.25 : 0.12;
      context.fill("evenodd");
      context.globalAlpha = index === this.chosen ? 1 : 0.6;
      context.lineWidth = index === this.chosen ? 2 : 1;
      context.stroke();
    });
    context.globalAlpha = 1;
    const dot = (/** @type {number[]} */ [x, y], radius, fill) => {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = colour(fill);
      context.fill();
      context.lineWidth = 2;
      context.strokeStyle = colour("ink");
      context.stroke();
    };
    const spot = map.spots[this.chosen];
    if (spot) {
      const at = map.screen(spot.x, spot.y);
      if (spot.place.radius > 0) {
        context.beginPath();
        context.arc(...at, this.pixels(spot), 0, 2 * Math.PI);
        context.lineWidth = 2;
        context.strokeStyle = colour("accent");
        context.stroke();
        dot(this.handle(spot), 6, "paper");
      }
      for (const { at: middle } of this.middles()) dot(middle, 3, "paper");
      for (const { ring, index, at: corner } of this.corners()) {
        dot(corner, 5, this.corner?.ring === ring && this.corner.index === index ? "accent" : "paper");
      }
      dot(at, 8, "accent");
    }
    for (const { at: [latitude, longitude], decision } of this.decisions)
      drawDecision(context, map.project([latitude, longitude]), decision);
    if (this.mode === null) return;
    const points = this.drawn.map((point) => map.project(point));
    if (points.length > 0) {
      context.beginPath();
      points.forEach(([x, y], index) => context[index === 0 ? "moveTo" : "lineTo"](x, y));
      if (this.pointer) context.lineTo(...this.pointer);
      context.lineWidth = 2;
      context.strokeStyle = colour("accent");
      context.stroke();
      for (const point of points) dot(point, 5, "paper");
    }
    // Keys put things into the middle.
    if (document.activeElement === map.canvas) {
      const [x, y] = [map.width / 2, map.height / 2];
      context.beginPath();
      for (const [ax, ay] of [[9, 0], [0, 9]]) {
        context.moveTo(x - ax, y - ay);
        context.lineTo(x + ax, y + ay);
      }
      context.lineWidth = 1.5;
      context.strokeStyle = colour("ink");
      context.stroke();
    }
  }

  /** A spot's radius in pixels. */
  pixels(spot) {
    return (spot.place.radius / this.map.metresPerUnit(spot.y)) * this.map.scale;
  }

  /** Where the handle of a radius is: on the circle, and never on the dot. */
  handle(spot) {
    const [x, y] = this.map.screen(spot.x, spot.y);
    return [x + Math.max(this.pixels(spot), 20), y];
  }

  /** The corners of the chosen polygon in view. */
  corners() {
    const feature = this.collection.features[this.chosen];
    if (!feature || placeFeature.isPoint(feature)) return [];
    const { width, height } = this.map;
    return this.shape(feature).flatMap((ring, number) => ring.slice(0, -1)
      .map(([x, y], index) => ({ ring: number, index, at: this.map.screen(x, y) }))
      .filter(({ at: [x, y] }) => x > -9 && y > -9 && x < width + 9 && y < height + 9));
  }

  /** The middles of the chosen polygon's edges in view: a corner that is not there yet. */
  middles() {
    const feature = this.collection.features[this.chosen];
    if (!feature || placeFeature.isPoint(feature)) return [];
    return this.shape(feature).flatMap((ring, number) => ring.slice(0, -1).map(([x, y], index) => {
      const [ends, other] = [this.map.screen(x, y), this.map.screen(...ring[index + 1])];
      return { ring: number, index, at: [(ends[0] + other[0]) / 2, (ends[1] + other[1]) / 2],
        length: Math.hypot(ends[0] - other[0], ends[1] - other[1]) };
    })).filter(({ at: [x, y], length }) =>
      length > 2 * placeReach && x > 0 && y > 0 && x < this.map.width && y < this.map.height);
  }

  // Pointers

  down(event) {
    // A second finger moves the map.
    if (event.button !== 0 || this.drag || this.map.pointers.size > 0) return false;
    const at = this.map.pointer(event);
    const far = (/** @type {number[]} */ [x, y]) => Math.hypot(x - at[0], y - at[1]);
    if (this.mode !== null) {
      this.drag = { kind: "click", from: at, last: at };
    } else {
      const spot = this.map.spots[this.chosen];
      const corner = this.corners().reduce((best, one) => (far(one.at) < far(best?.at ?? [1e9, 0]) ? one : best), null);
      const middle = this.middles().reduce((best, one) => (far(one.at) < far(best?.at ?? [1e9, 0]) ? one : best), null);
      const { place } = this.map.found(at);
      if (spot?.place.radius > 0 && far(this.handle(spot)) < placeReach)
        this.drag = { kind: "radius",
          offset: this.handle(spot)[0] - this.map.screen(spot.x, spot.y)[0] - this.pixels(spot) };
      else if (corner && far(corner.at) < placeReach) this.drag = { kind: "corner", corner };
      else if (middle && far(middle.at) < placeReach) {
        const grown = placeFeature.withCorner(this.collection.features[this.chosen], middle,
          this.map.ground(middle.at));
        this.edit(grown, null);
        this.drag = { kind: "corner", corner: { ring: middle.ring, index: middle.index + 1 } };
      } else if (spot && far(this.map.screen(spot.x, spot.y)) < placeReach) this.drag = { kind: "middle" };
      else if (place) {
        this.choose(place.index);
        this.drag = { kind: "middle" };
      } else return false;
      Object.assign(this.drag,
        { from: at, feature: this.collection.features[this.chosen], tag: "drag " + performance.now() });
      if (this.drag.kind === "corner") this.corner = this.drag.corner;
    }
    this.map.canvas.setPointerCapture(event.pointerId);
    return true;
  }

  move(event) {
    const at = this.map.pointer(event);
    if (this.mode === "polygon") {
      this.pointer = at;
      this.map.redraw();
    }
    const { drag } = this;
    if (!drag) return this.mode !== null && event.buttons === 0;
    if (!drag.isMoved && Math.hypot(at[0] - drag.from[0], at[1] - drag.from[1]) < 4) return true;
    drag.isMoved = true;
    if (drag.kind === "click") {
      // A place is added by a click; a drag still moves the map.
      this.map.pan(drag.last[0] - at[0], drag.last[1] - at[1]);
      drag.last = at;
    } else if (drag.kind === "radius") {
      const spot = this.map.spots[this.chosen];
      const [x, y] = this.map.screen(spot.x, spot.y);
      const metres =
        ((Math.hypot(at[0] - x, at[1] - y) - drag.offset) * this.map.metresPerUnit(spot.y)) / this.map.scale;
      this.setRadius(metres, drag.tag);
    } else {
      const [from, to] = [this.map.ground(drag.from), this.map.ground(at)];
      this.edit(placeFeature.moved(drag.feature, to[0] - from[0], to[1] - from[1], drag.corner ?? null), drag.tag);
    }
    return true;
  }

  up(event) {
    const { drag } = this;
    if (!drag) return false;
    this.drag = null;
    if (drag.kind === "click" && !drag.isMoved && event.type === "pointerup")
      this.put(this.map.ground(this.map.pointer(event)));
    return true;
  }

  // Adding

  /** Adds a place, or a corner to what is drawn. */
  put(point) {
    if (this.mode === "point") {
      this.setMode(null);
      this.add({ type: "Point", coordinates: placeFeature.position(...point) });
      return;
    }
    const last = this.drawn.at(-1);
    if (!last || Math.hypot(last[0] - point[0], last[1] - point[1]) > 1e-7) this.drawn.push(point);
    this.map.redraw();
  }

  /** Closes the polygon that is drawn. */
  close() {
    if (this.mode !== "polygon") return this.mode !== null;
    if (this.drawn.length < 3) {
      workspace.say("A polygon has at least three corners.");
      return true;
    }
    const ring = this.drawn.map((point) => placeFeature.position(...point));
    // The outer ring runs counterclockwise.
    const turn = ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length];
      return sum + x * nextY - nextX * y;
    }, 0);
    if (turn < 0) ring.reverse();
    this.setMode(null);
    this.add({ type: "Polygon", coordinates: [[...ring, ring[0]]] });
    return true;
  }

  // Keys

  setRadius(metres, tag) {
    const feature = this.collection.features[this.chosen];
    if (!feature || !placeFeature.isPoint(feature)) return;
    const radius = Math.max(1, Math.min(100000, metres));
    this.edit(placeFeature.withProperties(feature,
      { radius: radius < 100 ? Math.round(radius * 10) / 10 : Math.round(radius) }), tag);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const taken = this.pressed(event.key, event.shiftKey);
    if (taken) event.preventDefault();
    return taken;
  }

  pressed(key, isFar) {
    const { map } = this;
    if (this.mode !== null) {
      if (key === "Escape") this.setMode(null);
      else if (key === "Backspace" && this.mode === "polygon") this.drawn.pop();
      else if (key === "Enter" && this.mode === "polygon") this.close();
      else if (key === "Enter" || key === " ") this.put(map.ground([map.width / 2, map.height / 2]));
      else return false;
      map.redraw();
      return true;
    }
    const feature = this.collection.features[this.chosen];
    if (!feature) return false;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
    if (steps[key]) {
      const metres = isFar ? 100 : 10;
      const degrees = metres / metresPerDegree;
      const wide = degrees / Math.max(0.01, Math.cos((placeFeature.middle(feature)[0] * Math.PI) / 180));
      this.edit(placeFeature.moved(feature, steps[key][0] * degrees, steps[key][1] * wide, this.corner),
        "move " + this.chosen);
    } else if ("+=-".includes(key) && placeFeature.isPoint(feature)) {
      this.setRadius(placeFeature.radius(feature, this.collection) * (key === "-" ? 1 / 1.1 : 1.1),
        "radius " + this.chosen);
    } else if (key === "[" || key === "]") {
      const corners = this.corners();
      if (corners.length === 0) return false;
      const now = corners.findIndex(({ ring, index }) => this.corner?.ring === ring && this.corner.index === index);
      this.corner = corners.at((now + (key === "]" ? 1 : now < 0 ? 0 : -1)) % corners.length);
      map.redraw();
    } else if (key === "n" && this.corner !== null) {
      const middle = this.middles().find(({ ring, index }) => ring === this.corner.ring && index === this.corner.index);
      if (!middle) return false;
      this.edit(placeFeature.withCorner(feature, middle, this.map.ground(middle.at)), null);
      this.corner = { ring: middle.ring, index: middle.index + 1 };
      map.redraw();
    } else if (key === "Delete" && this.corner !== null) {
      const left = placeFeature.withoutCorner(feature, this.corner);
      if (left === null) workspace.say("A polygon has at least three corners.");
      else {
        // The next Delete takes another corner, not the whole polygon.
        this.corner = { ring: this.corner.ring, index: Math.max(0, this.corner.index - 1) };
        this.edit(left, null);
      }
    } else if (key === "Delete") this.edit(null, null);
    else if (key === "Escape") {
      if (this.corner !== null) this.corner = null;
      else this.choose(-1);
      map.redraw();
    } else return false;
    return true;
  }
}
