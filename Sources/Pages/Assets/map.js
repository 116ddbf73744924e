"use strict";

// A map drawn from its data alone: paths coloured by activity, places with their names, scale and north.
// Mercator's projection, so that tiles of a server that the user named fit below it.

/** Degrees of latitude up to which the map goes; Mercator's pole is at infinity. */
const GREATEST_LATITUDE = 89.99;
/** Metres around the equator. */
const EQUATOR = 40075016.686;
/** Metres that a map shows at least, so that one lonely point has surroundings. */
const LEAST_EXTENT = 250;
/** Points of a path nearer together than this on the screen are drawn as one, in pixels. */
const DRAWN_STEP = 0.8;
/** How near to a path one has to point, in pixels. */
const POINTING_REACH = 14;
/** Line and dashes of the activities: the colour is not the only thing that tells them apart. */
const PATH_LOOKS = {
  stationary: { width: 3, dashes: [] },
  walking: { width: 4, dashes: [0.1, 6] },
  running: { width: 3.5, dashes: [5, 6] },
  cycling: { width: 3.5, dashes: [13, 6] },
  automotive: { width: 4, dashes: [] },
  none: { width: 3, dashes: [] },
};
const UNKNOWN_LOOK = { width: 1.6, dashes: [3, 5] };

/** Mercator's ordinate of a latitude, 0 at about 85 degrees north and 1 at 85 south. */
function mercatorY(latitude) {
  const angle = (Math.max(-GREATEST_LATITUDE, Math.min(GREATEST_LATITUDE, latitude)) * Math.PI) / 180;
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI);
}

/** The latitude of an ordinate, in radians. */
function mercatorLatitude(y) {
  return 2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2;
}

/** `850 m` or `2.5 km`. */
function mapLength(metres) {
  return metres < 1000 ? (metres < 1 ? Math.round(metres * 100) + " cm" : metres + " m") : metres / 1000 + " km";
}

/** The greatest of 1, 2, 5, 10, 20, ... that is at most `length`. */
function roundLength(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return (length >= 5 * power ? 5 : length >= 2 * power ? 2 : 1) * power;
}

/**
 * A map of paths and places.
 *
 * A path is `{activity, points: [[latitude, longitude, time?], ...], label?}`; its activity is the name of a colour, and one
 * without a colour is drawn thin and dashed. A place is `{name, latitude, longitude, radius, kind?, label?}`; `radius` in metres,
 * `kind` the name of its colour (accent if none), `label` what pointing shows. `tiles` is null or `{url, attribution}`.
 */
class GeoMap {
  constructor({ paths = [], places = [], tiles = null, label = "Map" } = {}) {
    this.tiles = tiles;
    this.overlays = [];
    this.pointListeners = [];
    this.matches = null;
    this.shownTime = null;
    this.marked = null;
    this.centre = { x: 0.5, y: 0.5 };
    this.scale = 1000;
    this.isFitted = true;
    this.fitMatches = null;
    this.width = 0;
    this.height = 0;
    this.images = new Map();
    this.pointers = new Map();

    this.canvas = element("canvas", { role: "application", tabindex: 0, "aria-label": this.described(label) });
    this.hint = element("div", { class: "map-hint", "aria-hidden": "true", hidden: true });
    this.tileLayer = element("div", { class: "map-tiles", "aria-hidden": "true" });
    const button = (text, name, action) =>
      element("button", { type: "button", "aria-label": name, title: name, onclick: action }, text);
    this.element = element(
      "div",
      { class: "map" },
      this.tileLayer,
      this.canvas,
      element(
        "div",
        { class: "map-buttons" },
        button("+", "Zoom in", () => this.zoom(2)),
        button("−", "Zoom out", () => this.zoom(0.5)),
        button("⤢", "Show everything", () => this.fit()),
      ),
      tiles?.attribution ? element("div", { class: "map-credit" }, tiles.attribution) : null,
      this.hint,
    );
    this.listenToPointers();
    this.listenToKeys();
    new ResizeObserver(() => this.resized()).observe(this.element);
    onLookChange(() => this.draw());
    this.place(paths, places);
  }

  // What is shown

