"use strict";

// The room of alerts: places and a policy are tried on the labelled rides, and each change shows at once what it does.

/** Round lengths of time in seconds, for sliders. */
const ROUND_DURATIONS = [
  0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50,
  ...[1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50].map((minutes) => minutes * 60),
  ...[1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 18, 20].map((hours) => hours * 3600),
  ...[1, 2, 3, 4, 5, 7, 10, 14, 21, 30, 60, 90, 180, 365, 730, 1825, 3650, 10000].map((days) => days * 86400),
];

/** A policy's duration, with days from two days on: "15 min" or "7 days". */
function policyDurationText(seconds) {
  if (seconds >= 172800 && seconds % 86400 === 0) return (seconds / 86400).toLocaleString("en") + "\u202fdays";
  // A rounded text would hide what the policy holds.
  const isRound = seconds < 60 ? Number.isInteger(seconds) : seconds % 60 === 0;
  if (isRound) return durationText(seconds);
  return seconds < 60 ? unitText(seconds, "s") : durationText(Math.floor(seconds / 60) * 60) + " " + unitText(Math.round((seconds % 60) * 10) / 10, "s");
}

/** The values at which a slider stops; the present value is one of them. */
function sliderStops(field, value) {
  const [least, most] = [field.least ?? 0, field.most ?? 100];
  let stops;
  if (field.kind === "duration") stops = ROUND_DURATIONS.filter((stop) => stop >= least && stop <= most);
  else {
    const step = field.whole ? 1 : (most - least) / 60;
    const count = Math.min(1000, Math.round((most - least) / step));
    stops = Array.from({ length: count + 1 }, (_, index) => Math.round((least + index * step) * 1e6) / 1e6);
  }
  return [...new Set([...stops, most, ...(Number.isFinite(value) ? [value] : [])])].sort((a, b) => a - b);
}

/** One field of the policy's form; `changed(name, word)` takes what was entered. */
class PolicyInput {
  constructor(field, changed) {
    this.field = field;
    this.changed = changed;
    this.word = "null";
    const id = "policy-" + field.name.replaceAll(".", "-");
    const help = field.help ? element("small", { id: id + "-help" }, field.help) : null;
    const shared = { id, "aria-describedby": help ? help.id : null };
    const tell = (word) => this.changed(field.name, word);
    if (field.kind === "choice") {
      this.input = element("select", { class: "field", ...shared, onchange: () => tell(this.input.value) },
        ...field.words.map((word) => element("option", { value: word }, word)));
    } else if (field.kind === "text") {
      this.input = element("input", { class: "field", type: "text", ...shared, onchange: () => tell(this.input.value) });
    } else {
      this.input = element("input", { type: "range", min: 0, step: 1, ...shared, oninput: () => tell(String(this.stops[this.input.value])) });
      this.shown = element("output", { for: id });
    }
    this.off = field.null
      ? element("input", { type: "checkbox", onchange: () => tell(this.off.checked ? "null" : this.usual()) })
      : null;
    this.problem = element("small", { class: "alerts-problem", role: "alert", hidden: true });
    const title = field.name.replaceAll("_", " ").replace(".", ": ");
    this.element = element("div", { class: "alerts-field" },
      element("div", { class: "alerts-field-head" }, element("label", { for: id }, title), this.shown,
        this.off ? element("label", { class: "alerts-off" }, this.off, "off", element("span", { class: "unseen" }, " (" + title + ")")) : null),
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
    this.input.disabled = isOff;
    if (this.input.type !== "range") {
      if (document.activeElement !== this.input || this.field.kind === "choice") this.input.value = isOff ? "" : word;
      return;
    }
    const value = Number(isOff ? this.usual() : word);
    // The stops stay while the slider moves over them, so that it does not jump.
    if (!this.stops?.includes(value)) {
      this.stops = sliderStops(this.field, value);
      this.input.max = this.stops.length - 1;
    }
    this.input.value = this.stops.indexOf(value);
    const text = isOff ? "off" : this.field.kind === "duration" ? policyDurationText(value) : value.toLocaleString("en");
    this.shown.textContent = text;
    this.input.setAttribute("aria-valuetext", text);
  }

  fault(text) {
    this.problem.hidden = text === null;
    this.problem.textContent = text ?? "";
  }
}

/** The trade-off of the profiles and the present policy: walking time held back against driving time in which alerts pass. */
class TradeOffPlot {
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
    const points = answer.profiles.map(({ name, walkingHeld, drivingPassed }) => ({ name, x: walkingHeld, y: drivingPassed }));
    points.push({ name: "this policy", x: answer.figures.walkingHeld, y: answer.figures.drivingPassed, isNow: true });
    const known = points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
    const made = [];
    const add = (name, attributes, ...children) => made.push(element("svg:" + name, attributes, ...children));
    const [left, right, top, bottom] = [52, width - 14, 14, height - 42];
    const ticks = (values) => {
      const most = Math.min(1, Math.max(...values, 0.0001) * 1.12);
      const step = roundLength(most / 3);
      return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, index) => index * step);
    };
    const [across, up] = [ticks(known.map(({ x }) => x)), ticks(known.map(({ y }) => y))];
    const place = ({ x, y }) => [left + (x / across.at(-1)) * (right - left), bottom - (y / up.at(-1)) * (bottom - top)];
    const share = (value) => unitText(Number((100 * value).toPrecision(2)), "%");
    for (const x of across) {
      const [at] = place({ x, y: 0 });
      add("line", { x1: at, x2: at, y1: top, y2: bottom, class: "alerts-grid" });
      add("text", { x: at, y: bottom + 16, "text-anchor": x === 0 ? "start" : x === across.at(-1) ? "end" : "middle" }, share(x));
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
        element("svg:title", {}, `${point.name}: ${share(point.x)} of walking time held back, ${share(point.y)} of driving time passes`));
      const long = point.name.length * 6.6;
      const free = [[12, 4], [-12 - long, 4], [10, -9], [10, 17], [-10 - long, -9], [-10 - long, 17], [10, 31], [10, -22], [-long / 2, -26], [-long / 2, 30], [10, 45], [10, -36], [-10 - long, 31], [-10 - long, -22]]
        .map(([dx, dy]) => ({ left: x + dx, right: x + dx + long, top: y + dy - 11, bottom: y + dy + 2, base: y + dy }))
        .find((box) => box.left > left && box.right < right + 10 && box.top > 0 && box.bottom < bottom &&
          !taken.some((other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top));
      if (!free) continue;
      taken.push(free);
      add("text", { x: free.left, y: free.base, class: point.isNow ? "alerts-now-name" : "alerts-name" }, point.name);
    }
    this.element.replaceChildren(
      element("figcaption", {}, "↑ driving time in which an alert would pass. Better is nearer to the corner at the lower left."),
      element("svg:svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
        "aria-label": "Trade-off of walking time held back and driving time in which an alert passes. " +
          known.map(({ name, x, y }) => `${name}: ${share(x)} and ${share(y)}`).join("; ") }, ...made));
  }
}

