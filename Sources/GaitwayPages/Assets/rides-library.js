import { colour, durationText, element, percentText } from "./kit.js";
import { preparedCanvas } from "./lanes.js";
import { answerText, unknownStripes } from "./live-phone.js";
import { countText, workspace } from "./workspace.js";

// The library of rides: which rides there are, which of them are shown in which order, and which are chosen.

/** Letters of a ride's `answer`, as the names of colours. */
const rideAnswerNames = { s: "stationary", w: "walking", r: "running", c: "cycling", a: "automotive", n: "none",
  u: "unknown" };

/** The rides of the workspace, those that are shown, and those that are chosen. */
export const rideLibrary = {
  /** All rides by their name. */
  all: new Map(),
  /** The rides that pass the filters, in order. */
  shown: [],
  /** The names of the chosen rides. */
  chosen: new Set(),
  /** What is shown; `only` is null or `{title, names}` of rides that another part of the page asked for. */
  filter: { text: "", user: null, label: null, state: null, only: null },
  order: "name",
  listeners: [],
  isLoading: false,
  isStale: false,

  /** Calls back after `what`: "rides" (other rides, or another order) or "chosen". */
  listen(callback) {
    rideLibrary.listeners.push(callback);
  },

  announce(what) {
    for (const listener of rideLibrary.listeners) listener(what);
  },

  /** Loads the rides; while the server reads many, not all the time. */
  async load() {
    if (rideLibrary.isLoading) {
      rideLibrary.isStale = true;
      return;
    }
    rideLibrary.isLoading = true;
    const start = performance.now();
    try {
      const { rides } = await workspace.get("/api/rides");
      rideLibrary.take(rides);
    } catch {
      // The shell says that the server is away; the list stays as it was until the next try.
      rideLibrary.isStale = true;
    }
    const pause = Math.max(rideLibrary.isStale ? 2000 : 500, 4 * (performance.now() - start));
    setTimeout(() => {
      rideLibrary.isLoading = false;
      if (!rideLibrary.isStale) return;
      rideLibrary.isStale = false;
      rideLibrary.load();
    }, pause);
  },

  take(rides) {
    rideLibrary.all = new Map(rides.map((ride) => [ride.ride, ride]));
    for (const ride of rides) addRideFigures(ride);
    for (const name of [...rideLibrary.chosen]) if (!rideLibrary.all.has(name)) rideLibrary.chosen.delete(name);
    rideLibrary.isLoaded = true;
    rideLibrary.arrange();
  },

  /** Takes new labels of some rides over. */
  labelled(labels) {
    for (const [name, spans] of Object.entries(labels)) {
      const ride = rideLibrary.all.get(name);
      if (ride === undefined) continue;
      // Another object, so that rows see that it is new.
      const changed = { ...ride, labels: spans };
      addRideFigures(changed);
      rideLibrary.all.set(name, changed);
    }
    rideLibrary.arrange({ keepsOrder: true });
  },

  /** Applies filters and order. After a label the order stays, so that no row jumps away under the hand. */
  arrange({ keepsOrder = false } = {}) {
    if (keepsOrder) rideLibrary.shown = rideLibrary.shown.map(({ ride }) => rideLibrary.all.get(ride)).filter(Boolean);
    else {
      rideLibrary.shown = [...rideLibrary.all.values()].filter(rideFilter(rideLibrary.filter));
      rideLibrary.shown.sort(rideOrders[rideLibrary.order].compare);
    }
    rideLibrary.announce("rides");
  },

  /** Chooses exactly these rides. */
  choose(names) {
    rideLibrary.chosen = new Set(names);
    rideLibrary.announce("chosen");
  },

  /** The chosen rides. */
  get selection() {
    return [...rideLibrary.chosen].map((name) => rideLibrary.all.get(name)).filter(Boolean);
  },

  /** Labels rides as the model answers where it is sure, and says what is left. */
  async accept(rides) {
    const answer = await workspace.change("/api/accept", { rides: rides.map(({ ride }) => ride) }, null);
    if (answer === null) return;
    const { seconds, waiting, doubtful } = answer;
    const said = seconds > 0 ? "Labelled " + durationText(seconds) + " as the model says."
      : waiting > 0 ? "" : "Nothing new: the model is not sure of any time without a label.";
    const rest = doubtful.count === 0 ? ""
      : " It doubts " + countText(doubtful.count, "stretch", "stretches") + ", " + durationText(doubtful.seconds) +
        ": see Label next.";
    const later = waiting === 0 ? "" : " " + countText(waiting, "ride") + " will be read first: try again then.";
    workspace.say((said + rest + later).trim(), { undo: seconds > 0 });
  },

  /** Deletes rides with their labels, which Undo brings back. */
  async remove(rides) {
    const name = rides.length === 1 ? rides[0].ride : countText(rides.length, "ride");
    const answer =
      await workspace.change("/api/remove", { rides: rides.map(({ ride }) => ride) }, "Deleted " + name + ".");
    if (answer !== null) rideLibrary.choose([]);
  },

  /** Labels the whole of some rides, or with `isRest` what has no label; null takes the labels away. */
  async label(rides, activity, isRest = false) {
    if (workspace.isReadOnly || rides.length === 0) return;
    const name = rides.length === 1 ? rides[0].ride : countText(rides.length, "ride");
    const done = activity === null ? "Took the labels of " + name + " away."
      : (isRest ? "Labelled the rest of " : "Labelled ") + name + " as " + answerText(activity) + ".";
    await workspace.change("/api/labels",
      { rides: rides.map(({ ride }) => ride), change: { kind: isRest ? "rest" : "all", activity } }, done);
  },
};

