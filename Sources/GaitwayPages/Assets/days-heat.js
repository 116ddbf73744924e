import { isNear } from "./days-places.js";
import { colour, element, onLookChange, percentText } from "./kit.js";
import { mercatorLatitude, mercatorY } from "./map-view.js";
import { GeoMap } from "./map.js";
import { countText, workspace } from "./workspace.js";

// Where all paths lie: cells of the map, stronger the more often they were passed, at the level of detail of the view.

/** The zoom of the smallest cells; see HeatCells. */
const finestHeat = 20;
/** The zoom by whose cells the map is fitted to paths: some hundred metres each. */
const fittingHeat = 15;
/** The width of a cell in pixels, about. */
const heatCell = 4;
/** The colours of cells, from few passes to many. */
const heatSteps = 24;

/** Whether a place may have been visited in a year. */
function isOfYear({ first, last }, year) {
  return Number(first.slice(0, 4)) <= year && year <= Number(last.slice(0, 4));
}

export class HeatMap {
  constructor() {
    this.map = new GeoMap({ label: "Heat map of all paths" });
    this.map.element.classList.add("days-heat-map");
    this.said = element("p", { class: "aside", role: "status" });
    this.element = element("div", {}, this.map.element, this.said);
    this.loaded = null;
    /** The year whose places the map was fitted to; undefined before. */
    this.fitted = undefined;
    this.map.overlay((context) => this.draw(context));
    onLookChange(() => {
      if (this.loaded !== null) this.paint();
    });
  }

  /** Shows the paths as they are now, with the names of the places of most time; opens where that `year` was. */
  show(places, year) {
    const spots = places
      .map((place) =>
        ({ name: place.name ?? "", label: place.title, latitude: place.latitude, longitude: place.longitude,
          radius: 0, seconds: place.seconds, isOwn: year === null || isOfYear(place, year) }))
      .sort((one, other) => Number(other.isOwn) - Number(one.isOwn) || other.seconds - one.seconds).slice(0, 40);
    this.isStale = true;
    this.map.place([], spots);
    const [first] = spots;
    if (this.fitted !== year) {
      this.fitted = year;
      this.map.extent = null;
      this.around = first === undefined ? null
        : { x: this.map.unwrapped(first.longitude) / 360 + 0.5, y: mercatorY(first.latitude) };
      this.map.fit((spot) => isNear(spot, first) && (spot.isOwn || !first.isOwn));
    }
    this.map.redraw();
  }

  /**
   * Fits the map to the paths around the place of most time, too; without a place, around the most frequent spot. Paths
   * may go where no place is. True if there are some.
   */
  async fitPaths() {
    const { map } = this;
    this.around ??= HeatMap.most((await workspace.get("/api/days/heat?zoom=11&box=0,0,2048,2048")).cells, 2 ** 11);
    if (this.around === null) return false;
    const { x, y } = this.around;
    const side = 2 ** fittingHeat;
    // About 50 km, as for the places.
    const reach = Math.min(1000, Math.ceil((0.45 / 360 / Math.cos(mercatorLatitude(y))) * side));
    const [column, row] = [Math.floor(x * side), Math.floor(y * side)];
    const box = [column - reach, row - reach, column + reach, row + reach];
    const { cells } = await workspace.get(`/api/days/heat?zoom=${fittingHeat}&box=${box.join()}`);
    if (cells.length === 0) return false;
    const extent = [Infinity, Infinity, -Infinity, -Infinity];
    for (let index = 0; index < cells.length; index += 3) {
      for (const part of [0, 1]) {
        extent[part] = Math.min(extent[part], cells[index + part] / side);
        extent[part + 2] = Math.max(extent[part + 2], (cells[index + part] + 1) / side);
      }
    }
    map.extent = extent;
    if (map.isFitted) map.fit(map.fitMatches);
    return true;
  }

  /** The middle of the cell that was passed most, null without any. */
  static most(cells, side) {
    let best = null;
    for (let index = 0; index < cells.length; index += 3)
      if (best === null || cells[index + 2] > cells[best + 2]) best = index;
    return best === null ? null : { x: (cells[best] + 0.5) / side, y: (cells[best + 1] + 0.5) / side };
  }