/** The figures, large, with their difference to the chosen profile. */
function alertFigures(figures, base, profile) {
  const difference = (key) => {
    if (!base) return "";
    const change = figures[key] - base[key];
    return change === 0 ? "as " + profile : (change > 0 ? "+" : "−") + Math.abs(change) + " against " + profile;
  };
  const row = (title, text, key) => element("div", {}, element("dt", {}, title),
    element("dd", {}, element("b", {}, text), element("span", { class: "note" }, difference(key) || "\u00a0")));
  return [
    row("Wanted alerts met", figures.met + " of " + figures.wanted, "met"),
    row("Missed", String(figures.missed), "missed"),
    row("Unsafe", String(figures.unsafe), "unsafe"),
    row("Alerts shown", String(figures.alerts), "alerts"),
  ];
}

const alertsRoom = {
  name: "alerts",
  title: "Alerts",
  /** What the server said last; null before. */
  data: null,
  /** What may be undone as a whole: places, the profile and the policy's words. */
  now: { places: null, profile: null, words: {} },
  past: [],
  future: [],

  // The room

  make(place) {
    const room = alertsRoom;
    const button = (text, press) => element("button", { type: "button", class: "plain", onclick: press }, text);
    room.places = new AlertPlaces({ changed: (places, tag) => room.edit({ places }, tag), save: () => room.savePlaces() });
    room.undoButton = button("Undo in this room", () => room.undo());
    room.redoButton = button("Redo", () => room.undo(true));
    room.which = element("select", { class: "field", id: "alerts-rides", onchange: () => room.chooseRide() });
    room.figures = element("dl", { class: "headline alerts-figures" });
    room.took = element("small", {});
    room.line = element("p", { class: "alerts-line", role: "status" }, "Loading…");
    room.notes = element("ul", { class: "notes", hidden: true });
    room.profile = element("select", { class: "field", id: "alerts-profile", onchange: () => room.chooseProfile(room.profile.value) });
    room.back = button("Back to the profile", () => room.chooseProfile(room.now.profile));
    room.file = element("input", { class: "field", type: "text", placeholder: "name", "aria-label": "Name of the policy's file", maxlength: 60 });
    room.save = element("form", { class: "alerts-buttons", onsubmit: (event) => { event.preventDefault(); room.savePolicy(); } },
      room.file, element("button", { class: "plain" }, "Save policy as…"));
    room.export = element("a", { class: "plain" }, "Export policy");
    room.form = element("div", { class: "alerts-form" });
    room.plot = new TradeOffPlot();
    room.decisions = element("div", {});
    place.append(
      element("div", { class: "alerts-top" },
        element("div", { class: "alerts-bar" }, element("label", { for: "alerts-rides" }, "Rides"), room.which, room.undoButton, room.redoButton, room.took),
        room.figures, room.line),
      room.notes,
      element("section", { class: "first", "aria-label": "Places" }, element("h2", {}, "Places"), room.places.element),
      element("section", { "aria-label": "Policy" }, element("h2", {}, "Policy"),
        element("div", { class: "alerts-bar" }, element("label", { for: "alerts-profile" }, "Profile"), room.profile, room.back, room.save, room.export),
        element("div", { class: "alerts-policy" }, room.form, room.plot.element)),
      room.decisions);
    // The room has an undo of its own, for what is not saved yet.
    document.addEventListener("keydown", (event) => room.press(event), { capture: true });
    place.addEventListener("focusin", (event) => (room.typedFrom = event.target.value));
    room.showButtons();
  },

  show() {
    alertsRoom.changed(workspace.state);
  },

  changed(state) {
    const room = alertsRoom;
    if (state === null) return;
    room.places.save.hidden = room.save.hidden = state.isReadOnly;
    const key = JSON.stringify([state.rides, state.undo, state.manifest?.hash, state.model]);
    if (workspace.room !== room || key === room.known) return;
    room.known = key;
    // Rides are read one after another; not each is worth the whole.
    clearTimeout(room.loadTimer);
    room.loadTimer = setTimeout(() => room.load(), room.data === null ? 0 : 1500);
  },

  /** Loads places, policies and rides; places that are not saved yet stay, unless `isForced`. */
  async load(isForced = false) {
    const room = alertsRoom;
    try {
      const data = await workspace.get("/api/alerts");
      const isFirst = room.data === null;
      const isDirty = room.isDirty;
      const hash = isFirst || isForced || !isDirty ? data.hash : room.data.hash;
      const saved = hash === data.hash ? data.places : room.saved;
      const isNew = isFirst || hash !== room.data.hash || isForced;
      const pathsBefore = JSON.stringify(room.data?.rides ?? null);
      room.data = { ...data, hash };
      if (isFirst) room.fill(data.fields);
      room.showChoices();
      if (JSON.stringify(data.rides) !== pathsBefore) room.places.map.paths(data.rides);
      const first = data.policies.find(({ name }) => name === data.policy) ?? data.policies[0];
      const profile = room.policyOf(room.now.profile) ? room.now.profile : room.keyOf(first);
      const words = room.now.profile === null ? first.values : room.now.words;
      if (!isFirst && isNew) room.remember(null);
      room.saved = saved;
      room.baseKey = null;
      room.take({ places: isNew ? saved : room.now.places, profile, words });
      if (isFirst) room.places.map.map.fit();
    } catch (error) {
      room.known = null;
      room.line.textContent = error instanceof WorkspaceError ? error.text : String(error.message ?? error);
      room.line.classList.add("faulty");
    }
  },

  fill(fields) {
    const room = alertsRoom;
    // The name is given when a policy is saved.
    room.inputs = fields.filter(({ name }) => name !== "name" && name !== "revision")
      .map((field) => new PolicyInput(field, (name, word) => room.edit({ words: { ...room.now.words, [name]: word } }, "field " + name)));
    room.form.replaceChildren(...room.inputs.map((input) => input.element));
  },

  keyOf: (policy) => policy.file ?? policy.name,
  policyOf: (key) => alertsRoom.data?.policies.find((policy) => alertsRoom.keyOf(policy) === key),

  showChoices() {
    const room = alertsRoom;
    const option = (policy) => element("option", { value: room.keyOf(policy) }, policy.name);
    const group = (label, policies) => (policies.length === 0 ? null : element("optgroup", { label }, ...policies.map(option)));
    room.profile.replaceChildren(...[group("Profiles", room.data.policies.filter(({ file }) => !file)), group("Files", room.data.policies.filter(({ file }) => file))].filter(Boolean));
    const before = room.which.value;
    room.which.replaceChildren(element("option", { value: "" }, "all labelled rides"), ...room.data.rides.map(({ ride }) => element("option", { value: ride }, ride)));
    room.which.value = room.data.rides.some(({ ride }) => ride === before) ? before : "";
  },

  chooseRide() {
    const room = alertsRoom;
    const ride = room.which.value;
    const { map } = room.places.map;
    map.highlight(ride === "" ? null : (thing) => thing.points === undefined || thing.ride === ride);
    if (room.data.rides.find((one) => one.ride === ride)?.path?.length > 0) map.fit((thing) => thing.ride === ride);
    room.try();
  },

  chooseProfile(key) {
    const policy = alertsRoom.policyOf(key);
    if (policy) alertsRoom.edit({ profile: key, words: policy.values }, null);
  },

  // Changes and undo

  get isDirty() {
    const { now, saved } = alertsRoom;
    return now.places !== null && now.places !== saved && JSON.stringify(now.places) !== JSON.stringify(saved);
  },

  /** Makes a change; changes with one tag in a row are undone as one. */
  edit(change, tag) {
    alertsRoom.remember(tag);
    alertsRoom.take({ ...alertsRoom.now, ...change });
  },

  remember(tag) {
    const room = alertsRoom;
    const time = performance.now();
    const isSame = tag !== null && tag === room.tag && (tag.startsWith("drag") || time - room.tagged < 1500);
    [room.tag, room.tagged] = [tag, time];
    if (!isSame) room.past.push(room.now);
    if (room.past.length > 500) room.past.shift();
    room.future = [];
  },

  undo(isRedo = false) {
    const room = alertsRoom;
    const [from, to] = isRedo ? [room.future, room.past] : [room.past, room.future];
    if (from.length === 0) return;
    to.push(room.now);
    room.tag = null;
    room.take(from.pop());
  },

  press(event) {
    if (workspace.room !== alertsRoom || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    // A field that was typed in has its own undo.
    const isTyped = event.target.matches("input:not([type=range], [type=checkbox])");
    if (isTyped && event.target.value !== alertsRoom.typedFrom) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    event.stopPropagation();
    alertsRoom.undo(key === "y" || event.shiftKey);
  },

  take(now) {
    const room = alertsRoom;
    const before = room.now;
    room.now = now;
    if (now.places !== before.places || room.places.collection !== now.places) room.places.take(now.places);
    const policy = room.policyOf(now.profile);
    room.profile.value = now.profile;
    for (const input of room.inputs) {
      const word = now.words[input.field.name] ?? "null";
      const isChanged = policy !== undefined && word !== policy.values[input.field.name];
      if (word !== input.word || before.profile !== now.profile || isChanged !== input.isChanged) input.show(word, isChanged);
      input.isChanged = isChanged;
    }
    room.isChanged = room.inputs.some(({ isChanged }) => isChanged);
    room.export.hidden = !policy?.file;
    if (policy?.file) {
      room.export.href = "/api/file?path=" + encodeURIComponent(policy.file);
      room.export.download = policy.file.split("/").pop();
    }
    room.showButtons();
    room.try();
  },

  showButtons() {
    const room = alertsRoom;
    room.undoButton.disabled = room.past.length === 0;
    room.redoButton.disabled = room.future.length === 0;
    room.back.disabled = !room.isChanged;
    clearTimeout(room.dirtyTimer);
    // Comparing a thousand places waits for a pause.
    room.dirtyTimer = setTimeout(() => {
      const { isDirty } = room;
      room.places.save.disabled = !isDirty;
      room.places.save.textContent = isDirty ? "Save places •" : "Save places";
    }, 150);
  },

  // Trying

  /** Tries what is shown. One request runs at a time; of those that wait, the newest is sent. */
  try() {
    alertsRoom.isWaiting = true;
    if (!alertsRoom.isTrying) alertsRoom.tryAll();
  },

  async tryAll() {
    const room = alertsRoom;
    room.isTrying = true;
    try {
      while (room.isWaiting && room.data !== null) {
        room.isWaiting = false;
        const ride = room.which.value;
        const { now } = room;
        const policy = room.policyOf(now.profile);
        const ask = (words) => workspace.post("/api/try", {
          policy: words, profile: policy?.file ? null : now.profile, places: now.places, rides: ride === "" ? null : [ride], details: ride === "" ? null : ride });
        try {
          const answer = await ask(now.words);
          if (!room.isChanged && now === room.now) [room.base, room.baseKey] = [answer.figures, [now.places, now.profile, ride]];
          room.showAnswer(answer, ride, now);
          // The profile's own figures follow when nothing newer waits.
          if (!room.isWaiting && !room.isBase(now, ride) && policy) {
            const base = await ask(policy.values);
            [room.base, room.baseKey] = [base.figures, [now.places, now.profile, ride]];
            if (!room.isWaiting) room.showAnswer(answer, ride, now);
          }
        } catch (error) {
          if (!room.isWaiting) room.showFault(error);
        }
      }
    } finally {
      room.isTrying = false;
    }
  },

  isBase: (now, ride) => alertsRoom.baseKey !== null && [now.places, now.profile, ride].every((part, index) => part === alertsRoom.baseKey?.[index]),

  showAnswer(answer, ride, now) {
    const room = alertsRoom;
    room.line.hidden = true;
    for (const input of room.inputs) input.fault(null);
    room.figures.classList.remove("is-old");
    const policy = room.policyOf(now.profile);
    room.figures.replaceChildren(...alertFigures(answer.figures, room.isBase(now, ride) ? room.base : null, policy?.name ?? "the profile"));
    room.took.textContent = countText(answer.rides, "ride") + " in " + unitText(answer.milliseconds, "ms");
    room.notes.hidden = !(answer.notes?.length > 0);
    room.notes.replaceChildren(...(answer.notes ?? []).map((note) => element("li", {}, note)));
    room.plot.show(answer);
    room.showDecisions(answer.decisions ?? [], ride);
  },

  showFault(error) {
    const room = alertsRoom;
    const text = error instanceof WorkspaceError ? error.text : String(error.message ?? error);
    const input = room.inputs.find(({ field }) => field.name === error.place || field.name.split(".")[0] === error.place);
    for (const one of room.inputs) one.fault(one === input ? [error.problem, error.remedy].filter(Boolean).join("; ") : null);
    room.line.textContent = "Not tried. " + text;
    room.line.classList.add("faulty");
    room.line.hidden = false;
    room.figures.classList.add("is-old");
  },

  showDecisions(decisions, ride) {
    const room = alertsRoom;
    if (ride === "") {
      room.decisions.replaceChildren();
      return;
    }
    const titles = new Map(room.now.places.features.map((feature) => [placeFeature.identifier(feature), placeFeature.title(feature)]));
    const rows = decisions.map(({ time, place, decision, reasons, text }) => element("tr", {},
      element("td", {}, element("a", { href: rideAddress(ride, Math.max(0, time - 30), time + 30), title: text ?? null }, clockText(time))),
      element("td", {}, titles.get(place) ?? place), element("td", {}, decision), element("td", { class: "long" }, (reasons ?? []).join("; "))));
    const heads = ["Time", "Place", "Decision", "Why"].map((head) => element("th", { scope: "col" }, head));
    room.decisions.replaceChildren(element("section", { "aria-label": "Decisions" }, element("h2", {}, "Decisions of the ride"),
      rows.length === 0 ? element("p", {}, "The ride enters none of the places.")
        : element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of decisions" },
          element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)))));
  },

  // Saving

  async savePlaces() {
    const room = alertsRoom;
    const { places } = room.now;
    try {
      const { hash } = await workspace.post("/api/places", { places, hash: room.data.hash });
      room.data.hash = hash;
      room.saved = places;
      room.showButtons();
      workspace.say("Saved " + countText(places.features.length, "place") + ".");
      workspace.refresh().catch(() => {});
    } catch (error) {
      if (error.status !== 409) {
        workspace.sayError(error);
        return;
      }
      await room.load(true);
      workspace.say("The file of places changed meanwhile. The room shows its newer places; Undo in this room brings yours back.", { isFault: true });
    }
  },

  async savePolicy() {
    const room = alertsRoom;
    const name = room.file.value.trim();
    if (name === "") {
      workspace.say("Give the policy a name first.");
      room.file.focus();
      return;
    }
    try {
      const { now } = room;
      const { file } = await workspace.post("/api/policy", { name, policy: now.words, profile: room.policyOf(now.profile)?.file ? null : now.profile });
      workspace.say("Saved " + file + ".");
      await room.load();
      const policy = room.policyOf(file);
      if (policy) room.edit({ profile: file, words: policy.values }, null);
    } catch (error) {
      workspace.sayError(error);
    }
  },
};

registerRoom(alertsRoom);
