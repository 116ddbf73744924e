import { firstRules, ruleTitle, ruleWord } from "./alerts-rules.js";
import { durationText, element, unitText } from "./kit.js";
import { roundLength } from "./map-drawing.js";

// The form of a policy, its figures, and its place among the profiles.

/** Round lengths of time in seconds, for sliders. */
const roundDurations = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50,
  ...[1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50].map((minutes) => minutes * 60),
  ...[1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 18, 20].map((hours) => hours * 3600),
  ...[1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 60, 90, 180, 365, 730, 1825, 3650, 10000].map((days) => days * 86400),
];

/** A policy's duration, with days from two days on: "15 min" or "7 days"; from ten years on it has no end. */
function policyDurationText(seconds) {
  if (seconds >= 315360000) return "for good";
  if (seconds >= 172800 && seconds % 86400 === 0) return (seconds / 86400).toLocaleString("en") + "\u202fdays";
  // A rounded text would hide what the policy holds.
  const isRound = seconds < 60 ? Number.isInteger(seconds) : seconds % 60 === 0;
  if (isRound) return durationText(seconds);
  return seconds < 60
    ? unitText(seconds, "s")
    : durationText(Math.floor(seconds / 60) * 60) + " " + unitText(Math.round((seconds % 60) * 10) / 10, "s");
}

/** The values at which a slider stops; the present value is one of them. */
function sliderStops(field, value) {
  const [least, most] = [field.least ?? 0, field.most ?? 100];
  let stops;
  if (field.kind === "duration") stops = roundDurations.filter((stop) => stop >= least && stop <= most);
  else {
    const step = field.whole ? 1 : (most - least) / 60;
    const count = Math.min(1000, Math.round((most - least) / step));
    stops = Array.from({ length: count + 1 }, (_, index) => Math.round((least + index * step) * 1e6) / 1e6);
  }
  return [...new Set([...stops, most, ...(Number.isFinite(value) ? [value] : [])])].sort((a, b) => a - b);
}

/** One field of the policy's form; `changed(name, word)` takes what was entered. */
export class PolicyInput {
  constructor(field, changed) {
    this.field = field;
    this.changed = changed;
    this.word = "null";
    const id = "policy-" + field.name.replaceAll(".", "-");
    // The title of a choice on the first screen says what its words do.
    const isPlain = field.kind === "choice" && firstRules.includes(field.name);
    const help = field.help && !isPlain ? element("small", { id: id + "-help" }, field.help) : null;
    const shared = { id, "aria-describedby": help ? help.id : null };
    const tell = (word) => this.changed(field.name, word);
    const title = ruleTitle(field.name);
    if (field.kind === "choice") {
      const named = { role: "radiogroup", "aria-label": title, "aria-describedby": shared["aria-describedby"] };
      this.input = element("div", { class: "alerts-choice", ...named, onchange: ({ target }) => tell(target.value) },
        ...field.words.map((word) =>
          element("label", {}, element("input", { type: "radio", name: id, value: word }),
            element("span", {}, ruleWord(word)))));
    } else if (field.kind === "text") {
      this.input = element("input",
        { class: "field", type: "text", ...shared, onchange: () => tell(this.input.value) });
    } else {
      this.input = element("input",
        { type: "range", min: 0, step: 1, ...shared, oninput: () => tell(String(this.stops[this.input.value])) });
      this.shown = element("output", { for: id });
    }
    this.off = field.null
      ? element("input", { type: "checkbox", onchange: () => tell(this.off.checked ? "null" : this.usual()) })
      : null;
    this.problem = element("small", { class: "alerts-problem", role: "alert", hidden: true });
    this.element = element("div", { class: "alerts-field" },
      element("div", { class: "alerts-field-head" },
        element(field.kind === "choice" ? "span" : "label", { for: field.kind === "choice" ? null : id }, title),
        this.shown,
        this.off ? element("label", { class: "alerts-off" }, this.off, "off",
          element("span", { class: "unseen" }, " (" + title + ")")) : null),
      this.input, help, this.problem);
  }

  /** What a rule begins with that is switched on. */
  usual() {
    if (this.last !== undefined) return this.last;
    const { field } = this;
    if (field.kind === "text") return field.name.endsWith("zone") ? "UTC" : "22:00";
    const stops = sliderStops(field, NaN);
    return String(stops[Math.ceil(stops.length / 2)]);
  }

  /** Shows a word; one that the chosen profile does not have is marked. */
  show(word, isChanged) {
    this.word = word;
    const isOff = this.off !== null && word === "null";
    if (!isOff) this.last = word;
    if (this.off) this.off.checked = isOff;
    this.element.classList.toggle("is-changed", isChanged);
    if (this.field.kind === "choice") {
      for (const radio of this.input.querySelectorAll("input")) radio.checked = radio.value === word;
      return;
    }
    this.input.disabled = isOff;
    if (this.input.type !== "range") {
      if (document.activeElement !== this.input) this.input.value = isOff ? "" : word;
      return;
    }
    const value = Number(isOff ? this.usual() : word);
    // The stops stay while the slider moves over them, so that it does not jump.
    if (!this.stops?.includes(value)) {
      this.stops = sliderStops(this.field, value);
      this.input.max = this.stops.length - 1;
    }
    this.input.value = this.stops.indexOf(value);
    const text = isOff ? "off" : this.field.kind === "duration" ? policyDurationText(value)
      : this.field.help?.includes("metres per second") ? unitText(value.toLocaleString("en"), "m/s")
        : value.toLocaleString("en");
    this.shown.textContent = text;
    this.input.setAttribute("aria-valuetext", text);
  }

