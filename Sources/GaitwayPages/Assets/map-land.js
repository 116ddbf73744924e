import { colour, unitText } from "./kit.js";
import { drawnStep } from "./map-drawing.js";
import { MapView, mercatorLatitude, mercatorY } from "./map-view.js";

// Water, borders and towns below the paths of a map without tiles, so that a path lies somewhere.

/**
 * Degrees that a part of the server has on each side of the view at least; smaller parts would be asked for too often.
 */
const leastLandMargin = 0.3;
/** A part that is wider than this number of views is too coarse for it, unless no smaller one has more points. */
const greatestLandShare = 10;
/** Up to this size in degrees a part has all points. */
const detailedLand = 1;
/** How many parts of the server a map keeps. */
const keptLand = 8;
/** The most names of towns at once. */
const mostTowns = 40;
/** Mercator's ordinate of the south pole. */
const pole = mercatorY(-90);
/** The credit of the data; the licence of the towns asks for it. */
export const landCredit = "GSHHG, Natural Earth, GeoNames";

/** The points of a line's text: differences in steps, north before east, five bits a character. */
function landLine(text, steps) {
  const numbers = [];
  for (let position = 0; position < text.length; ) {
    let [number, weight, bits] = [0, 1, 0];
    do {
      bits = text.charCodeAt(position++) - 63;
      number += (bits & 31) * weight;
      weight *= 32;
    } while (bits >= 32);
    numbers.push(number % 2 ? -(number + 1) / 2 : number / 2);
  }
  const count = numbers.length / 2;
  const line = { x: new Float64Array(count), y: new Float64Array(count) };
  let [north, east] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    north += numbers[2 * i];
    east += numbers[2 * i + 1];
    line.x[i] = east / (360 * steps) + 0.5;
    line.y[i] = mercatorY(north / steps);
  }
  line.box = MapView.box([line]);
  return line;
}

/** The pieces of a closed line that are shores: without the edges along a part's own edges, or through a pole. */
function shorePieces({ x, y }, /** @type {number[]} */ [left, top, right, bottom]) {
  const isSame = (one, other) => Math.abs(one - other) < 1e-9;
  const pieces = [];
  let piece = [];
  const end = () => {
    if (piece.length > 1) {
      const line = { x: Float64Array.from(piece, (i) => x[i]), y: Float64Array.from(piece, (i) => y[i]) };
      line.box = MapView.box([line]);
      pieces.push(line);
    }
    piece = [];
  };
  for (let i = 0; i <= x.length; i += 1) {
    const [to, from] = [i % x.length, (i + x.length - 1) % x.length];
    const isShore = i === 0 || !(
      (isSame(x[from], x[to]) && (isSame(x[to], left) || isSame(x[to], right))) ||
      (isSame(y[from], y[to]) && (isSame(y[to], top) || isSame(y[to], bottom))) ||
      Math.max(y[from], y[to]) >= pole);
    if (!isShore) end();
    piece.push(to);
  }
  end();
  return pieces;
}

/** The land of a map: from the page's own parts, or from the server where `source` is an address. */
export class MapLand {
  constructor(map, source) {
    this.map = map;
    this.address = typeof source === "string" ? source : null;
    this.parts = this.address === null ? source.map(MapLand.part) : [];
    this.isAsking = false;
    this.nextTry = 0;
  }

  static part({ box, steps, shores, borders, towns }) {
    const [west, south, east, north] = box;
    const edges = [west / 360 + 0.5, mercatorY(north), east / 360 + 0.5, mercatorY(south)];
    const land = shores.map((text) => landLine(text, steps));
    return {
      west,
      south,
      east,
      north,
      size: Math.max(east - west, north - south),
      edges,
      land,
      shores: land.flatMap((line) => shorePieces(line, edges)),
      borders: borders.map((text) => landLine(text, steps)),
      towns: towns.map(([name, latitude, longitude, size]) =>
        ({ name, x: longitude / 360 + 0.5, y: mercatorY(latitude), size })),
    };
  }

  /** The view in degrees. */
  view() {
    const { centre, scale, width, height } = this.map;
    const degrees = (y) => (mercatorLatitude(Math.max(0, Math.min(1, y))) * 180) / Math.PI;
    return {
      west: (centre.x - width / 2 / scale - 0.5) * 360,
      east: (centre.x + width / 2 / scale - 0.5) * 360,
      south: degrees(centre.y + height / 2 / scale),
      north: degrees(centre.y - height / 2 / scale),
    };
  }

  /** Turns around the earth from a part to the view. */
  turns(part, view) {
    return Math.round((view.west + view.east - part.west - part.east) / 720);
  }

  /** How much of the view a part has, from 0 to 1. */
  share(part, view) {
    const turn = 360 * this.turns(part, view);
    const wide = Math.min(view.east, part.east + turn) - Math.max(view.west, part.west + turn);
    const high = Math.min(view.north, part.north) - Math.max(view.south, part.south);
    return wide <= 0 || high <= 0 ? 0 : (wide * high) / ((view.east - view.west) * (view.north - view.south));
  }

  /** The smallest part that has all of the view, else the one that has most of it; null without any. */
  chosen(view) {
    let best = null;
    for (const part of this.parts) {
      const share = Math.min(this.share(part, view), 0.999);
      if (share > 0 && (best === null || share > best.share || (share === best.share && part.size < best.part.size)))
        best = { part, share };
    }
    if (this.address !== null) this.ask(view, best);
    return best?.part ?? null;
  }

