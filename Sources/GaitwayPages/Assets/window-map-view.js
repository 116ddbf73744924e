import { colour, element, onLookChange, pageData } from "./kit.js";
import { preparedCanvas } from "./lanes.js";
import { answerText } from "./live-phone.js";
import { labelButtons } from "./rides-panel.js";
import { WindowCloud, personColour, windowNames } from "./window-map.js";
import { workspaceShell } from "./workspace-shell.js";
import { countText, rideAddress, workspace } from "./workspace.js";

// How the map of windows is drawn and used: colours, pointing, the lasso, keys.

/** The tab. */
export class WindowMap {
  constructor() {
    this.cloud = null;
    this.by = "label";
    /** The group that a legend's button keeps strong, or null. */
    this.strong = null;
    this.cursor = -1;
    this.lasso = null;
    this.chosen = [];
    this.canvas = element("canvas", { class: "window-dots", "aria-hidden": "true" });
    this.above = element("canvas", { class: "window-above", tabindex: 0, role: "application",
      "aria-label":
        "Map of windows. Arrow keys go to the next window, Enter opens its ride, plus and minus zoom, 0 shows all.",
    });
    this.info = element("p", { class: "window-info", role: "status" });
    this.colours = element("select", { class: "field", "aria-label": "Colour by" },
      ...[["label", "colour by label"], ["answer", "colour by answer"],
        ["person", "colour by person"]].map(([value, text]) => element("option", { value }, text)));
    this.colours.addEventListener("change", () => {
      this.by = this.colours.value;
      this.strong = null;
      this.draw();
    });
    this.differing = element("input", { type: "checkbox", onchange: () => this.draw() });
    this.legend = element("div",
      { class: "window-legend", role: "group", "aria-label": "Groups; press one to see it alone" });
    const meaning = element("p", { class: "aside" },
      "Windows of like motion lie close together. A dot amid another colour may have a wrong label. " +
        "The axes have no unit: they are the two directions in which the activities differ most.");
    this.results = element("div", { class: "window-results" });
    this.make = element("button", { type: "button", class: "plain", onclick: () => this.order() }, "Make the map");
    this.told = element("span", { role: "status" });
    this.top = element("p", { class: "window-told" }, this.told, this.make);
    const zoom = (sign, name, press) =>
      element("button", { type: "button", class: "plain", "aria-label": name, title: name, onclick: press }, sign);
    this.stage = element("div", { class: "window-stage" },
      element("div", { class: "window-tools" }, this.colours,
        element("label", { class: "switch" }, this.differing, "only where label and answer differ"),
        element("div", { class: "window-zoom", role: "group", "aria-label": "Zoom" },
          zoom("+", "Zoom in", () => this.zoom(1.6)), zoom("−", "Zoom out", () => this.zoom(1 / 1.6)),
          zoom("All", "Show all", () => this.fit()))),
      this.legend,
      element("div", { class: "window-canvas" }, this.canvas, this.above), this.info, meaning, this.results);
    this.element = element("div", { class: "rides-map" }, this.top, this.stage);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    onLookChange(() => this.draw());
    this.stage.hidden = true;
  }

  show() {
    if (this.cloud === null || this.isOld) this.load();
  }

  /** Loads the map again after it was made. */
  changed(state) {
    const isMaking = state.job?.kind === "map" && state.job.state === "running";
    if (this.isMaking && !isMaking) this.load();
    this.isMaking = isMaking;
    this.make.hidden = state.isReadOnly || isMaking || !this.isOld;
  }