/** Adds what filters, orders and rows ask of a ride. */
function addRideFigures(ride) {
  const duration = ride.duration ?? 0;
  ride.seconds = new Map();
  ride.labelled = 0;
  for (const [from, to, activity] of ride.labels ?? []) {
    ride.seconds.set(activity, (ride.seconds.get(activity) ?? 0) + to - from);
    ride.labelled += to - from;
  }
  let doubt = 0;
  for (const digit of ride.doubt ?? "") doubt += digit >= "0" && digit <= "9" ? Number(digit) : 0;
  ride.meanDoubt = ride.doubt ? doubt / (9 * ride.doubt.length) : 0;
  ride.unlabelled = duration > 0 ? Math.max(0, 1 - ride.labelled / duration) : 1;
  ride.when = ride.origin ?? ride.modified ?? 0;
  ride.searched = [ride.ride, ride.device, ride.logger, ride.user, ride.placement, ride.mode,
    ride.notes].filter(Boolean).join("\n").toLowerCase();
}

export const rideNameOrder = new Intl.Collator("en", { numeric: true });
const byRideName = (one, other) => rideNameOrder.compare(one.ride, other.ride);
export const rideOrders = {
  name: { title: "by name", compare: byRideName },
  date: { title: "newest first", compare: (one, other) => other.when - one.when || byRideName(one, other) },
  length: { title: "longest first", compare: (one, other) => (other.duration ?? -1) - (one.duration ?? -1) ||
    byRideName(one, other) },
  doubt: { title: "most doubt first", compare: (one, other) => other.meanDoubt - one.meanDoubt ||
    byRideName(one, other) },
  unlabelled: { title: "unlabelled first", compare: (one, other) => other.unlabelled - one.unlabelled ||
    byRideName(one, other) },
};

/** A predicate of the rides that pass. */
function rideFilter({ text, user, label, state, only }) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (ride) => {
    if (only !== null && !only.names.has(ride.ride)) return false;
    if (user !== null && (ride.user ?? "") !== user) return false;
    if (state !== null && ride.state !== state) return false;
    if (label === "with" && ride.labelled === 0) return false;
    if (label === "without" && ride.labelled > 0) return false;
    if (label === "partly" && (ride.labelled === 0 || ride.unlabelled < 0.01)) return false;
    if (label !== null && !["with", "without", "partly"].includes(label) && !ride.seconds.has(label)) return false;
    return words.every((word) => ride.searched.includes(word));
  };
}

/** The two largest parts of a whole in words, by their activity. */
function largestParts(parts, whole) {
  return [...parts].sort((one, other) => other[1] - one[1]).slice(0, 2)
    .map(([name, part]) => answerText(name) + " " + percentText(Math.min(1, part / whole))).join(", ");
}

/** The labels of a ride in words: "walking 62 %, automotive 30 %". */
export function rideLabelText(ride) {
  if (ride.labelled === 0) return "no label";
  const duration = ride.duration || ride.labelled;
  const text = largestParts(ride.seconds, duration);
  return ride.seconds.size > 2 ? text + ", " + (ride.seconds.size - 2) + " more" : text;
}

/** The model's guess in words: "walking 62 %, automotive 30 %"; empty before the ride is read. */
export function rideGuessText(ride) {
  const counts = new Map();
  for (const letter of ride.answer ?? "") {
    const name = rideAnswerNames[letter];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return largestParts(counts, all);
}

/** Draws a ride's small picture: its labels above, the answer in the middle, the doubt below. */
export function drawRidePicture(canvas, ride) {
  const prepared = preparedCanvas(canvas, 36);
  if (prepared === null) return;
  const { context, width } = prepared;
  const duration = ride.duration ?? 0;
  const [truthHeight, top, answerHeight, doubtTop] = [10, 12, 16, 30];
  context.fillStyle = colour("rule");
  context.fillRect(0, truthHeight - 1, width, 1);
  for (const [from, to, activity] of duration > 0 ? ride.labels ?? [] : []) {
    const left = (Math.max(0, from) / duration) * width;
    context.fillStyle = colour(activity);
    context.fillRect(left, 0, Math.max((Math.min(to, duration) / duration) * width - left, 1), truthHeight);
  }
  const answer = ride.answer ?? "";
  if (answer === "") {
    context.fillStyle = unknownStripes(context);
    context.fillRect(0, top, width, answerHeight);
    return;
  }
  const step = width / answer.length;
  let stripes = null;
  for (let index = 0; index < answer.length; ) {
    let end = index + 1;
    while (end < answer.length && answer[end] === answer[index]) end += 1;
    const name = rideAnswerNames[answer[index]];
    if (name !== undefined) {
      context.fillStyle = name === "unknown" ? (stripes ??= unknownStripes(context)) : colour(name);
      context.fillRect(index * step, top, (end - index) * step, answerHeight);
    }
    index = end;
  }
  context.fillStyle = colour("ink");
  for (let index = 0; index < (ride.doubt ?? "").length; index += 1) {
    const doubt = Number(ride.doubt[index]) / 9;
    if (!(doubt > 0.15) || answer[index] === ".") continue;
    context.globalAlpha = 0.25 + 0.75 * doubt;
    context.fillRect(index * step, doubtTop + 6 * (1 - doubt), Math.max(step - 0.5, 1), 6 * doubt);
  }
  context.globalAlpha = 1;
}

/** What the small pictures and their colours mean. */
export function rideLegend() {
  const part = (kind, text) => element("span", {}, element("i", { class: "rides-key " + kind }), text);
  return element("p", { class: "keys rides-legend" },
    part("is-label", "your labels"), part("is-guess", "the model's guess"), part("is-doubt", "how much it doubts"),
    ...Object.values(rideAnswerNames)
      .map((name) => element("span", {}, element("i", { class: "swatch " + name }), answerText(name))));
}
