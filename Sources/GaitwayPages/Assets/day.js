import { activityWords, dayClock, dayRows, localDate, mapPaths, mapPlaces, placeText } from "./day-rows.js";
import { element, isWithin, pageData } from "./kit.js";
import { GeoMap } from "./map.js";

// A day of a timeline as storyline, bar and map, which point at each other.

/** Storyline, bar and map of one day at a time. */
export class DayView {
  constructor(container) {
    this.index = 0;
    this.showsAll = false;
    /** Called with the row that is held, or null. */
    this.onHold = null;
    this.title = element("h3", { class: "day-title", "aria-live": "polite" });
    const step = (text, name, change) =>
      element("button", { type: "button", class: "day-turn", "aria-label": name, title: name,
        onclick: () => this.turn(change) }, text);
    this.before = step("‹", "Day before", -1);
    this.after = step("›", "Day after", 1);
    const [first, last] = [pageData.days[0], pageData.days[pageData.days.length - 1]];
    this.picker = element("input", {
      type: "date",
      min: first.date,
      max: last.date,
      "aria-label": "Go to a day",
      onchange: () => this.picker.value && this.open(nearestDay(this.picker.value)),
    });
    this.bubbles = element("ul", { class: "day-bubbles", "aria-label": "Totals of the day" });
    this.clocks = element("p", { class: "aside" });
    this.strip = element("div", { class: "day-strip", "aria-hidden": "true" });
    this.stripHours = element("div", { class: "day-strip-hours", "aria-hidden": "true" });
    this.cursor = element("div", { class: "day-strip-cursor", hidden: true });
    this.list = element("ol", { class: "day-story" });
    this.map = new GeoMap({ label: "Map of the day" });
    this.allButton = element(
      "button",
      { type: "button", class: "day-all", "aria-pressed": "false", onclick: () => this.showAll(!this.showsAll) },
      "All days",
    );
    const many = pageData.days.length > 1;
    container.append(
      ...(many ? [element("div", { class: "day-bar" }, this.before, this.title, this.after, this.picker)] : []),
      element("div", { class: "day-strip-box" }, this.strip, this.stripHours, this.clocks),
      this.bubbles,
      element(
        "div",
        { class: "day-panes" },
        this.list,
        element("div", { class: "day-map-pane" }, this.map.element, (this.keys = this.legend()),
          many ? this.allButton : null),
      ),
    );
    this.map.onPoint((time, { path, place }) => this.pointedOnMap(time, path, place));
    this.map.canvas.addEventListener("click", () => this.pressedOnMap());
    this.strip.addEventListener("pointermove", (event) => this.pointedOnStrip(event));
    this.strip.addEventListener("pointerleave", () => this.light(null));
    this.strip.addEventListener("click", (event) => {
      this.pointedOnStrip(event);
      this.reveal();
    });
    if (many) {
      addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
        if (isWithin(event, "input, canvas, .scroll")) return;
        if (event.key === "ArrowLeft") this.turn(-1);
        else if (event.key === "ArrowRight") this.turn(1);
        else return;
        event.preventDefault();
      });
    }
    addEventListener("hashchange", () => this.followAddress(true));
    // A link to the day that is shown changes no address.
    addEventListener("click", (event) => {
      if (isWithin(event, `a[href="#${this.day.date}"]`)) this.followAddress(true);
    });
    this.followAddress(false);
  }

  /** The lines that the map has, by name. */
  legend() {
    const known = Object.keys(activityWords).filter((activity) =>
      pageData.days.some((day) => day.totals.some((total) => total.activity === activity)),
    );
    const keys = known.map((activity) =>
      element("li", { class: activity }, element("span", { class: "day-line-key " + activity }),
        activityWords[activity]),
    );
    keys.push(element("li", {}, element("span", { class: "day-line-key gap" }), "not seen"));
    return element("ul", { class: "day-line-keys", "aria-label": "Lines of the map" }, ...keys);
  }

  /** Shows the day that the address names, `#2026-05-01`; at first, without one, the last day. */
  followAddress(scrolls) {
    const found = pageData.days.findIndex((day) => "#" + day.date === location.hash);
    if (found < 0 && scrolls) return;
    this.open(found < 0 ? pageData.days.length - 1 : found);
    if (scrolls) document.getElementById("day").scrollIntoView({ block: "start" });
  }

  turn(change) {
    const next = this.index + change;
    if (next >= 0 && next < pageData.days.length) this.open(next);
  }

  /** Shows a day. */
  open(index) {
    this.index = index;
    this.day = pageData.days[index];
    this.rows = dayRows(this.day);
    this.title.textContent = this.day.title;
    this.picker.value = this.day.date;
    this.before.disabled = index === 0;
    this.after.disabled = index === pageData.days.length - 1;
    if (pageData.days.length > 1) history.replaceState(null, "", "#" + this.day.date);
    this.lit = null;
    this.held = null;
    const keys = this.legend();
    this.keys.replaceWith(keys);
    this.keys = keys;
    this.fillBubbles();
    this.fillStrip();
    this.fillList();
    this.map.canvas.setAttribute("aria-label", this.map.described("Map of " + this.day.title));
    if (this.showsAll) this.showAll(false);
    else this.fillMap();
    for (const link of document.querySelectorAll(".day-month a")) {
      if (link.getAttribute("href") === "#" + this.day.date) link.setAttribute("aria-current", "date");
      else link.removeAttribute("aria-current");
    }
  }

  fillMap() {
    this.map.highlight(null);
    this.map.show(null);
    this.map.place(mapPaths(this.rows, this.index), mapPlaces(this.rows, this.day));
    this.map.fit();
  }

  /** Shows the paths of all days on the map, or those of the day. */
  showAll(all) {
    this.showsAll = all;
    this.allButton.setAttribute("aria-pressed", String(all));
    if (!all) return this.fillMap();
    if (!this.everything) {
      const paths = [];
      const rows = [];
      pageData.days.forEach((day, index) => {
        const own = dayRows(day);
        rows.push(...own);
        for (const path of mapPaths(own, index)) {
          path.label = day.title + "\n" + path.label;
          paths.push(path);
        }
      });
      const places = pageData.places.map((place) => ({ ...place, name: placeText(place), label: placeText(place) }));
      this.everything = { paths, places };
    }
    this.map.highlight(null);
    this.map.place(this.everything.paths, this.everything.places);
    this.map.fit();
  }

  fillBubbles() {
    const { totals } = this.day;
    const longest = Math.max(...totals.map((total) => total.duration), 1);
    this.bubbles.replaceChildren(
      ...totals.map((total) => {
        const size = Math.sqrt(total.duration / longest).toFixed(3);
        const isPause = total.activity === "stationary";
        return element(
          "li",
          { class: isPause ? "day-pause" : total.activity },
          element(
            "span",
            { class: "day-bubble", style: `--size: ${size}` },
            element("b", {}, total.time),
            " ",
            isPause ? null : element("span", {}, total.way),
          ),
          " ",
          element("span", { class: "bubble-name" }, activityWords[total.activity]),
          ...[total.unseen, total.steps].filter(Boolean).map((note) => element("small", {}, " " + note)),
        );
      }),
    );
    if (totals.length === 0) this.bubbles.append(element("li", { class: "day-still" }, "No moves on this day."));
  }

  /** The day from midnight to midnight, with what the rows are. */
  fillStrip() {
    const { start, end } = this.day;
    const share = (time) => (100 * (Math.min(Math.max(time, start), end) - start)) / (end - start);
    this.strip.replaceChildren(
      ...this.rows.map((row) => {
        const [left, right] = [share(row.start), share(row.end)];
        return element(
          "span",
          { class: "day-stretch " + row.words.look + (row.words.doubt ? " is-doubtful" : ""), "data-row": row.index,
            style: `left: ${left}%; width: ${right - left}%` },
          // Hide a name that has hardly any room.
          row.kind === "visit" && right - left > 6 ? row.words.name : null,
        );
      }),
      this.cursor,
    );
    const hours = [];
    for (let time = start; time <= end; time += 3600) {
      const hour = time === end && localDate(time).getUTCHours() === 0 ? 24 : localDate(time).getUTCHours();
      // When clocks change an hour comes twice, or not at all.
      if (hour % 3 === 0 && hours[hours.length - 1]?.hour !== hour) hours.push({ time, hour });
    }
    this.stripHours.replaceChildren(
      ...hours.map(({ time, hour }) =>
        element("span", { class: hour % 6 ? "day-minor" : null, style: `left: ${share(time)}%` }, String(hour)),
      ),
    );
    const length = (end - start) / 3600;
    const changed = length === 24 ? "" : ` Clocks changed: this day has ${Math.round(length * 10) / 10} hours.`;
    this.clocks.textContent = "Times are those of " + this.day.zones + "." + changed;
  }

  fillList() {
    this.items = this.rows.map((row) => {
      const { words } = row;
      // A long stay is a little taller than a short one.
      const height = 3.1 +
        Math.min(3.4,
          Math.sqrt(Math.max(0, Math.min(row.end, this.day.end) - Math.max(row.start, this.day.start)) / 3600) * 0.9);
      const begin = row.start < this.day.start ? "00:00" : dayClock(row.start, this.day);
      const end = row.end > this.day.end ? "24:00" : dayClock(row.end, this.day);
      const button = element(
        "button",
        { type: "button", style: `min-height: ${height.toFixed(2)}rem`, "data-row": row.index },
        element("span", { class: "day-when" }, begin,
          element("span", { class: pageData.selection ? "day-until" : "unseen" }, " to " + end + " ")),
        element("span", { class: "day-rail", "aria-hidden": "true" }),
        element(
          "span",
          { class: "day-what" },
          row.isFirst ? element("span", { class: "day-whole" }, row.item.facts) : null,
          element("b", {}, words.name),
          words.doubt ? element("span", { class: "day-doubt-mark", "aria-hidden": "true" }, "?") : null,
          " ",
          element("span", { class: "day-facts" }, words.facts),
          words.doubt ? element("span", { class: "day-doubt" }, " " + words.doubt) : null,
        ),
      );
      button.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && this.light([row.index]));
      button.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && this.light(this.held));
      button.addEventListener("focus", () => this.light([row.index]));
      button.addEventListener("blur", () => this.light(this.held));
      button.addEventListener("click", () => this.hold(row.index));
      return element("li", { class: words.look + (words.doubt ? " is-doubtful" : "") }, button);
    });
    this.list.replaceChildren(...this.items);
    this.list.setAttribute("aria-label", "Storyline of " + this.day.title);
  }

  // Pointing

  /** Shows which rows are meant, everywhere; null for none. */
  light(rows) {
    const wanted = rows && rows.length > 0 ? rows : null;
    if (String(wanted) === String(this.lit)) return;
    this.lit = wanted;
    for (const part of [...this.items, ...this.strip.children]) {
      const row = Number((part.firstElementChild ?? part).dataset?.row ?? part.dataset.row);
      part.classList.toggle("is-lit", wanted !== null && wanted.includes(row));
    }
    this.strip.classList.toggle("has-lit", wanted !== null);
    if (wanted === null) this.showTime(null);
    if (this.showsAll) return;
    this.map.highlight(
      wanted === null
        ? null
        : (thing) => (thing.rows ? thing.rows.some((row) => wanted.includes(row)) : wanted.includes(thing.row)),
    );
  }

  /** Shows a row close on the map; the same row again, the whole day. */
  hold(row) {
    if (this.showsAll) this.showAll(false);
    this.held = this.held?.[0] === row ? null : [row];
    this.map.fit(this.held ? (thing) => (thing.rows ? thing.rows.includes(row) : thing.row === row) : null);
    this.lit = undefined;
    this.light([row]);
    // On a phone the map is above the storyline.
    if (this.held) this.map.element.scrollIntoView({ block: "nearest" });
    this.onHold?.(this.held ? this.rows[row] : null);
  }

  /** Marks a moment in the bar and on the map. */
  showTime(time) {
    this.map.show(this.showsAll ? null : time);
    const isInDay = time !== null && time >= this.day.start && time <= this.day.end;
    this.cursor.hidden = !isInDay;
    if (!isInDay) return;
    this.cursor.style.left = (100 * (time - this.day.start)) / (this.day.end - this.day.start) + "%";
    this.cursor.dataset.time = dayClock(time, this.day);
  }

  pointedOnMap(time, path, place) {
    this.pointed = place ? { place } : path ? { path } : null;
    if (this.showsAll) return;
    this.light(place ? place.rows : path ? [path.row] : this.held);
    this.showTime(place ? null : time);
  }

  pressedOnMap() {
    if (this.showsAll && this.pointed?.path) this.open(this.pointed.path.dayIndex);
    else this.reveal();
  }

  pointedOnStrip(event) {
    const box = this.strip.getBoundingClientRect();
    const time = this.day.start + ((event.clientX - box.left) / box.width) * (this.day.end - this.day.start);
    const row = this.rows.find(({ start, end }) => start <= time && time < end);
    this.light(row ? [row.index] : null);
    this.showTime(time);
  }

  /** Scrolls to the row that is meant, where the storyline is beside the map; on a phone the map would be gone. */
  reveal() {
    if (matchMedia("(max-width: 52rem)").matches) return;
    if (this.lit && this.items[this.lit[0]]) this.items[this.lit[0]].scrollIntoView({ block: "nearest" });
  }
}

/** The day of a date, or the next one that the page has. */
function nearestDay(date) {
  const found = pageData.days.findIndex((day) => day.date >= date);
  return found < 0 ? pageData.days.length - 1 : found;
}