  async load() {
    let answer;
    try {
      answer = await workspace.get("/api/map");
      workspaceShell.tell("map", answer.problems);
    } catch (error) {
      this.told.textContent = error.text ?? "The map could not be loaded.";
      return;
    }
    this.isOld = answer.state !== "ready";
    this.make.hidden = workspace.isReadOnly || this.isMaking || !this.isOld;
    const hasDots = answer.state !== "none" && Boolean(answer.x);
    this.told.textContent = answer.state === "none"
      ? "There is no map of windows yet. It shows every few seconds of your rides near those that are like them, " +
          "so that wrong labels stand out."
      : (answer.state === "old" ? "Rides or labels changed since this map was made. " : "") +
        (answer.shown < answer.windows ? answer.shown.toLocaleString("en") + " of " : "") +
        countText(answer.windows ?? 0, "window") +
        ". Draw around windows to list and label them; press one to open its ride there.";
    this.make.textContent = answer.state === "old" ? "Make the map again" : "Make the map";
    this.stage.hidden = !hasDots;
    if (!hasDots) return;
    this.cloud = new WindowCloud(answer);
    this.cursor = -1;
    this.chosen = [];
    this.results.replaceChildren();
    this.draw();
  }

  async order() {
    try {
      await workspace.post("/api/train", { name: "map", kind: "map", where: [] });
      this.isMaking = true;
      this.make.hidden = true;
      workspace.refresh().catch(() => {});
    } catch (error) {
      workspace.sayError(error);
    }
  }

  // Drawing

  /** The group of a window by the chosen colours. */
  group(index) {
    if (this.by === "person") return this.cloud.personOfRide[this.cloud.ride[index]];
    return this.by === "label" ? this.cloud.label[index] : this.cloud.answer[index];
  }

  /** The groups that exist, as `[number, name, colour]`. */
  groups() {
    const { cloud } = this;
    if (this.by === "person")
      return cloud.people.map((name, index) => [index, name || "without a person", personColour(index)]);
    const used = new Set(this.by === "label" ? cloud.label : cloud.answer);
    return [...used].sort((one, other) => one - other).map((number) =>
      number === 255 ? [255, "no label", colour("extent")]
        : [number, answerText(windowNames[number] ?? "unknown"), windowNames[number] === "unknown" ? colour("quiet")
          : colour(windowNames[number])]);
  }

  /** Whether a window is shown. */
  passes = (index) =>
    (!this.differing.checked || this.cloud.differs(index)) &&
    (this.strong === null || this.group(index) === this.strong);

  draw() {
    const { cloud } = this;
    if (cloud === null || this.stage.hidden) return;
    const height = this.canvas.clientHeight;
    const prepared = preparedCanvas(this.canvas, height);
    if (prepared === null) return;
    const { context, width } = prepared;
    cloud.place(width, height);
    const groups = this.groups();
    const colours = new Map(groups.map(([number, , shade]) => [number, shade]));
    const size = cloud.count > 8000 ? 3 : 4;
    // In steps over the whole, so that no ride hides the ones before it.
    const step = [7919, 7907, 1].find((one) => cloud.count % one !== 0) ?? 1;
    const faint = this.strong !== null || this.differing.checked;
    for (const isStrong of faint ? [false, true] : [true]) {
      context.globalAlpha = isStrong ? 0.85 : 0.08;
      for (let count = 0, index = 0; count < cloud.count; count += 1, index = (index + step) % cloud.count) {
        if (faint && this.passes(index) !== isStrong) continue;
        const [x, y] = [cloud.screenX[index], cloud.screenY[index]];
        if (x < 0 || y < 0 || x > width || y > height) continue;
        const group = this.group(index);
        context.fillStyle = colours.get(group) ?? colour("quiet");
        const side = this.by === "label" && group === 255 ? size - 1.5 : size;
        context.fillRect(x - side / 2, y - side / 2, side, side);
      }
    }
    this.showLegend(groups);
    this.drawAbove();
  }