  fault(text) {
    this.problem.hidden = text === null;
    this.problem.textContent = text ?? "";
  }
}

/**
 * The trade-off of the profiles and the present policy: walking time held back against driving time in which alerts
 * pass.
 */
export class TradeOffPlot {
  constructor() {
    this.element = element("figure", { class: "alerts-plot" });
    this.answer = null;
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  show(answer) {
    this.answer = answer;
    this.draw();
  }

  draw() {
    const { answer } = this;
    const width = Math.min(this.element.clientWidth, 640);
    if (answer === null || width < 50) return;
    const height = Math.round(Math.max(220, Math.min(320, width * 0.7)));
    const points = answer.profiles.map(({ name, walkingHeld, drivingPassed }) =>
      ({ name, x: walkingHeld, y: drivingPassed }));
    points.push({ name: "this policy", x: answer.figures.walkingHeld, y: answer.figures.drivingPassed, isNow: true });
    const known = points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    if (known.length === 0) {
      this.element.replaceChildren(
        element("p", { class: "aside" }, "The plot of the profiles needs rides with walking and driving labels."),
      );
      return;
    }
    const made = [];
    const add = (name, attributes, ...children) => made.push(element("svg:" + name, attributes, ...children));
    const ticks = (values) => {
      const most = Math.min(1, Math.max(...values, 0.0001) * 1.12);
      const step = roundLength(most / 3);
      return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step);
    };
    const [across, up] = [ticks(known.map(({ x }) => x)), ticks(known.map(({ y }) => y))];
    const share = (value) => unitText(Number((100 * value).toPrecision(2)), "%");
    // The longest share has room beside the axis, and below it.
    const longest = (values) => 7 * Math.max(...values.map((value) => share(value).length));
    const [left, right, top, bottom] = [Math.max(52, 14 + longest(up)), width - Math.max(14, longest(across) / 2), 14,
      height - 42];
    // A narrow plot names every second of its lines, or fewer.
    const every = Math.ceil(((longest(across) + 8) * (across.length - 1)) / (right - left));
    const place = ({ x, y }) =>
      [left + (x / across.at(-1)) * (right - left), bottom - (y / up.at(-1)) * (bottom - top)];
    for (const [index, x] of across.entries()) {
      const [at] = place({ x, y: 0 });
      add("line", { x1: at, x2: at, y1: top, y2: bottom, class: "alerts-grid" });
      if (index % every === 0)
        add("text", { x: at, y: bottom + 16, "text-anchor": index === 0 ? "start" : "middle" }, share(x));
    }
    for (const y of up) {
      const [, at] = place({ x: 0, y });
      add("line", { x1: left, x2: right, y1: at, y2: at, class: "alerts-grid" });
      add("text", { x: left - 6, y: at + 4, "text-anchor": "end" }, share(y));
    }
    add("text", { x: right, y: height - 6, "text-anchor": "end" }, "walking time held back →");
    const taken = known.map((point) => {
      const [[x, y], reach] = [place(point), point.isNow ? 9 : 5];
      return { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
    });
    for (const point of known.slice().reverse()) {
      const [x, y] = place(point);
      add("circle", { cx: x, cy: y, r: point.isNow ? 8 : 4.5, class: point.isNow ? "alerts-now" : "alerts-profile" },
        element("svg:title", {},
          `${point.name}: ${share(point.x)} of walking time held back, ${share(point.y)} of driving time passes`));
      const long = point.name.length * 6.6;
      const free = [[12, 4], [-12 - long, 4], [10, -9], [10, 17], [-10 - long, -9], [-10 - long, 17], [10, 31],
        [10, -22], [-long / 2, -26], [-long / 2, 30], [10, 45], [10, -36], [-10 - long, 31], [-10 - long, -22]]
        .map(([dx, dy]) => ({ left: x + dx, right: x + dx + long, top: y + dy - 11, bottom: y + dy + 2, base: y + dy }))
        .find((box) => box.left > left && box.right < right + 10 && box.top > 0 && box.bottom < bottom &&
          !taken.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom &&
            box.bottom > other.top));
      if (!free) continue;
      taken.push(free);
      add("text", { x: free.left, y: free.base, class: point.isNow ? "alerts-now-name" : "alerts-name" }, point.name);
    }
    this.element.replaceChildren(
      element("figcaption", {},
        "↑ driving time in which an alert would pass. Better is nearer to the corner at the lower left."),
      element("svg:svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
        "aria-label": "Trade-off of walking time held back and driving time in which an alert passes. " +
          known.map(({ name, x, y }) => `${name}: ${share(x)} and ${share(y)}`).join("; ") }, ...made));
  }
}

/** The figures, large, with their difference to the chosen profile. */
export function alertFigures(figures, base, profile) {
  const difference = (key) => {
    if (!base) return "";
    const change = figures[key] - base[key];
    return change === 0
      ? ""
      : Math.abs(change) + (change > 0 ? " more" : " fewer") + " than with " + profile;
  };
  const row = (title, text, key) => element("div", {}, element("dt", {}, title),
    element("dd", {}, element("b", {}, text), element("span", { class: "note" }, difference(key) || "\u00a0")));
  return [
    row("Wanted alerts that came", figures.met + " of " + figures.wanted, "met"),
    row("Wanted, but missed", String(figures.missed), "missed"),
    row("Unsafe", String(figures.unsafe), "unsafe"),
    row("Alerts shown", String(figures.alerts), "alerts"),
  ];
}
