import { colour, unitText } from "./kit.js";
import { landCredit } from "./map-land.js";
import { MapView, mercatorY } from "./map-view.js";

// How a map is drawn: paths coloured by activity, places with their names, scale and north, and below them tiles or
// land.

/** Points of a path nearer together than this on the screen are drawn as one, in pixels. */
export const drawnStep = 0.8;
/** Line and dashes of the activities: the colour is not the only thing that tells them apart. */
const pathLooks = {
  stationary: { width: 3, dashes: [] },
  walking: { width: 4, dashes: [0.1, 6] },
  running: { width: 3.5, dashes: [5, 6] },
  cycling: { width: 3.5, dashes: [13, 6] },
  automotive: { width: 4, dashes: [] },
  none: { width: 3, dashes: [] },
};
/** Letters in a line of a place's name, and pixels from a line to the next. */
const nameLine = 28;
const nameStep = 15;
const unknownLook = { width: 1.6, dashes: [3, 5] };

/** The length of a scale bar, a round number: "50 cm", "200 m" or "2 km". */
function scaleText(metres) {
  if (metres < 1) return unitText(Math.round(metres * 100), "cm");
  return metres < 1000 ? unitText(metres, "m") : unitText(metres / 1000, "km");
}

/** The greatest of 1, 2, 5, 10, 20, ... that is at most `length`. */
export function roundLength(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return (length >= 5 * power ? 5 : length >= 2 * power ? 2 : 1) * power;
}

/** A name in lines, broken between words, or within one that is longer than a line. */
function nameLines(name) {
  const lines = [];
  for (const word of name.split(" ")) {
    const joined = lines.length > 0 ? [...lines.at(-1), " ", ...word] : [...word];
    if (lines.length > 0 && joined.length <= nameLine) {
      lines[lines.length - 1] = joined;
      continue;
    }
    for (let rest = [...word]; rest.length > 0; rest = rest.slice(nameLine)) lines.push(rest.slice(0, nameLine));
  }
  return lines.map((letters) => letters.join(""));
}

/** A view that draws itself on `canvas` of `element`, above `tiles` or with `land`; either may be null. */
export class MapDrawing extends MapView {
  constructor() {
    super();
    /** What the map sets that is drawn: see `GeoMap`. */
    this.element = this.canvas = this.credit = this.tiles = this.land = null;
    this.overlays = [];
    this.matches = null;
    this.shownTime = null;
    this.marked = null;
  }

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
    this.tiles?.draw();
    const isCovered = this.tiles?.isShown === true;
    if (!isCovered) {
      this.land?.draw(context);
      this.drawGrid(context);
    }
    this.showCredit(isCovered);
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
    const taken = this.drawNames(context);
    if (!isCovered) this.land?.drawNames(context, taken);
  }

  /** Names whose data the map shows below the paths. */
  showCredit(isCovered) {
    const text = isCovered ? this.tiles.source.attribution : this.land?.shown ? landCredit : "";
    if (text === this.shownCredit) return;
    this.shownCredit = text;
    this.credit.textContent = text;
    this.credit.hidden = text === "";
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
      else if (i === last || Math.abs(x - beforeX) + Math.abs(y - beforeY) >= drawnStep) context.lineTo(x, y);
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
        const look = pathLooks[activity] ?? unknownLook;
        context.beginPath();
        do this.trace(context, lines[index++]);
        while (index < lines.length && lines[index].path.activity === activity);
        context.strokeStyle = pathLooks[activity] ? colour(activity) : colour("quiet");
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
      if (!(radius > 7) || x + radius < 0 || y + radius < 0 || x - radius > this.width || y - radius > this.height)
        continue;
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
    this.text(context, scaleText(metres), x + length / 2, y - 9, { align: "center", size: 11 });
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
      { left: this.width - this.credit.offsetWidth, top: this.height - this.credit.offsetHeight, right: this.width,
        bottom: this.height },
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

  /** Whether a box lies on the map and on nothing in `taken`, which it then joins. */
  isFree(box, taken) {
    if (box.left < 2 || box.right > this.width - 2 || box.top < 2 || box.bottom > this.height - 2) return false;
    if (taken.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom &&
      box.bottom > other.top))
      return false;
    taken.push(box);
    return true;
  }

  /**
   * The places' names, each where it covers neither another name nor a dot; a name without room is left to pointing.
   * Returns the boxes that are taken.
   */
  drawNames(context) {
    const size = 12.5;
    const taken = [...this.keptFree];
    const spots = this.spots
      .map((spot) =>
        ({ spot, at: this.screen(spot.x, spot.y), strong: this.matches !== null && this.matches(spot.place) }))
      .filter(({ at: [x, y] }) => x > -5 && y > -5 && x < this.width + 5 && y < this.height + 5);
    for (const { at: [x, y] } of spots.slice(0, 400))
      taken.push({ left: x - 5, top: y - 5, right: x + 5, bottom: y + 5 });
    // What is pointed at is named first, then as the page has them.
    const ordered = spots.filter(({ strong }) => strong).concat(spots.filter(({ strong }) => !strong));
    for (const { spot, at: [x, y], strong } of ordered.slice(0, 400)) {
      const lines = nameLines(spot.place.name ?? "");
      if (lines.length === 0) continue;
      context.font = `${strong ? 600 : 500} ${size}px ${this.font}`;
      const width = Math.max(...lines.map((line) => context.measureText(line).width));
      // From the first line to the last.
      const high = (lines.length - 1) * nameStep;
      const free = [
        [x + 10, y + 4 - high / 2],
        [x - 10 - width, y + 4 - high / 2],
        [x - width / 2, y - 11 - high],
        [x - width / 2, y + 20],
        [x + 8, y - 8 - high],
        [x + 8, y + 17],
        [x - 8 - width, y - 8 - high],
        [x - 8 - width, y + 17],
      ].find(([left, base]) => this.isFree(
        { left: left - 2, top: base - size, right: left + width + 2, bottom: base + high + 4 }, taken));
      if (!free) continue;
      context.globalAlpha = this.matches !== null && !strong ? 0.55 : 1;
      lines.forEach((line, index) => this.text(context, line, free[0], free[1] + index * nameStep,
        { size, weight: strong ? 600 : 500 }));
    }
    context.globalAlpha = 1;
    return taken;
  }
}