  showLegend(groups) {
    const key = JSON.stringify([groups, this.strong]);
    if (key === this.legendKey) return;
    this.legendKey = key;
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const focused = this.legend.contains(active) ? active.dataset.group : null;
    this.legend.replaceChildren(...groups.slice(0, 40).map(([number, name, shade]) => {
      const swatch = element("i", { class: "swatch" });
      swatch.style.background = shade;
      return element("button",
        { type: "button", class: "window-legend-button", "aria-pressed": String(this.strong === number),
          "data-group": number,
          onclick: () => {
            this.strong = this.strong === number ? null : number;
            this.draw();
          } }, swatch, name);
    }), groups.length > 40 ? element("span", {}, "and " + (groups.length - 40) + " more") : "");
    if (focused !== null) this.legend.querySelector('[data-group="' + focused + '"]')?.focus();
  }

  /** Draws what moves: the lasso, the windows in it, and the one that is pointed at. */
  drawAbove() {
    const prepared = preparedCanvas(this.above, this.above.clientHeight);
    if (prepared === null || this.cloud === null) return;
    const { context } = prepared;
    const { cloud } = this;
    context.strokeStyle = colour("ink");
    context.lineWidth = 1;
    context.globalAlpha = 0.6;
    for (const index of this.chosen.slice(0, 5000))
      context.strokeRect(cloud.screenX[index] - 2.5, cloud.screenY[index] - 2.5, 5, 5);
    context.globalAlpha = 1;
    if (this.lasso !== null) {
      context.beginPath();
      for (const [x, y] of this.lasso) context.lineTo(x, y);
      context.closePath();
      context.globalAlpha = 0.15;
      context.fillStyle = colour("accent");
      context.fill();
      context.globalAlpha = 1;
      context.strokeStyle = colour("accent");
      context.lineWidth = 2;
      context.stroke();
    }
    if (this.cursor >= 0) {
      for (const [shade, wide] of [["paper", 5], ["ink", 2]]) {
        context.beginPath();
        context.arc(cloud.screenX[this.cursor], cloud.screenY[this.cursor], 8, 0, 2 * Math.PI);
        context.strokeStyle = colour(shade);
        context.lineWidth = wide;
        context.stroke();
      }
    }
  }

  // Pointing

  point(index) {
    if (index === this.cursor) return;
    this.cursor = index;
    const { cloud } = this;
    this.info.replaceChildren(...(index < 0 ? [] : [
      cloud.text(index) + " ", element("a", { href: this.address(index) }, "Open the ride there")]));
    this.drawAbove();
  }

  address(index) {
    const time = this.cloud.time[index];
    return rideAddress(this.cloud.rides[this.cloud.ride[index]], time, time + pageData.window);
  }

  fit(numbers = null) {
    this.cloud?.fit(numbers);
    this.draw();
  }

  /** Makes the map larger, around some pixels, the chosen window or the middle. */
  zoom(factor, pixels = null) {
    const { cloud } = this;
    if (cloud === null) return;
    const at = pixels !== null ? cloud.values(pixels, this.above.clientWidth, this.above.clientHeight)
      : this.cursor >= 0 ? [cloud.x[this.cursor], cloud.y[this.cursor]] : null;
    cloud.zoom(factor, at);
    this.draw();
  }