  /** Sets the paths; a view that nobody moved fits them. */
  setPaths(paths) {
    this.place(paths, this.places);
  }

  /** Sets the places. */
  setPlaces(places) {
    this.place(this.paths, places);
  }

  /** Puts the marker where the paths are at a time. */
  show(time) {
    if (time === this.shownTime) return;
    this.shownTime = time;
    this.redraw();
  }

  /** Puts a ring around `[latitude, longitude]`, or takes it away. */
  mark(point) {
    this.marked = point;
    this.redraw();
  }

  /** Keeps the paths and places of a predicate strong and lets the others fade; null takes all as they are. */
  highlight(matches) {
    this.matches = matches;
    this.redraw();
  }

  /** Shows everything, or all that a predicate takes of paths and places. */
  fit(matches = null) {
    this.isFitted = true;
    this.fitMatches = matches;
    this.applyFit();
    this.redraw();
  }

  /**
   * Draws more: `draw(context, project)` is called after each drawing, `project([latitude, longitude])` gives `[x, y]` in pixels,
   * and `project.pixels(metres, latitude)` a length.
   */
  overlay(draw) {
    this.overlays.push(draw);
    this.redraw();
  }

  /** Calls back with the time of the path under the pointer, null for none, and with `{path, place}` that lie there. */
  onPoint(callback) {
    this.pointListeners.push(callback);
  }

  /** What is told of the keys to those who hear the page. */
  described(label) {
    return label + ". Arrow keys move the map, plus and minus zoom, 0 shows everything.";
  }

  // Where things lie

  /** Takes paths and places over as points of the projection, on the side of the antimeridian where most of them are. */
  place(paths, places) {
    this.paths = paths;
    this.places = places;
    const west = GeoMap.west(paths, places);
    const unwrapped = (longitude) => longitude - 360 * Math.floor((longitude - west) / 360);
    this.unwrapped = unwrapped;
    this.lines = paths.map((path) => {
      const count = path.points.length;
      const line = { path, x: new Float64Array(count), y: new Float64Array(count), time: new Float64Array(count) };
      let before = null;
      path.points.forEach(([latitude, longitude, time], index) => {
        let x = unwrapped(longitude);
        // A path around the world goes on where it was.
        if (before !== null) x += 360 * Math.round((before - x) / 360);
        before = x;
        line.x[index] = x / 360 + 0.5;
        line.y[index] = mercatorY(latitude);
        line.time[index] = time ?? NaN;
      });
      line.box = GeoMap.box([line]);
      return line;
    });
    this.spots = places.map((place) => ({
      place,
      x: unwrapped(place.longitude) / 360 + 0.5,
      y: mercatorY(place.latitude),
    }));
    this.anchor = null;
    if (this.isFitted) this.applyFit();
    this.redraw();
  }

  /** The longitude at which the map is cut open: the east end of the widest stretch without anything. */
  static west(paths, places) {
    const taken = new Uint8Array(360);
    let all = false;
    const take = (longitude) => {
      taken[((Math.floor(longitude) % 360) + 360) % 360] = 1;
      all = true;
    };
    for (const path of paths) for (const point of path.points) take(point[1]);
    for (const place of places) take(place.longitude);
    if (!all) return -180;
    let [best, west, run] = [0, 0, 0];
    for (let degree = 0; degree < 720; degree += 1) {
      if (taken[degree % 360]) {
        if (run > best) [best, west] = [run, degree % 360];
        run = 0;
      } else run += 1;
    }
    return best < 1 ? -180 : west > 180 ? west - 360 : west;
  }

