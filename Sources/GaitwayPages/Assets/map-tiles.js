import { element } from "./kit.js";

// The tiles below a map: only from the server that the page names.

/** Tiles of a server; `source` is `{url, attribution, name, least, most, isOwn, learnsOrigin}`. */
export class MapTiles {
  constructor(map, source) {
    this.map = map;
    this.source = source;
    this.images = new Map();
    this.layer = element("div", { class: "map-tiles", "aria-hidden": "true" });
    this.note = element("p", { class: "map-note", role: "status" });
    this.note.hidden = true;
    // Cookies know no ports: without this, another server at the name of the page's own would get its cookie.
    this.isNeighbour =
      !source.isOwn && location.hostname !== "" && new URL(source.url.split("{")[0]).hostname === location.hostname;
  }

  /** Whether some tile of the view is there or may still come. */
  get isShown() {
    return this.images.size > 0 && !this.hasFailed;
  }

  /** Places the tiles of the view. */
  draw() {
    const { map, source } = this;
    const zoom = Math.min(source.most, 22, Math.round(Math.log2(map.scale / 256)));
    const wanted = new Set();
    if (zoom >= source.least) this.place(zoom, wanted);
    for (const [key, { image }] of this.images) {
      if (wanted.has(key)) continue;
      image.remove();
      this.images.delete(key);
    }
    this.judge();
  }

  place(zoom, wanted) {
    const { map } = this;
    const count = 2 ** zoom;
    const size = map.scale / count;
    const [left, top] = [map.centre.x - map.width / 2 / map.scale, map.centre.y - map.height / 2 / map.scale];
    for (let row = Math.max(0, Math.floor(top * count)); row < count && row * size < top * map.scale + map.height;
      row += 1) {
      for (let column = Math.floor(left * count); column * size < left * map.scale + map.width; column += 1) {
        const key = zoom + "/" + column + "/" + row;
        wanted.add(key);
        if (!this.images.has(key)) this.images.set(key, this.tile(zoom, ((column % count) + count) % count, row));
        const [x, y] = map.screen(column / count, row / count);
        this.images.get(key).image.style.transform = `translate(${x}px, ${y}px) scale(${size / 256})`;
      }
    }
  }

  /** A tile that tells the map when it has come, or that it does not come. */
  tile(z, x, y) {
    const values = { z, x, y };
    const tile = { state: "waiting" };
    const ended = (state) => {
      tile.state = state;
      tile.image.classList.toggle("is-missing", state === "missing");
      this.judge();
    };
    tile.image = element("img", {
      alt: "",
      // OpenStreetMap asks pages to say which server they are of. Others learn nothing.
      referrerpolicy: this.source.learnsOrigin ? "origin" : "no-referrer",
      crossorigin: this.isNeighbour ? "anonymous" : null,
      decoding: "async",
      draggable: "false",
      onload: () => ended("shown"),
      onerror: () => ended("missing"),
      src: this.source.url.replace(/\{([xyz])\}/g, (_, name) => values[name]),
    });
    this.layer.append(tile.image);
    return tile;
  }

  /** Says so if no tile of the view comes. */
  judge() {
    const states = [...this.images.values()].map(({ state }) => state);
    const hasFailed = states.includes("missing") && !states.includes("shown");
    if (hasFailed === this.hasFailed) return;
    this.hasFailed = hasFailed;
    this.note.textContent = hasFailed ? this.words() : "";
    this.note.hidden = !hasFailed;
    this.map.redraw();
  }

  words() {
    const { name, isOwn, learnsOrigin } = this.source;
    if (isOwn) return `${name} has no map tiles here.`;
    const isFile = learnsOrigin && location.protocol === "file:";
    const reason = isFile
      ? " This server may refuse pages that are opened from a file."
      : this.isNeighbour
        ? " A server on the machine of this page must send Access-Control-Allow-Origin."
        : "";
    return `Map tiles from ${name} do not load.` + reason;
  }
}
