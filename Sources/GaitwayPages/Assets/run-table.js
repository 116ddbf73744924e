import { element, lastNotAbove } from "./kit.js";
import { runWords, runShape } from "./run-shapes.js";

// A run's decisions and misses as a table.

/** The decisions as a table, a row for each entry or miss, in pages of 100 rows. */
export class RunTable {
  constructor(player, root) {
    this.player = player;
    this.record = player.record;
    this.root = root;
    this.first = 0;
    this.filter = "all";
    this.rows = new Map();
    this.body = element("tbody");
    this.count = element("p", { class: "aside", "aria-live": "polite" });
    const kinds = [...this.record.data.kinds, "missed"].filter((kind) =>
      this.record.events.some((event) => event.kind === kind),
    );
    this.choice = element(
      "select",
      { "aria-label": "Which decisions", onchange: () => this.choose(this.choice.value) },
      element("option", { value: "all" }, "all entries and misses"),
      ...kinds.map((kind) => element("option", { value: kind }, `${kind}: ${runWords[kind]}`)),
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
        element("thead", {}, element("tr", {}, heading("place"), heading("decisions, with their reasons"))),
        this.body,
      ),
      this.paper = element("div", { class: "run-paper" }),
    );
    addEventListener("beforeprint", () => this.fillPaper());
    this.choose("all");
    player.onChange((time) => this.mark(time));
    this.mark(player.shown);
  }

  /** Rows on a page of the table. */
  static get size() {
    return 100;
  }

  /** With more rows, paper has a line for each. */
  static get mostOnPaper() {
    return 40;
  }

  /** The lines for paper: when an entry was decided at last, how and why, and the number of its decisions. */
  fillPaper() {
    const isLong = this.shownRows.length > RunTable.mostOnPaper;
    this.root.classList.toggle("is-long", isLong);
    const cells = (tag, texts) => element("tr", {}, ...texts.map((text) => element(tag, {}, text)));
    const lines = this.shownRows.map((events) => {
      const last = events.at(-1);
      return cells("td", [this.record.places[last.place].name, this.record.clock(last.time), last.kind,
        String(events.length), last.reasons.map(({ word }) => word).join(", ")]);
    });
    const caption = `The last decision of each of ${lines.length} entries, and how many decisions each had`;
    this.paper.replaceChildren(isLong
      ? element("table", {}, element("caption", {}, caption),
        element("thead", {}, cells("th", ["place", "at", "decision", "of", "reasons"])),
        element("tbody", {}, ...lines))
      : "");
  }

  /** Shows all, or those of one kind. */
  choose(filter) {
    this.filter = filter;
    this.shownRows = this.record.rows.filter((row) => filter === "all" || row.some((event) => event.kind === filter));
    // By time, with the place of its row.
    this.events = this.shownRows.flatMap((row, place) => row.map((event) => ({ time: event.time, place })));
    this.events.sort((first, second) => first.time - second.time);
    this.times = this.events.map((event) => event.time);
    this.first = 0;
    this.fill();
  }

  turn(direction) {
    this.first = Math.min(Math.max(this.first + direction * RunTable.size, 0), Math.max(this.shownRows.length - 1, 0));
    this.fill();
  }

  fill() {
    const shown = this.shownRows.slice(this.first, this.first + RunTable.size);
    this.rows = new Map(shown.map((events, index) => [this.first + index, this.row(events)]));
    this.body.replaceChildren(...this.rows.values());
    this.count.textContent =
      shown.length === this.shownRows.length
        ? `${shown.length} in all`
        : `${this.first + 1} to ${this.first + shown.length} of ${this.shownRows.length}`;
    this.earlier.disabled = this.first === 0;
    this.later.disabled = this.first + RunTable.size >= this.shownRows.length;
    this.earlier.hidden = this.later.hidden = this.shownRows.length <= RunTable.size;
    this.marked = null;
    this.mark(this.player.shown);
  }

  /** The row of an entry: its decisions from first to last. */
  row(events) {
    const { record } = this;
    const last = events.at(-1);
    const place = record.places[last.place];
    const name =
      place.name === place.identifier ? place.identifier : [place.name, element("small", {}, " " + place.identifier)];
    const more = last.others > 0 ? ` and ${last.others} more` : "";
    return element(
      "tr",
      {},
      element("th", { scope: "row", class: "run-place" }, ...[name].flat(), more),
      element("td", {}, element("ol", { class: "run-steps" }, ...events.map((event) => this.step(event)))),
    );
  }

  /** One decision about an entry. */
  step(event) {
    const { record } = this;
    const into =
      event.into === null || event.into === undefined ? "" : `, shown with ${record.places[event.into].name}`;
    return element(
      "li",
      { "data-number": event.number },
      element("button", { type: "button", class: "run-jump", onclick: () => this.jump(event) },
        record.clock(event.time)),
      element("span", { class: "run-kind" }, runShape(event.kind), " " + event.kind, into),
      element(
        "span",
        { class: "run-reasons" },
        ...event.reasons.map((reason) => element("span", {}, reason.text + " ", element("small", {}, reason.word))),
        event.explanation ? element("details", {}, element("summary", {}, `entry ${event.entry}: all inputs`),
          element("pre", {}, event.explanation)) : null,
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

  /** Marks the entry with the last event up to a time. */
  mark(time) {
    const index = lastNotAbove(this.times, time);
    const number = index < 0 ? null : this.events[index].place;
    if (number === this.marked) return;
    this.rows.get(this.marked)?.removeAttribute("aria-current");
    this.rows.get(number)?.setAttribute("aria-current", "time");
    this.marked = number;
  }
}
