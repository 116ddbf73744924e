import { element, pageData, percentText, unitText } from "./kit.js";
import { countText, rideAddress } from "./workspace.js";

// How a model fared in a comparison: a verdict in a sentence, a table with its column marked, and its wrong answers.

/** Activities as a sentence has them. */
const judgedWords = { stationary: "standing still", walking: "walking", running: "running", cycling: "cycling",
  automotive: "driving", none: "other motion", unknown: "unknown" };

/** What a row of a comparison is called: the built-in model, this one, or one that was only tried. */
function rowTitle(model, row) {
  if (row.model === "built-in") return ["built-in", ""];
  if (row.model === ownRow(model)) return [model.name, "yours"];
  return [row.model, "only tried"];
}

/** The row of a comparison that is the model itself, as the server says; undefined if the model was made elsewhere. */
function ownRow(model) {
  return model.comparison.made ?? undefined;
}

/** The windows of a row by their truth. */
function windowCounts({ right, confusion }) {
  const counts = new Map(Object.entries(right ?? {}));
  for (const { truth, windows } of confusion) counts.set(truth, (counts.get(truth) ?? 0) + windows);
  return counts;
}

/** What a model mixes up most, in a sentence; empty for one without errors. */
function confusionText(row) {
  const counts = windowCounts(row);
  const shares = row.confusion.map((cell) => ({ ...cell, share: cell.windows / counts.get(cell.truth) }));
  const worst = shares.sort((one, other) => other.share - one.share)[0];
  if (worst === undefined || worst.share < 0.01) return "";
  const truth = judgedWords[worst.truth];
  return worst.answer === "unknown"
    ? " It leaves " + percentText(worst.share) + " of " + truth + " unknown."
    : " It takes " + percentText(worst.share) + " of " + truth + " for " + judgedWords[worst.answer] + ".";
}

/** The least gain of accuracy that is worth another model. */
const smallestGain = 0.005;

/** Shares as percentages, with a decimal where whole ones would hide a difference or a fault; a dash for null. */
function sharesText(shares) {
  const known = new Set(shares.filter((share) => share !== null));
  const whole = new Set([...known].map((share) => Math.round(100 * share)));
  const isCoarse = whole.size < known.size || (whole.has(100) && !known.has(1));
  return shares.map((share) =>
    (isCoarse && share !== null ? unitText((100 * share).toFixed(1), "%") : percentText(share)));
}

/**
 * What came of a comparison: `text` in plain words, and whether the model is better than the built-in one; null without
 * a comparison of it.
 */
export function modelVerdict(model) {
  if (!model.comparison) return null;
  const { rows, rides, labelledByModel = 0 } = model.comparison;
  const own = rows.find((row) => row.model === ownRow(model));
  const base = rows.find((row) => row.model === "built-in");
  if (own === undefined) return { text: "It was compared, but not made here.", isBetter: null };
  if (base === undefined || own.problem || base.problem)
    return { text: "It could not be judged" + (own.problem ? ": " + own.problem + "." : "."), isBetter: null };
  const gain = own.accuracy - base.accuracy;
  const isBetter = gain > smallestGain;
  const [ownText, baseText] = sharesText([own.accuracy, base.accuracy]);
  return { isBetter,
    text: "Yours is right " + ownText + " of the time, the built-in model " + baseText + ", on " +
      countText(rides, "ride") + " that were kept out of the training." + confusionText(own) +
      (isBetter ? "" : gain < -smallestGain ? " Keep the built-in model for now. More labelled rides help."
        : " They are equally good on these rides.") +
      (labelledByModel === 0 ? "" : " Both figures are too good, as a model labelled " +
        (labelledByModel === rides ? "" : labelledByModel + " of ") + "these rides: label some yourself.") };
}

/** The figures of a comparison, in the order of its table; `texts` writes all values of a row. */
function comparisonFigures(comparison) {
  const activities = pageData.activities.filter((name) =>
    comparison.rows.some(({ classes }) => classes?.[name] !== undefined));
  const texts = (values) => values.map((value) => (value === null ? "–" : value.toFixed(3)));
  return [
    { title: "right, of all windows", value: ({ accuracy }) => accuracy, texts: sharesText, hasBar: true },
    ...activities.map((name) => ({ title: judgedWords[name], note: "F1", value: ({ classes }) => classes?.[name],
      texts, hasBar: true, name })),
    { title: "mean of the activities", note: "macro-F1", value: ({ macroF1 }) => macroF1, texts },
    { title: "doubt", note: "log-loss, less is better", value: ({ logLoss }) => logLoss, texts, isLess: true },
  ];
}