  /** Asks the server for the view, unless a part has it in enough detail. */
  async ask(view, best) {
    const size = Math.max(view.east - view.west, view.north - view.south);
    const isFine = best !== null && (best.part.size <= detailedLand || best.part.size <= greatestLandShare * size);
    if (this.isAsking || (isFine && best.share >= 0.999) || performance.now() < this.nextTry || !(size > 0)) return;
    this.isAsking = true;
    try {
      const margin = Math.max(size, leastLandMargin);
      const turn = 360 * Math.round((view.west + view.east) / 720);
      const half = Math.min(180, (view.east - view.west) / 2 + margin);
      const middle = (view.west + view.east) / 2 - turn;
      const box = [middle - half, Math.max(-90, view.south - margin), middle + half, Math.min(90, view.north + margin)];
      const answer = await fetch(this.address + "?box=" + box.map((edge) => edge.toFixed(3)).join(","));
      if (!answer.ok) throw new Error(answer.statusText);
      this.parts.push(MapLand.part(await answer.json()));
      if (this.parts.length > keptLand) this.parts.shift();
    } catch {
      // Without land a map is still a map; the server may be back later.
      this.nextTry = performance.now() + 5000;
    } finally {
      this.isAsking = false;
    }
    this.map.redraw();
  }

  /** Fills the water, and draws the lines faintly. */
  draw(context) {
    const view = this.view();
    const part = this.chosen(view);
    this.shown = part;
    if (part === null) return;
    this.turn = this.turns(part, view);
    context.save();
    context.lineJoin = "round";
    context.beginPath();
    const [left, top] = this.map.screen(part.edges[0] + this.turn, part.edges[1]);
    const [right, bottom] = this.map.screen(part.edges[2] + this.turn, part.edges[3]);
    context.rect(left, top, right - left, bottom - top);
    for (const line of part.land) {
      if (this.trace(context, line)) context.closePath();
    }
    context.fillStyle = colour("water");
    context.fill("evenodd");
    context.strokeStyle = colour("quiet");
    for (const [lines, dashes, width, alpha] of [[part.shores, [], 1, 0.55],
      [part.borders, [7, 3, 1.5, 3], 1.1, 0.55]]) {
      context.beginPath();
      for (const line of lines) this.trace(context, line);
      context.setLineDash(dashes);
      context.lineWidth = width;
      context.globalAlpha = alpha;
      context.stroke();
    }
    context.restore();
  }

  /** Adds a line to the context's path, unless it is out of view. Returns whether it is in view. */
  trace(context, line) {
    const { map, turn } = this;
    const box = [line.box[0] + turn, line.box[1], line.box[2] + turn, line.box[3]];
    if (!map.isInView(box, 2)) return false;
    const last = line.x.length - 1;
    let [beforeX, beforeY] = [NaN, NaN];
    for (let i = 0; i <= last; i += 1) {
      const [x, y] = map.screen(line.x[i] + turn, line.y[i]);
      if (i === 0) context.moveTo(x, y);
      else if (i === last || Math.abs(x - beforeX) + Math.abs(y - beforeY) >= drawnStep) context.lineTo(x, y);
      else continue;
      [beforeX, beforeY] = [x, y];
    }
    return true;
  }

  /** The towns in view, the largest first: fewer where the view is wide. */
  townsInView() {
    const { map } = this;
    const found = [];
    for (const town of this.shown?.towns ?? []) {
      const [x, y] = map.screen(town.x + this.turn, town.y);
      if (x < 0 || y < 0 || x > map.width || y > map.height) continue;
      found.push({ town, at: [x, y] });
      if (found.length >= mostTowns) break;
    }
    return found;
  }

  /**
   * "29 km north-east of Bern": where the middle of a view without towns is; null without any town. Larger towns may be
   * farther away: one of ten times as many people twice as far.
   */
  whereabouts() {
    const { map } = this;
    let best = null;
    for (const part of this.parts) {
      const turn = this.turns(part, this.view());
      for (const town of part.towns) {
        const [east, north] = [map.centre.x - town.x - turn, town.y - map.centre.y];
        const distance = Math.hypot(east, north) * map.metresPerUnit();
        const weight = distance / 2 ** (town.size / 10);
        if (best === null || weight < best.weight) best = { town, distance, weight, east, north };
      }
    }
    if (best === null) return null;
    const eighth = Math.round(Math.atan2(best.east, best.north) / (Math.PI / 4));
    const words = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    const distance = unitText(Math.max(1, Math.round(best.distance / 1000)), "km");
    return `${distance} ${words[(eighth + 8) % 8]} of ${best.town.name}`;
  }

  /**
   * Dots and names of towns where the names cover nothing in `taken`, which they join. Without a town in view, where
   * the next one is.
   */
  drawNames(context, taken) {
    const size = 11;
    context.font = `400 ${size}px ${this.map.font}`;
    const towns = this.townsInView();
    const text = towns.length === 0 ? this.whereabouts() : null;
    if (text !== null) {
      const right = 44 + 1.1 * context.measureText(text).width;
      const base = [24, 42, 60].find((y) => this.map.isFree({ left: 40, top: y - 12, right, bottom: y + 4 }, taken));
      if (base !== undefined) this.map.text(context, text, 42, base, { size: 12, name: "quiet" });
    }
    for (const { town, at: [x, y] } of towns) {
      const width = context.measureText(town.name).width;
      const free = [
        [x + 6, y + 4],
        [x - 6 - width, y + 4],
        [x - width / 2, y - 6],
        [x - width / 2, y + 14],
      ].find(([left, base]) =>
        this.map.isFree({ left: left - 5, top: base - size - 3, right: left + width + 5, bottom: base + 6 }, taken),
      );
      if (!free) continue;
      context.beginPath();
      context.arc(x, y, 2, 0, 2 * Math.PI);
      context.fillStyle = colour("quiet");
      context.fill();
      this.map.text(context, town.name, free[0], free[1], { size, name: "quiet" });
    }
  }
}