  listen() {
    const { above } = this;
    const at = (event) => {
      const box = above.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    let pressed = null;
    above.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.cloud === null) return;
      pressed = { point: at(event), isTouch: event.pointerType === "touch", before: this.cursor };
      above.setPointerCapture(event.pointerId);
    });
    above.addEventListener("pointermove", (event) => {
      if (this.cloud === null) return;
      const point = at(event);
      if (pressed === null) {
        this.point(this.cloud.nearest(point, this.passes));
        return;
      }
      if (this.lasso === null && Math.hypot(point[0] - pressed.point[0], point[1] - pressed.point[1]) < 5) return;
      this.lasso ??= [pressed.point];
      this.lasso.push(point);
      this.drawAbove();
    });
    const up = (event) => {
      if (pressed === null) return;
      const { lasso } = this;
      const { isTouch, before } = pressed;
      pressed = null;
      this.lasso = null;
      if (event.type !== "pointerup") this.drawAbove();
      else if (lasso !== null) this.choose(this.cloud.within(lasso, this.passes));
      else {
        const index = this.cloud.nearest(at(event), this.passes);
        // A finger cannot point before it presses: the second press on a window opens it.
        if (index >= 0 && (!isTouch || index === before)) location.href = this.address(index);
        else this.point(index);
      }
    };
    above.addEventListener("pointerup", up);
    above.addEventListener("pointercancel", up);
    above.addEventListener("keydown", (event) => this.press(event));
    above.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && document.activeElement !== above) return;
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 240), at(event));
    }, { passive: false });
  }

  press(event) {
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (this.cloud === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key in directions) {
      const middle = [this.above.clientWidth / 2, this.above.clientHeight / 2];
      this.point(this.cursor < 0 ? this.cloud.nearest(middle, this.passes, Infinity)
        : this.cloud.next(this.cursor, directions[key], this.passes));
    } else if (key === "Enter" && this.cursor >= 0) location.href = this.address(this.cursor);
    else if (key === "+" || key === "=") this.zoom(1.6);
    else if (key === "-") this.zoom(1 / 1.6);
    else if (key === "0") this.fit();
    else if (key === "Escape") {
      this.point(-1);
      this.choose([]);
    } else return;
    event.preventDefault();
  }

  /** Labels the time of some windows, as one change. */
  async label(numbers, name) {
    const { cloud } = this;
    const spans = cloud.spans(numbers, pageData.window);
    for (const list of Object.values(spans)) for (const span of list) span.push(name);
    const done = countText(numbers.length, "window") + ": " + (name === null ? "no label" : answerText(name)) + ".";
    if ((await workspace.change("/api/labels", { spans }, done)) === null || cloud !== this.cloud) return;
    for (const index of numbers) cloud.label[index] = name === null ? 255 : windowNames.indexOf(name);
    this.draw();
    this.choose(numbers);
  }

  /** Lists the rides in which the chosen windows lie, those with most of them first. */
  choose(numbers) {
    const { cloud } = this;
    this.chosen = numbers;
    this.drawAbove();
    const counts = new Map();
    for (const index of numbers) {
      const found = counts.get(cloud.ride[index]) ?? { count: 0, differing: 0, first: index };
      found.count += 1;
      if (cloud.differs(index)) found.differing += 1;
      counts.set(cloud.ride[index], found);
    }
    const rows = [...counts].sort((one, other) => other[1].count - one[1].count);
    if (rows.length === 0) {
      this.results.replaceChildren();
      return;
    }
    const names = rows.map(([ride]) => cloud.rides[ride]);
    this.results.replaceChildren(
      element("h3", { role: "status" }, countText(numbers.length, "window") + " in " + countText(rows.length, "ride")),
      element("div", { class: "window-actions" },
        element("button",
          { type: "button", class: "plain", onclick: () => workspace.showRides(names, "The rides of the windows:",
            true) }, "Show the rides in the library"),
        element("button", { type: "button", class: "plain", onclick: () => this.fit(numbers) },
          "Zoom to these windows")),
      workspace.isReadOnly
        ? "" : element("div", { class: "window-labels", role: "group", "aria-label": "Label these windows as" },
        element("h4", {}, "Label these windows as"),
        ...labelButtons((name) => this.label(numbers, name), { what: "Label these windows as" }),
        element("button", { type: "button", class: "activity-button", onclick: () => this.label(numbers, null) },
          "Take their labels away")),
      element("ul", {}, ...rows.slice(0, 50).map(([ride, { count, differing, first }]) => element("li", {},
        element("a", { href: this.address(first) }, cloud.rides[ride]),
        element("span", {},
          countText(count, "window") + (differing > 0 ? ", " + differing + " with another label than answer" : ""))))),
      rows.length > 50 ? element("p", { class: "aside" }, "and " + countText(rows.length - 50, "more ride")) : "");
  }
}
