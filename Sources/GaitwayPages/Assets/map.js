import { element, onLookChange, pageData } from "./kit.js";
import { MapDrawing } from "./map-drawing.js";
import { MapLand } from "./map-land.js";
import { streetsOffer } from "./map-streets.js";
import { MapTiles } from "./map-tiles.js";

// A map drawn from its data alone, that is moved, zoomed and pointed at.

/**
 * A map of paths and places.
 *
 * A path is `{activity, points: [[latitude, longitude, time?], ...], label?}`; its activity is the name of a colour,
 * and one without a colour is drawn thin and dashed. A place is `{name, latitude, longitude, radius, kind?, label?}`;
 * `radius` in metres, `kind` the name of its colour (accent if none), `label` what pointing shows. Below them lies the
 * ground of the page's data: tiles of a server, or land.
 */
export class GeoMap extends MapDrawing {
  constructor({ paths = [], places = [], label = "Map" } = {}) {
    super();
    const { tiles = null, land = null, streets } = pageData.ground ?? {};
    this.tiles = tiles && new MapTiles(this, tiles);
    this.land = land && new MapLand(this, land);
    this.pointListeners = [];
    this.pointers = new Map();

    this.canvas = element("canvas", { role: "application", tabindex: 0, "aria-label": this.described(label) });
    this.hint = element("div", { class: "map-hint", "aria-hidden": "true", hidden: true });
    this.credit = element("div", { class: "map-credit", hidden: true });
    const button = (text, name, action) =>
      element("button", { type: "button", "aria-label": name, title: name, onclick: action }, text);
    this.element = element(
      "div",
      { class: "map" },
      this.tiles?.layer,
      this.canvas,
      this.tiles?.note,
      element(
        "div",
        { class: "map-buttons" },
        button("+", "Zoom in", () => this.zoom(2)),
        button("−", "Zoom out", () => this.zoom(0.5)),
        button("⤢", "Show everything", () => this.fit()),
      ),
      streets === undefined ? null : streetsOffer(streets),
      this.credit,
      this.hint,
    );
    this.listenToPointers();
    this.listenToKeys();
    new ResizeObserver(() => this.resized()).observe(this.element);
    onLookChange(() => this.draw());
    // Paper has another width than the screen: the map is drawn anew for it, with its tiles.
    addEventListener("beforeprint", () => this.size("18cm", "9cm"));
    addEventListener("afterprint", () => this.size("", ""));
    this.place(paths, places);
  }

  // What is shown

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
   * Draws more: `draw(context, project)` is called after each drawing, `project([latitude, longitude])` gives `[x, y]`
   * in pixels, and `project.pixels(metres, latitude)` a length.
   */
  overlay(draw) {
    this.overlays.push(draw);
    this.redraw();
  }

  /** Calls back with the time of the path under the pointer, null for none, and with `{path, place}` that lie there. */
  onPoint(callback) {
    this.pointListeners.push(callback);
  }

  /** The keys, in words for screen readers. */
  described(label) {
    return label + ". Arrow keys move the map, plus and minus zoom, 0 shows everything.";
  }

  // Mouse, fingers and keys

  /** Where an event lies on the map, in pixels. */
  pointer({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top];
  }

  /** Gives the map a size; empty texts leave it to the style sheet. */
  size(width, height) {
    Object.assign(this.element.style, { width, height });
    this.resized();
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
    const at = (event) => this.pointer(event);
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
      const others = [...this.pointers]
        .filter(([identifier]) => identifier !== event.pointerId)
        .map(([, point]) => point);
      this.pointers.set(event.pointerId, [x, y]);
      this.dragged += Math.hypot(x - before[0], y - before[1]);
      if (others.length === 0) {
        if (this.dragged < 4) return;
        this.element.classList.add("is-dragged");
        this.pan(before[0] - x, before[1] - y);
      } else {
        const [other] = others;
        const factor =
          Math.max(Math.hypot(x - other[0], y - other[1]), 1) /
          Math.max(Math.hypot(before[0] - other[0], before[1] - other[1]), 1);
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
    // The wheel scrolls the page over a map that is not in use yet.
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
          this.hint.classList.toggle("is-high", wanted[1] > this.height / 2);
          this.hint.style.left = wanted[0] + "px";
          this.hint.style.top = wanted[1] + "px";
        }
        for (const listener of this.pointListeners) listener(found.time, { path: found.path, place: found.place });
      });
    }
    this.waitingPoint = [point];
  }
}
