import { lastNotAbove } from "./kit.js";

// Where things of a map lie: Mercator's projection, so that tiles of a server that the user named fit below it, and the
// view of it.

/** Degrees of latitude up to which the map goes; Mercator's pole is at infinity. */
export const greatestLatitude = 89.99;
/** Metres around the equator. */
export const equator = 40075016.686;
/** Metres that a map shows at least, so that one lonely point has surroundings. */
const leastExtent = 250;
/** How near to a path one has to point, in pixels. */
const pointingReach = 14;

/** Mercator's ordinate of a latitude, 0 at about 85 degrees north and 1 at 85 south. */
export function mercatorY(latitude) {
  const angle = (Math.max(-greatestLatitude, Math.min(greatestLatitude, latitude)) * Math.PI) / 180;
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI);
}

/** The latitude of an ordinate, in radians. */
export function mercatorLatitude(y) {
  return 2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2;
}

/** What a map shows: paths and places as points of the projection, and the part of them that is in view. */
export class MapView {
  constructor() {
    this.centre = { x: 0.5, y: 0.5 };
    this.scale = 1000;
    this.isFitted = true;
    this.fitMatches = null;
    /** What overlays draw, `[left, top, right, bottom]` of the projection: a fit shows it, too. */
    this.extent = null;
    this.width = 0;
    this.height = 0;
  }

  /** Draws before the next frame, where something draws the view. */
  redraw() {}

  // Where things lie

  /**
   * Takes paths and places over as points of the projection, on the side of the antimeridian where most of them are.
   */
  place(paths, places) {
    this.paths = paths;
    this.places = places;
    const west = MapView.west(paths, places);
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
      line.box = MapView.box([line]);
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
      const reach = spot.place.radius / (equator * Math.cos(mercatorLatitude(spot.y))) || 0;
      take(spot.x - reach, spot.y - reach);
      take(spot.x + reach, spot.y + reach);
    }
    return box[0] <= box[2] ? box : null;
  }

  /** Sets centre and scale so that what is to be seen fits. */
  applyFit() {
    const matches = this.fitMatches ?? (() => true);
    let box = MapView.box(
      this.lines.filter((line) => matches(line.path)),
      this.spots.filter((spot) => matches(spot.place)),
    );
    if (box === null) box = MapView.box(this.lines, this.spots);
    const more = this.extent;
    if (more !== null)
      box = box === null ? more : box.map((edge, index) => (index < 2 ? Math.min : Math.max)(edge, more[index]));
    if (box === null || this.width === 0) return;
    this.centre = { x: (box[0] + box[2]) / 2, y: (box[1] + box[3]) / 2 };
    const least = leastExtent / this.metresPerUnit();
    // Names and buttons want some room around.
    const [wide, high] = [Math.max(this.width - 124, 60), Math.max(this.height - 90, 60)];
    this.scale = this.limited(
      Math.min(wide / Math.max(box[2] - box[0], least), high / Math.max(box[3] - box[1], least)),
    );
  }

  /** Metres per unit of the projection, where the view's centre is. */
  metresPerUnit(y = this.centre.y) {
    return equator * Math.cos(mercatorLatitude(y));
  }

  /** Metres along straight lines on the map between points `[latitude, longitude]`. */
  wayLength(points) {
    const at = points.map(([latitude, longitude]) => [this.unwrapped(longitude) / 360 + 0.5, mercatorY(latitude)]);
    return at.slice(1).reduce((sum, [x, y], index) =>
      sum + Math.hypot(x - at[index][0], y - at[index][1]) * this.metresPerUnit((y + at[index][1]) / 2), 0);
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
  project(/** @type {number[]} */ [latitude, longitude]) {
    return this.screen(this.unwrapped(longitude) / 360 + 0.5, mercatorY(latitude));
  }

  /** `[latitude, longitude]` of some pixels. */
  ground(/** @type {number[]} */ [x, y]) {
    const east = (this.centre.x + (x - this.width / 2) / this.scale) * 360;
    return [(mercatorLatitude(this.centre.y + (y - this.height / 2) / this.scale) * 180) / Math.PI,
      (((east % 360) + 360) % 360) - 180];
  }

  // Moving the view

  /** Makes everything `factor` times as large; the point at some pixels stays. */
  zoom(factor, /** @type {number[]} */ [x, y] = [this.width / 2, this.height / 2]) {
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

  // What lies where

  /** The path, of some lines, the time on it, and the place at some pixels. */
  found(/** @type {number[]} */ [x, y], lines = this.lines) {
    let best = { distance: pointingReach, time: null, path: null };
    for (const line of lines) {
      if (!this.isInView(line.box, pointingReach)) continue;
      const count = line.x.length;
      let own = { distance: Infinity, time: null, path: null };
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
      if (own.distance < Math.min(best.distance + 2.5, pointingReach)) best = own;
    }
    let place = null;
    // A place is where its dot is; its circle may be as wide as a town.
    let nearest = Math.min(pointingReach, best.distance + 6);
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
      const low = Math.min(lastNotAbove(times, time), Math.max(last - 1, 0));
      const high = Math.min(low + 1, last);
      const length = times[high] - times[low];
      const share = length > 0 ? (time - times[low]) / length : 0;
      return [line.x[low] + share * (line.x[high] - line.x[low]), line.y[low] + share * (line.y[high] - line.y[low])];
    }
    return null;
  }

  /** Whether an extent is in view, or within some pixels of it. */
  isInView(box, margin) {
    if (box === null) return false;
    const [left, top] = this.screen(box[0], box[1]);
    const [right, bottom] = this.screen(box[2], box[3]);
    return right >= -margin && left <= this.width + margin && bottom >= -margin && top <= this.height + margin;
  }
}