  /** The extent of lines and spots: `[left, top, right, bottom]`, or null without any point. */
  static box(lines, spots = []) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    const take = (x, y) => {
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    };
    for (const line of lines) for (let i = 0; i < line.x.length; i += 1) take(line.x[i], line.y[i]);
    for (const spot of spots) {
      const reach = spot.place.radius / (EQUATOR * Math.cos(mercatorLatitude(spot.y))) || 0;
      take(spot.x - reach, spot.y - reach);
      take(spot.x + reach, spot.y + reach);
    }
    return box[0] <= box[2] ? box : null;
  }

  /** Sets centre and scale so that what is to be seen fits. */
  applyFit() {
    const matches = this.fitMatches ?? (() => true);
    let box = GeoMap.box(
      this.lines.filter((line) => matches(line.path)),
      this.spots.filter((spot) => matches(spot.place)),
    );
    if (box === null) box = GeoMap.box(this.lines, this.spots);
    if (box === null || this.width === 0) return;
    this.centre = { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 };
    const least = LEAST_EXTENT / this.metresPerUnit();
    // Names and buttons want some room around.
    const [wide, high] = [Math.max(this.width - 100, 60), Math.max(this.height - 90, 60)];
    this.scale = this.limited(Math.min(wide / Math.max(box[2] - box[0], least), high / Math.max(box[3] - box[1], least)));
  }

  /** Metres per unit of the projection, where the view's centre is. */
  metresPerUnit(y = this.centre.y) {
    return EQUATOR * Math.cos(mercatorLatitude(y));
  }

  /** A scale that shows neither less than some metres nor more than the world. */
  limited(scale) {
    return Math.max(Math.min(scale, this.metresPerUnit() / 0.02), Math.min(this.width, this.height) / 2);
  }

  /** Pixels of a point of the projection. */
  screen(x, y) {
    return [(x - this.centre.x) * this.scale + this.width / 2, (y - this.centre.y) * this.scale + this.height / 2];
  }

  /** Pixels of `[latitude, longitude]`. */
  project([latitude, longitude]) {
    return this.screen(this.unwrapped(longitude) / 360 + 0.5, mercatorY(latitude));
  }

  // Moving the view

  /** Makes everything `factor` times as large; the point at some pixels stays. */
  zoom(factor, [x, y] = [this.width / 2, this.height / 2]) {
    const before = this.scale;
    this.scale = this.limited(this.scale * factor);
    const change = 1 / before - 1 / this.scale;
    this.centre.x += (x - this.width / 2) * change;
    this.centre.y += (y - this.height / 2) * change;
    this.moved();
  }

  /** Moves the view by pixels. */
  pan(x, y) {
    this.centre.x += x / this.scale;
    this.centre.y += y / this.scale;
    this.moved();
  }

  moved() {
    this.isFitted = false;
    this.centre.y = Math.max(mercatorY(90), Math.min(mercatorY(-90), this.centre.y));
    this.redraw();
  }

  resized() {
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
    if (this.width === 0 || this.height === 0) return;
    if (this.isFitted) this.applyFit();
    this.draw();
  }

  listenToKeys() {
    const step = 60;
    const keys = {
      ArrowLeft: () => this.pan(-step, 0),
      ArrowRight: () => this.pan(step, 0),
      ArrowUp: () => this.pan(0, -step),
      ArrowDown: () => this.pan(0, step),
      "+": () => this.zoom(1.5),
      "=": () => this.zoom(1.5),
      "-": () => this.zoom(1 / 1.5),
      0: () => this.fit(),
      Home: () => this.fit(),
      Escape: () => this.pointAt(null),
    };
    this.canvas.addEventListener("keydown", (event) => {
      const action = keys[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    });
  }

  listenToPointers() {
    const at = (event) => {
      const box = this.canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.canvas.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, at(event));
      this.dragged = 0;
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const [x, y] = at(event);
      const before = this.pointers.get(event.pointerId);
      if (before === undefined) {
        if (event.pointerType !== "touch") this.pointAt([x, y]);
        return;
      }
      const others = [...this.pointers].filter(([identifier]) => identifier !== event.pointerId).map(([, point]) => point);
      this.pointers.set(event.pointerId, [x, y]);
      this.dragged += Math.hypot(x - before[0], y - before[1]);
      if (others.length === 0) {
        if (this.dragged < 4) return;
        this.element.classList.add("is-dragged");
        this.pan(before[0] - x, before[1] - y);
      } else {
        const [other] = others;
        const factor =
          Math.max(Math.hypot(x - other[0], y - other[1]), 1) / Math.max(Math.hypot(before[0] - other[0], before[1] - other[1]), 1);
        this.zoom(factor, other);
      }
    });
    const up = (event) => {
      if (!this.pointers.delete(event.pointerId)) return;
      if (this.pointers.size === 0) this.element.classList.remove("is-dragged");
      if (event.type === "pointerup" && this.dragged < 4) this.pointAt(at(event));
    };
    this.canvas.addEventListener("pointerup", up);
    this.canvas.addEventListener("pointercancel", up);
    this.canvas.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "touch") this.pointAt(null);
    });
    this.canvas.addEventListener("dblclick", (event) => this.zoom(2, at(event)));
    // The wheel scrolls the page over a map that nobody touched yet.
    this.canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.canvas) return;
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : 1;
        this.zoom(Math.exp(Math.max(-240, Math.min(240, -event.deltaY * lines)) / 240), at(event));
      },
      { passive: false },
    );
  }

  // Pointing

  /** Finds what lies at some pixels, tells the listeners and shows its label. */
  pointAt(point) {
    if (this.waitingPoint === undefined) {
      requestAnimationFrame(() => {
        const [wanted] = this.waitingPoint;
        this.waitingPoint = undefined;
        const found = wanted === null ? { time: null, path: null, place: null } : this.found(wanted);
        const text = found.place ? found.place.label ?? found.place.name : found.path?.label;
        this.hint.hidden = !text;
        if (text) {
          this.hint.textContent = text;
          this.hint.classList.toggle("is-left", wanted[0] > this.width / 2);
          this.hint.style.left = wanted[0] + "px";
          this.hint.style.top = wanted[1] + "px";
        }
        for (const listener of this.pointListeners) listener(found.time, { path: found.path, place: found.place });
      });
    }
    this.waitingPoint = [point];
  }

  /** The path, the time on it, and the place at some pixels. */
  found([x, y]) {
    let best = { distance: POINTING_REACH, time: null, path: null };
    for (const line of this.lines) {
      if (!this.isInView(line.box, POINTING_REACH)) continue;
      const count = line.x.length;
      let own = { distance: Infinity };
      for (let i = 0; i < count; i += 1) {
        const next = Math.min(i + 1, count - 1);
        const [ax, ay] = this.screen(line.x[i], line.y[i]);
        const [bx, by] = this.screen(line.x[next], line.y[next]);
        const length = (bx - ax) ** 2 + (by - ay) ** 2;
        const share = length > 0 ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) : 0;
        const distance = Math.hypot(ax + share * (bx - ax) - x, ay + share * (by - ay) - y);
        if (distance < own.distance) {
          const time = line.time[i] + share * (line.time[next] - line.time[i]);
          own = { distance, time: Number.isNaN(time) ? null : time, path: line.path };
        }
      }
      // Of lines that lie on each other, the last one is seen.
      if (own.distance < Math.min(best.distance + 2.5, POINTING_REACH)) best = own;
    }
    let place = null;
    // A place is where its dot is; its circle may be as wide as a town.
    let nearest = Math.min(POINTING_REACH, best.distance + 6);
    for (const spot of this.spots) {
      const [sx, sy] = this.screen(spot.x, spot.y);
      const distance = Math.hypot(sx - x, sy - y);
      if (distance < nearest) [nearest, place] = [distance, spot.place];
    }
    return { time: best.time, path: best.path, place };
  }

  /** Where the paths are at a time, as a point of the projection; null where none is. */
  at(time) {
    for (const line of this.lines) {
      const times = line.time;
      const last = times.length - 1;
      if (last < 0 || !(time >= times[0] && time <= times[last])) continue;
      let [low, high] = [0, last];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (times[middle] <= time) low = middle;
        else high = middle;
      }
      const length = times[high] - times[low];
      const share = length > 0 ? (time - times[low]) / length : 0;
      return [line.x[low] + share * (line.x[high] - line.x[low]), line.y[low] + share * (line.y[high] - line.y[low])];
    }
    return null;
  }

  // Drawing

  /** Draws before the next frame. */
  redraw() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.draw();
    });
  }

  draw() {
    if (this.width === 0 || this.height === 0) return;
    const density = devicePixelRatio || 1;
    const [wide, high] = [Math.round(this.width * density), Math.round(this.height * density)];
    if (this.canvas.width !== wide || this.canvas.height !== high) {
      this.canvas.width = wide;
      this.canvas.height = high;
    }
    const context = this.canvas.getContext("2d");
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    this.font = getComputedStyle(this.element).fontFamily;
    if (this.tiles) this.drawTiles();
    else this.drawGrid(context);
    this.drawCircles(context);
    this.drawPaths(context);
    this.drawDots(context);
    const project = (point) => this.project(point);
    project.pixels = (metres, latitude) => (metres / this.metresPerUnit(mercatorY(latitude))) * this.scale;
    for (const draw of this.overlays) {
      context.save();
      draw(context, project);
      context.restore();
    }
    this.drawMarks(context);
    this.drawScale(context);
    this.drawNames(context);
  }

  /** Whether an extent is in view, or within some pixels of it. */
  isInView(box, margin) {
    if (box === null) return false;
    const [left, top] = this.screen(box[0], box[1]);
    const [right, bottom] = this.screen(box[2], box[3]);
    return right >= -margin && left <= this.width + margin && bottom >= -margin && top <= this.height + margin;
  }

  /** The length of the scale's bar in metres. */
  barLength() {
    return roundLength((Math.min(120, this.width / 3) * this.metresPerUnit()) / this.scale);
  }

  /** Squares as wide as the scale's bar, fixed to the ground so that moving the map is seen. */
  drawGrid(context) {
    if (this.anchor === null) this.anchor = { ...this.centre };
    const step = this.barLength() / this.metresPerUnit(this.anchor.y);
    if (!(step * this.scale > 8)) return;
    context.beginPath();
    const [left, top] = [this.centre.x - this.width / 2 / this.scale, this.centre.y - this.height / 2 / this.scale];
    for (let n = Math.ceil((left - this.anchor.x) / step); ; n += 1) {
      const x = Math.round((this.anchor.x + n * step - left) * this.scale) + 0.5;
      if (x > this.width) break;
      context.moveTo(x, 0);
      context.lineTo(x, this.height);
    }
    for (let n = Math.ceil((top - this.anchor.y) / step); ; n += 1) {
      const y = Math.round((this.anchor.y + n * step - top) * this.scale) + 0.5;
      if (y > this.height) break;
      context.moveTo(0, y);
      context.lineTo(this.width, y);
    }
    context.strokeStyle = colour("rule");
    context.lineWidth = 1;
    context.globalAlpha = 0.6;
    context.stroke();
    context.globalAlpha = 1;
  }

  /** Adds a line to the context's path, without points that fall on each other. */
  trace(context, line) {
    let [beforeX, beforeY] = [NaN, NaN];
    const last = line.x.length - 1;
    for (let i = 0; i <= last; i += 1) {
      const [x, y] = this.screen(line.x[i], line.y[i]);
      if (i === 0) context.moveTo(x, y);
      else if (i === last || Math.abs(x - beforeX) + Math.abs(y - beforeY) >= DRAWN_STEP) context.lineTo(x, y);
      else continue;
      [beforeX, beforeY] = [x, y];
    }
    // A point alone is a dot of the line's width.
    if (last === 0) context.lineTo(beforeX + 0.01, beforeY);
  }

  drawPaths(context) {
    const visible = this.lines.filter((line) => line.x.length > 0 && this.isInView(line.box, 10));
    const isStrong = (line) => this.matches === null || this.matches(line.path);
    const weak = visible.filter((line) => !isStrong(line));
    const strong = visible.filter(isStrong);
    // Of a great many, thin lines that let others through show where the most are.
    const many = visible.length > 400;
    const thin = many ? 0.4 : 1;
    context.lineJoin = "round";
    context.lineCap = "round";
    for (const [lines, alpha, wider] of [[weak, 0.25, 0], [strong, 1, this.matches === null ? 0 : 1.5]]) {
      context.globalAlpha = many ? 0.6 * alpha : alpha;
      if (alpha === 1 && !many) {
        context.beginPath();
        for (const line of lines) this.trace(context, line);
        context.setLineDash([]);
        context.strokeStyle = colour("paper");
        context.lineWidth = 7 + wider;
        context.globalAlpha = 0.75;
        context.stroke();
        context.globalAlpha = 1;
      }
      // Lines of one look in a row are one stroke.
      let index = 0;
      while (index < lines.length) {
        const { activity } = lines[index].path;
        const look = PATH_LOOKS[activity] ?? UNKNOWN_LOOK;
        context.beginPath();
        do this.trace(context, lines[index++]);
        while (index < lines.length && lines[index].path.activity === activity);
        context.strokeStyle = PATH_LOOKS[activity] ? colour(activity) : colour("quiet");
        context.lineWidth = look.width * thin + wider;
        context.setLineDash(many ? [] : look.dashes);
        context.stroke();
      }
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** The places' extents, below the paths. */
  drawCircles(context) {
    for (const spot of this.spots) {
      const [x, y] = this.screen(spot.x, spot.y);
      const radius = (spot.place.radius / this.metresPerUnit(spot.y)) * this.scale;
      if (!(radius > 7) || x + radius < 0 || y + radius < 0 || x - radius > this.width || y - radius > this.height) continue;
      const strong = this.matches === null || this.matches(spot.place);
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.strokeStyle = context.fillStyle = colour(spot.place.kind ?? "accent");
      context.globalAlpha = strong ? 0.1 : 0.04;
      context.fill();
      context.globalAlpha = strong ? 0.5 : 0.2;
      context.lineWidth = 1;
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  drawDots(context) {
    for (const spot of this.spots) {
      const [x, y] = this.screen(spot.x, spot.y);
      if (x < -9 || y < -9 || x > this.width + 9 || y > this.height + 9) continue;
      const strong = this.matches === null || this.matches(spot.place);
      const radius = strong && this.matches !== null ? 7 : 5;
      context.globalAlpha = strong ? 1 : 0.35;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = colour(spot.place.kind ?? "accent");
      context.fill();
      context.strokeStyle = colour("paper");
      context.lineWidth = 2;
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** The marker of the time that is shown, and the ring of a point. */
  drawMarks(context) {
    const shown = this.shownTime === null ? null : this.at(this.shownTime);
    if (shown) {
      const [x, y] = this.screen(...shown);
      context.beginPath();
      context.arc(x, y, 6.5, 0, 2 * Math.PI);
      context.fillStyle = colour("ink");
      context.fill();
      context.lineWidth = 2.5;
      context.strokeStyle = colour("paper");
      context.stroke();
    }
    if (this.marked) {
      const [x, y] = this.project(this.marked);
      for (const [width, name] of [[5, "paper"], [2, "ink"]]) {
        context.beginPath();
        context.arc(x, y, 11, 0, 2 * Math.PI);
        context.lineWidth = width;
        context.strokeStyle = colour(name);
        context.stroke();
      }
    }
  }

  /** The bar of the scale, and north, which is up. */
  drawScale(context) {
    const metres = this.barLength();
    const length = (metres / this.metresPerUnit()) * this.scale;
    const [x, y] = [14, this.height - 14];
    context.lineCap = "butt";
    for (const [width, name] of [[5, "paper"], [1.5, "ink"]]) {
      context.beginPath();
      context.moveTo(x, y - 5);
      context.lineTo(x, y);
      context.lineTo(x + length, y);
      context.lineTo(x + length, y - 5);
      context.lineWidth = width;
      context.strokeStyle = colour(name);
      context.stroke();
    }
    this.text(context, mapLength(metres), x + length / 2, y - 9, { align: "center", size: 11 });
    context.beginPath();
    context.moveTo(21, 14);
    context.lineTo(26, 30);
    context.lineTo(21, 26);
    context.lineTo(16, 30);
    context.closePath();
    context.fillStyle = colour("ink");
    context.strokeStyle = colour("paper");
    context.lineWidth = 3;
    context.stroke();
    context.fill();
    this.text(context, "N", 21, 43, { align: "center", size: 11 });
    this.keptFree = [
      { left: x - 4, top: y - 24, right: x + length + 6, bottom: y + 6 },
      { left: 10, top: 8, right: 34, bottom: 48 },
      { left: this.width - 52, top: 0, right: this.width, bottom: 150 },
    ];
  }

  /** Letters with a rim of paper, so that they can be read on a path. */
  text(context, text, x, y, { align = "left", size = 12, weight = 400, name = "ink" } = {}) {
    context.font = `${weight} ${size}px ${this.font}`;
    context.textAlign = align;
    context.textBaseline = "alphabetic";
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeStyle = colour("paper");
    context.strokeText(text, x, y);
    context.fillStyle = colour(name);
    context.fillText(text, x, y);
  }

  /** The places' names, each where it covers neither another name nor a dot; a name without room is left to pointing. */
  drawNames(context) {
    const size = 12.5;
    const taken = [...this.keptFree];
    const spots = this.spots
      .map((spot) => ({ spot, at: this.screen(spot.x, spot.y), strong: this.matches !== null && this.matches(spot.place) }))
      .filter(({ at: [x, y] }) => x > -5 && y > -5 && x < this.width + 5 && y < this.height + 5);
    for (const { at: [x, y] } of spots.slice(0, 400)) taken.push({ left: x - 5, top: y - 5, right: x + 5, bottom: y + 5 });
    // What is pointed at is named first, then as the page has them.
    const ordered = spots.filter(({ strong }) => strong).concat(spots.filter(({ strong }) => !strong));
    for (const { spot, at: [x, y], strong } of ordered.slice(0, 400)) {
      const whole = spot.place.name ?? "";
      if (!whole) continue;
      const letters = [...whole];
      const text = letters.length > 28 ? letters.slice(0, 27).join("").trimEnd() + "…" : whole;
      context.font = `${strong ? 600 : 500} ${size}px ${this.font}`;
      const width = context.measureText(text).width;
      const free = [
        [x + 10, y + 4],
        [x - 10 - width, y + 4],
        [x - width / 2, y - 11],
        [x - width / 2, y + 20],
        [x + 8, y - 8],
        [x + 8, y + 17],
        [x - 8 - width, y - 8],
        [x - 8 - width, y + 17],
      ].find(([left, base]) => {
        const box = { left: left - 2, top: base - size, right: left + width + 2, bottom: base + 4 };
        if (box.left < 2 || box.right > this.width - 2 || box.top < 2 || box.bottom > this.height - 2) return false;
        if (taken.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top))
          return false;
        taken.push(box);
        return true;
      });
      if (!free) continue;
      context.globalAlpha = this.matches !== null && !strong ? 0.55 : 1;
      this.text(context, text, free[0], free[1], { size, weight: strong ? 600 : 500 });
    }
    context.globalAlpha = 1;
  }

  // Tiles

  /** Shows the tiles of the view below the canvas: only from the server that the page names. */
  drawTiles() {
    const zoom = Math.max(0, Math.min(19, Math.round(Math.log2(this.scale / 256))));
    const count = 2 ** zoom;
    const size = this.scale / count;
    const wanted = new Set();
    const [left, top] = [this.centre.x - this.width / 2 / this.scale, this.centre.y - this.height / 2 / this.scale];
    for (let row = Math.max(0, Math.floor(top * count)); row < count && row * size < (top + this.height / this.scale) * this.scale; row += 1) {
      for (let column = Math.floor(left * count); column * size < (left + this.width / this.scale) * this.scale; column += 1) {
        const key = zoom + "/" + column + "/" + row;
        wanted.add(key);
        let image = this.images.get(key);
        if (image === undefined) {
          const values = { z: zoom, x: ((column % count) + count) % count, y: row };
          image = element("img", {
            alt: "",
            referrerpolicy: "no-referrer",
            decoding: "async",
            draggable: "false",
            src: this.tiles.url.replace(/\{([xyz])\}/g, (_, name) => values[name]),
            onerror: (event) => event.target.classList.add("is-missing"),
          });
          this.images.set(key, image);
          this.tileLayer.append(image);
        }
        const [x, y] = this.screen(column / count, row / count);
        image.style.transform = `translate(${x}px, ${y}px) scale(${size / 256})`;
      }
    }
    for (const [key, image] of this.images) {
      if (wanted.has(key)) continue;
      image.remove();
      this.images.delete(key);
    }
  }
}
