import { durationText, element, lastNotAbove, onLookChange, pageData, shownName } from "./kit.js";
import { drawRidePicture, rideGuessText, rideLabelText, rideLibrary } from "./rides-library.js";
import { dateTimeText, rideAddress, workspace } from "./workspace.js";

// The list of rides: only the rows in sight exist, so that thousands scroll smoothly.

/** The list, as a grid whose rows are chosen by pointing and by keys. */
export class RideList {
  constructor() {
    this.active = null;
    /** Where a stretch of rows that is chosen with Shift begins. */
    this.anchor = null;
    this.rows = new Map();
    this.free = [];
    /** Heights of rows that long names make higher than others, by ride; known once they were in sight. */
    this.heights = new Map();
    /** The height of other rows, and the width of all; 0 before the list is seen. */
    this.rowHeight = this.width = 0;
    /** Where each row begins, and where the last one ends, in pixels. */
    this.tops = new Float64Array(1);
    this.space = element("div", { class: "rides-space", role: "rowgroup" });
    this.none = element("p", { class: "rides-none", hidden: true });
    this.element = element("div", { class: "rides-scroll", role: "grid", tabindex: 0, "aria-multiselectable": "true",
      "aria-label": "Rides",
      "aria-describedby": "rides-keys" }, this.space);
    this.outer = element("div", { class: "rides-frame" }, this.element, this.none);
    this.element.addEventListener("scroll", () => this.drawSoon(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.press(event));
    this.element.addEventListener("click", (event) => this.click(event));
    this.element.addEventListener("dblclick", (event) => {
      const index = this.indexAt(event);
      if (index !== null && !event.target.closest(".rides-tick-cell")) this.open(index);
    });
    this.element.addEventListener("mousedown", (event) => {
      // A range of rows, not of letters.
      if (event.shiftKey) event.preventDefault();
    });
    new ResizeObserver(() => this.measure()).observe(this.element);
    onLookChange(() => this.redraw());
    rideLibrary.listen((what) => (what === "rides" ? this.update() : this.mark()));
  }

  get rides() {
    return rideLibrary.shown;
  }

  /** The height of a row, which the style sheet sets by the width. */
  measure() {
    const height = parseFloat(getComputedStyle(this.element).getPropertyValue("--row")) || 60;
    const width = this.element.clientWidth;
    if (height !== this.rowHeight || width !== this.width) {
      Object.assign(this, { rowHeight: height, width });
      this.heights.clear();
      this.place();
    }
    this.redraw();
  }

  /** Takes other rides, or another order. */
  update() {
    if (this.active !== null) {
      const name = this.activeName;
      const index = this.rides.findIndex(({ ride }) => ride === name);
      this.active = index < 0 ? null : index;
    }
    this.place();
    this.draw();
    this.mark();
    this.tellNone();
  }

  place() {
    this.tops = new Float64Array(this.rides.length + 1);
    this.rides.forEach(({ ride }, index) => {
      this.tops[index + 1] = this.tops[index] + (this.heights.get(ride) ?? this.rowHeight);
    });
    this.space.style.height = this.tops[this.rides.length] + "px";
    this.element.setAttribute("aria-rowcount", this.rides.length);
  }

  tellNone() {
    const isEmpty = this.rides.length === 0 && rideLibrary.isLoaded;
    this.none.hidden = !isEmpty;
    this.element.classList.toggle("is-empty", isEmpty);
    // What sorts and explains rides comes with the first ones.
    this.outer.closest(".rides-library")?.classList.toggle("is-unused", isEmpty && rideLibrary.all.size === 0);
    if (isEmpty) {
      this.none.textContent = rideLibrary.all.size === 0
        ? workspace.isReadOnly ? "There are no rides yet."
          : "There are no rides yet. Drop logs or zip files here, or record with a phone."
        : "No ride passes these filters.";
    }
  }

  drawSoon() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.draw();
    });
  }

  /** Draws everything again, as in other colours. */
  redraw() {
    for (const row of [...this.rows.values(), ...this.free]) row.ride = row.index = null;
    this.draw();
  }

  /** The row at a height of the list. */
  rowAt(top) {
    return Math.max(0, Math.min(lastNotAbove(this.tops, top), this.rides.length - 1));
  }

  /** Shows the rows in sight; rows that left it are used again. */
  draw() {
    if (!this.rowHeight || this.element.clientHeight === 0) return;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, this.rowAt(scrollTop) - 2);
    const last = Math.min(this.rides.length, this.rowAt(scrollTop + clientHeight) + 3);
    for (const [index, row] of this.rows) {
      if (index >= first && index < last) continue;
      this.rows.delete(index);
      this.free.push(row);
    }
    for (let index = first; index < last; index += 1) {
      let row = this.rows.get(index);
      if (row === undefined) {
        row = this.free.pop() ?? this.makeRow();
        row.element.hidden = false;
        this.rows.set(index, row);
      }
      this.fill(row, index);
    }
    for (const row of this.free) row.element.hidden = true;
    // A screen reader meets the rows in the order of the document.
    let next = this.space.firstElementChild;
    for (let index = first; index < last; index += 1) {
      const part = this.rows.get(index).element;
      if (part === next) next = part.nextElementSibling;
      else this.space.insertBefore(part, next);
    }
    this.takeHeights(this.rowAt(scrollTop));
  }

  /** Makes room for the rows that are higher than they were taken to be; the row `seen` stays where it is. */
  takeHeights(seen) {
    let [isNew, shift] = [false, 0];
    for (const [index, row] of this.rows) {
      const change = row.element.offsetHeight - (this.tops[index + 1] - this.tops[index]);
      if (Math.abs(change) < 0.5) continue;
      isNew = true;
      this.heights.set(row.ride.ride, row.element.offsetHeight);
      if (index < seen) shift += change;
    }
    if (!isNew) return;
    this.place();
    for (const row of this.rows.values()) this.put(row);
    this.element.scrollTop += shift;
    this.drawSoon();
  }

  put(row) {
    row.element.style.transform = "translateY(" + this.tops[row.index] + "px)";
  }

  makeRow() {
    const cell = (name, ...content) => element("div", { role: "gridcell", class: name }, ...content);
    const row = {
      tick: element("span", { class: "rides-tick", "aria-hidden": "true" }),
      canvas: element("canvas", { class: "rides-picture", "aria-hidden": "true" }),
      link: element("a", { class: "rides-name", tabindex: -1, draggable: "false" }),
      date: element("small"), length: cell("rides-length"), device: element("span"), user: element("small"),
      labels: cell("rides-labels"),
    };
    row.element = element("div", { role: "row", class: "rides-row" },
      cell("rides-tick-cell", row.tick),
      cell("rides-picture-cell", row.canvas),
      cell("rides-title", row.link, row.date),
      row.length, cell("rides-who", row.device, row.user), row.labels);
    this.space.append(row.element);
    return row;
  }

  /** Shows a ride in a row, unless it is there already. */
  fill(row, index) {
    const ride = this.rides[index];
    if (row.index !== index) {
      row.index = index;
      row.element.id = "ride-row-" + index;
      row.element.setAttribute("aria-rowindex", index + 1);
    }
    this.put(row);
    if (row.ride !== ride) {
      row.ride = ride;
      row.link.textContent = shownName(ride.ride);
      row.link.href = rideAddress(ride.ride);
      row.link.title = shownName(ride.ride);
      row.date.textContent = (ride.origin || !ride.when ? "" : "added ") + dateTimeText(ride.when);
      row.length.textContent = ride.duration > 0 ? durationText(ride.duration) : "–";
      row.device.textContent = ride.device || "";
      row.user.textContent = [ride.user, ride.placement].filter(Boolean).join(", ");
      const state = ride.state === "fault" ? "! " + (ride.problem ?? "cannot be read") : ride.state === "waiting" &&
        ride.labelled === 0 ? "waits to be read" : null;
      const guess = rideGuessText(ride);
      row.labels.replaceChildren(state ?? rideLabelText(ride),
        state === null && guess !== "" ? element("small", {}, "guess: " + guess) : "");
      row.labels.title = ride.problem ?? "";
      row.labels.classList.toggle("is-none", ride.state !== "fault" && ride.labelled === 0);
      row.element.classList.toggle("is-fault", ride.state === "fault");
      drawRidePicture(row.canvas, ride);
    }
    this.markRow(row);
  }

  markRow(row) {
    const isChosen = row.ride !== null && rideLibrary.chosen.has(row.ride.ride);
    row.element.setAttribute("aria-selected", String(isChosen));
    row.element.classList.toggle("is-active", row.index === this.active);
  }

  /** Shows which rows are chosen, and where the keys are. */
  mark() {
    for (const row of this.rows.values()) this.markRow(row);
    if (this.active === null) this.element.removeAttribute("aria-activedescendant");
    else this.element.setAttribute("aria-activedescendant", "ride-row-" + this.active);
  }

  // Choosing

  indexAt(event) {
    const part = event.target.closest(".rides-row");
    return part === null ? null : Number(part.id.slice("ride-row-".length));
  }

  click(event) {
    const index = this.indexAt(event);
    if (index === null) return;
    // A name is a link for the middle button and the browser's menu; a click chooses its row, as elsewhere in it.
    event.preventDefault();
    this.element.focus({ preventScroll: true });
    const isTick = event.target.closest(".rides-tick-cell") !== null;
    if (event.shiftKey) this.chooseTo(index, event.ctrlKey || event.metaKey);
    else if (event.ctrlKey || event.metaKey || isTick) this.toggle(index);
    else this.chooseOne(index);
  }

  setActive(index) {
    this.active = index;
    this.activeName = this.rides[index]?.ride ?? null;
    // A row that comes into sight may turn out to be higher.
    for (let turn = 0; turn < 2; turn += 1) {
      const [top, end] = [this.tops[index], this.tops[index + 1]];
      if (top < this.element.scrollTop) this.element.scrollTop = top;
      else if (end > this.element.scrollTop + this.element.clientHeight) {
        this.element.scrollTop = end - this.element.clientHeight;
      }
      this.draw();
    }
  }

  chooseOne(index) {
    this.anchor = index;
    this.setActive(index);
    rideLibrary.choose([this.rides[index].ride]);
  }

  toggle(index) {
    this.anchor = index;
    this.setActive(index);
    const name = this.rides[index].ride;
    const names = new Set(rideLibrary.chosen);
    if (!names.delete(name)) names.add(name);
    rideLibrary.choose(names);
  }

  /** Chooses from the anchor to a row; `adds` keeps what was chosen. */
  chooseTo(index, adds = false) {
    this.anchor ??= this.active ?? index;
    this.setActive(index);
    const [from, to] = [this.anchor, index].sort((one, other) => one - other);
    const names = this.rides.slice(from, to + 1).map(({ ride }) => ride);
    rideLibrary.choose(adds ? [...rideLibrary.chosen, ...names] : names);
  }

  open(index) {
    const ride = this.rides[index];
    if (ride !== undefined) location.href = rideAddress(ride.ride);
  }

  press(event) {
    const { key } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / (this.rowHeight || 60)) - 1);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (key in moves) {
      event.preventDefault();
      if (this.rides.length === 0) return;
      const index = Math.min(Math.max((this.active ?? (moves[key] > 0 ? -1 : 0)) + moves[key], 0),
        this.rides.length - 1);
      if (event.shiftKey) this.chooseTo(index);
      else if (isCommand) {
        this.setActive(index);
        this.mark();
      } else this.chooseOne(index);
      return;
    }
    if (isCommand && key.toLowerCase() === "a") {
      event.preventDefault();
      rideLibrary.choose(this.rides.map(({ ride }) => ride));
    } else if (isCommand) return;
    else if (key === " " && this.active !== null) {
      event.preventDefault();
      this.toggle(this.active);
    } else if (key === "Enter" && this.active !== null && event.target === this.element) this.open(this.active);
    else if (key === "Escape") rideLibrary.choose([]);
    else if (/^[0-6]$/.test(key) && rideLibrary.chosen.size > 0) {
      event.preventDefault();
      rideLibrary.label(rideLibrary.selection, key === "0" ? null : pageData.activities[key - 1]);
    }
  }
}
