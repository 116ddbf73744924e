"use strict";

// A run's decisions and misses as a table.

/** The decisions and misses as a table, in pages of 100 rows. */
class RunTable {
  constructor(player, root) {
    this.player = player;
    this.record = player.record;
    this.root = root;
    this.first = 0;
    this.filter = "all";
    this.rows = new Map();
    this.body = element("tbody");
    this.count = element("p", { class: "aside", "aria-live": "polite" });
    const kinds = [...this.record.data.kinds, "missed"].filter((kind) => this.record.events.some((event) => event.kind === kind));
    this.choice = element(
      "select",
      { "aria-label": "Which decisions", onchange: () => this.choose(this.choice.value) },
      element("option", { value: "all" }, "all decisions and misses"),
      ...kinds.map((kind) => element("option", { value: kind }, `${kind}: ${RUN_WORDS[kind]}`)),
    );
    this.earlier = element("button", { type: "button", onclick: () => this.turn(-1) }, "Earlier");
    this.later = element("button", { type: "button", onclick: () => this.turn(1) }, "Later");
    if (this.record.events.length === 0) {
      root.append(element("p", {}, "There are no decisions and no misses."));
      return;
    }
    const heading = (text) => element("th", { scope: "col" }, text);
    root.append(
      element("div", { class: "run-choice" }, this.choice, this.earlier, this.later),
      this.count,
      element(
        "table",
        { class: "run-table" },
        element("thead", {}, element("tr", {}, heading("time"), heading("place"), heading("what"), heading("reasons"))),
        this.body,
      ),
    );
    this.choose("all");
    player.onChange((time) => this.mark(time));
    this.mark(player.shown);
  }

  /** Rows on a page of the table. */
  static get size() {
    return 100;
  }

  /** Shows all, or those of one kind. */
  choose(filter) {
    this.filter = filter;
    this.events = filter === "all" ? this.record.events : this.record.events.filter((event) => event.kind === filter);
    this.times = this.events.map((event) => event.time);
    this.first = 0;
    this.fill();
  }

  turn(direction) {
    this.first = Math.min(Math.max(this.first + direction * RunTable.size, 0), Math.max(this.events.length - 1, 0));
    this.fill();
  }

  fill() {
    const shown = this.events.slice(this.first, this.first + RunTable.size);
    this.rows = new Map(shown.map((event) => [event.number, this.row(event)]));
    this.body.replaceChildren(...this.rows.values());
    this.count.textContent =
      shown.length === this.events.length ? `${shown.length} in all` : `${this.first + 1} to ${this.first + shown.length} of ${this.events.length}`;
    this.earlier.disabled = this.first === 0;
    this.later.disabled = this.first + RunTable.size >= this.events.length;
    this.earlier.hidden = this.later.hidden = this.events.length <= RunTable.size;
    this.marked = null;
    this.mark(this.player.shown);
  }

  row(event) {
    const { record } = this;
    const place = record.places[event.place];
    const name = place.name === place.identifier ? place.identifier : [place.name, element("small", {}, " " + place.identifier)];
    const more = event.others > 0 ? ` and ${event.others} more` : "";
    const into = event.into === null || event.into === undefined ? "" : `, shown with ${record.places[event.into].name}`;
    return element(
      "tr",
      { "data-number": event.number },
      element("th", { scope: "row" }, element("button", { type: "button", class: "run-jump", onclick: () => this.jump(event) }, record.clock(event.time))),
      element("td", { class: "run-place" }, ...[name].flat(), more),
      element("td", { class: "run-kind" }, runShape(event.kind), " " + event.kind, into),
      element(
        "td",
        { class: "run-reasons" },
        ...event.reasons.map((reason) => element("span", {}, reason.text + " ", element("small", {}, reason.word))),
        event.explanation ? element("details", {}, element("summary", {}, `entry ${event.entry}: all inputs`), element("pre", {}, event.explanation)) : null,
      ),
    );
  }

  jump(event) {
    this.player.pause();
    this.player.move(event.time);
    this.player.map.mark(null);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.getElementById("ride").scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  }

  /** Marks the last thing that happened up to a time. */
  mark(time) {
    const index = lastNotAbove(this.times, time);
    const number = index < 0 ? null : this.events[index].number;
    if (number === this.marked) return;
    this.rows.get(this.marked)?.removeAttribute("aria-current");
    this.rows.get(number)?.setAttribute("aria-current", "time");
    this.marked = number;
  }
}