  /** The cells in view, with a margin so that a small move asks for nothing. */
  wanted() {
    const { map } = this;
    const zoom = Math.max(0, Math.min(finestHeat, Math.round(Math.log2(map.scale / heatCell))));
    const side = 2 ** zoom;
    const [wide, high] = [(map.width / map.scale) * side, (map.height / map.scale) * side];
    const box = [map.centre.x * side - wide / 2, map.centre.y * side - high / 2, map.centre.x * side + wide / 2,
      map.centre.y * side + high / 2];
    return { zoom, box, margin: [wide * 0.25, high * 0.25] };
  }

  draw(context) {
    const { map } = this;
    const { zoom, box, margin } = this.wanted();
    const { loaded } = this;
    const holds = loaded !== null && loaded.zoom === zoom &&
      box.every((edge, index) => index < 2 ? edge >= loaded.box[index] : edge <= loaded.box[index]);
    if (!holds || this.isStale)
      this.ask(zoom, [box[0] - margin[0], box[1] - margin[1], box[2] + margin[0], box[3] + margin[1]]);
    if (!loaded?.picture) return;
    const size = map.scale / 2 ** loaded.zoom;
    const [left, top] = map.screen(loaded.box[0] / 2 ** loaded.zoom, loaded.box[1] / 2 ** loaded.zoom);
    context.imageSmoothingEnabled = size < 12;
    context.drawImage(loaded.picture, left, top, loaded.picture.width * size, loaded.picture.height * size);
  }

  /** Asks for a box, once the view rests. */
  ask(zoom, box) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() =>
      this.load(zoom, [Math.floor(box[0]), Math.floor(box[1]), Math.ceil(box[2]), Math.ceil(box[3])]),
      this.loaded === null ? 0 : 90);
  }

  async load(zoom, box) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    try {
      const answer = await workspace.get(`/api/days/heat?zoom=${zoom}&box=${box.join()}`);
      if (turn !== this.turn) return;
      // With another view, the map asks for its cells.
      this.isStale = answer.share === 1 && this.map.extent === null && (await this.fitPaths());
      if (this.isStale) return this.map.redraw();
      if (answer.share === 1 || answer.cells.length > 0) {
        this.loaded = { zoom, box, cells: answer.cells, most: answer.most };
        this.paint();
        this.map.redraw();
      }
      let here = 0;
      for (let index = 2; index < answer.cells.length; index += 3) here = Math.max(here, answer.cells[index]);
      this.said.textContent = answer.share < 1 ? "Reading all paths: " + percentText(answer.share)
        : here === 0 ? "There are no paths here."
          : "Stronger where you passed more often. The most frequent spot here: " + countText(here, "time") + ".";
      if (answer.share < 1) this.timer = setTimeout(() => this.load(zoom, box), 400);
    } catch (error) {
      if (turn === this.turn) workspace.sayError(error);
    }
  }

  /** Makes the picture of the loaded cells: a pixel each. */
  paint() {
    const { box, cells, most } = this.loaded;
    const picture = element("canvas", { width: box[2] - box[0], height: box[3] - box[1] });
    const context = picture.getContext("2d");
    const steps = HeatMap.steps(context);
    const image = context.createImageData(picture.width, picture.height);
    for (let index = 0; index < cells.length; index += 3) {
      const share = Math.log1p(cells[index + 2]) / Math.log1p(Math.max(most, 12));
      const at = 4 * ((cells[index + 1] - box[1]) * picture.width + cells[index] - box[0]);
      image.data.set(steps[Math.min(heatSteps - 1, Math.floor(share * heatSteps))], at);
    }
    context.putImageData(image, 0, 0);
    this.loaded.picture = picture;
  }

  /** The colours of the theme: from a thin accent over the full one towards ink. */
  static steps(context) {
    const read = (name) => {
      context.fillStyle = colour(name);
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const [accent, ink] = [read("accent"), read("ink")];
    context.clearRect(0, 0, 1, 1);
    return Array.from({ length: heatSteps }, (_, index) => {
      const share = index / (heatSteps - 1);
      const towards = Math.max(0, (share - 0.55) / 0.45) * 0.8;
      return [...accent.map((value, part) => Math.round(value + (ink[part] - value) * towards)),
        Math.round(255 * Math.min(1, 0.5 + share))];
    });
  }
}