/** A model's answers by truth, as a table; a press on an error lists its rides. */
function confusionElement({ model, confusion, right }) {
  const cells = new Map(confusion.map((cell) => [cell.truth + " " + cell.answer, cell]));
  const answers = [...pageData.activities, "unknown"];
  const truths = pageData.activities.filter(
    (name) => right?.[name] !== undefined || confusion.some(({ truth }) => truth === name),
  );
  const rides = element("p", { class: "model-errors", role: "status" }, "Press an error to see its rides.");
  const list = ({ truth, answer, windows, rides: found }) => rides.replaceChildren(
    truth + (answer === "unknown" ? " left unknown: " : " taken for " + answer + ": ") + countText(windows, "window") +
      " in ",
    ...found.slice(0, 12)
      .flatMap((ride, index) => [index === 0 ? "" : ", ", element("a", { href: rideAddress(ride) }, ride)]),
    found.length > 12 ? " and " + (found.length - 12) + " more" : "");
  const cell = (truth, answer, total) => {
    const count = truth === answer ? right?.[truth] : (cells.get(truth + " " + answer)?.windows ?? 0);
    if (count === undefined || count === 0) return element("td", { class: "nothing" }, count === 0 ? "0" : "–");
    const figures = [element("b", {}, percentText(count / total)), element("small", {}, count.toLocaleString("en"))];
    const isRight = truth === answer;
    const made = element("td", { class: isRight ? "right" : "wrong" }, ...(isRight ? figures
      : [element("button",
        { type: "button", "aria-label": truth + " answered " + answer + ": " + countText(count, "window"),
          onclick: () => list(cells.get(truth + " " + answer)) }, ...figures)]));
    made.style.setProperty("--share", (count / total).toFixed(3));
    return made;
  };
  return element("div", {},
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Answers of the " + model + " model" },
    element("table", { class: "confusion" },
      element("thead", {},
        element("tr", {}, element("td", { class: "corner" }, element("span", {}, "answer →"),
          element("span", {}, "truth ↓")),
        ...answers.map((name) => element("th", { scope: "col" }, element("span", {}, name))))),
      element("tbody", {}, ...truths.map((truth) => {
        const total = (right?.[truth] ?? 0) +
          confusion.reduce((sum, one) => sum + (one.truth === truth ? one.windows : 0), 0);
        return element("tr", {}, element("th", { scope: "row" }, truth),
          ...answers.map((answer) => cell(truth, answer, total)));
      })))), rides);
}

/** A comparison as a table, with the wrong answers of each model behind it. */
export function comparisonElement(model) {
  const { comparison } = model;
  const rows = comparison.rows;
  const own = ownRow(model);
  const figures = comparisonFigures(comparison).map(({ title, note, value, texts, isLess, hasBar, name }) => {
    const values = rows.map((row) => (row.problem ? null : (value(row) ?? null)));
    const shown = texts(values);
    const known = values.filter((one) => one !== null);
    const best = isLess ? Math.min(...known) : Math.max(...known);
    const cell = (one, index) => {
      const bar = element("i", { class: name ?? null });
      bar.style.width = 100 * (one ?? 0) + "%";
      return element("td", { class: "number" + (rows[index].model === own ? " is-own" : "") },
        one !== null && one === best && known.length > 1
          ? element("b", {}, element("small", {}, "best "), shown[index]) : shown[index],
        hasBar && one !== null ? element("span", { class: "model-bar", "aria-hidden": "true" }, bar) : null);
    };
    return element("tr", {},
      element("th", { scope: "row" }, title, note ? element("small", {}, note) : null), ...values.map(cell));
  });
  const errors = rows.filter(({ confusion }) => confusion !== undefined).map((row) =>
    element("details", {},
      element("summary", {}, "What " + (row.model === own ? model.name : "the " + row.model + " model") + " mixes up"),
      confusionElement(row)));
  return element("div", {},
    element("div", { class: "scroll" }, element("table", { class: "model-table" },
      element("caption", {}, element("span", {}, countText(comparison.rides, "ride") + " in " + comparison.folds +
        " parts, " + Math.round(comparison.minutes) + " min: each part is judged by models of the others")),
      element("thead", {},
        element("tr", {}, element("th", { scope: "col" }, "figure"),
          ...rows.map((row) => {
            const [title, note] = rowTitle(model, row);
            return element("th", { scope: "col", class: "number" + (row.model === own ? " is-own" : "") }, title,
              note ? element("small", {}, note) : null);
          }))),
      element("tbody", {}, ...figures))),
    ...rows.filter(({ problem }) => problem).map((row) =>
      element("p", { class: "aside" }, "The " + row.model + " model is not judged: " + row.problem)),
    ...errors);
}
