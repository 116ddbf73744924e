// Parts of every page with a script: its data, elements, colours that follow the theme, figures in words.

/** The page's data, which the page holds as JSON. */
export const pageData = JSON.parse(document.getElementById("page-data").textContent);

/**
 * An element of HTML, or of SVG where the name begins with "svg:".
 * Text becomes text, so that no name can become markup; bytes of names that are not UTF-8 appear as letters.
 */
export function element(name, attributes = {}, ...children) {
  const made = name.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined)
    .map((child) => (typeof child === "string" ? shownName(child) : child)));
  return made;
}

/** A name for people: the server keeps bytes that are not UTF-8 as characters for private use, see ForeignName. */
export function shownName(text) {
  return text.replace(/[\u{10F780}-\u{10F7FF}]/gu, (letter) => String.fromCharCode(letter.codePointAt(0) & 0xff));
}

/** Whether an event comes from within an element of a selector. */
export function isWithin({ target }, selector) {
  return target instanceof Element && target.closest(selector) !== null;
}

/** The value of one of the style sheet's variables, as `colour("walking")`; follows the theme. */
export function colour(name) {
  let value = colour.known.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim() || "transparent";
    colour.known.set(name, value);
  }
  return value;
}
colour.known = new Map();

/** Calls back when the page turns dark or light, is resized or is about to be printed: redraw everything then. */
export function onLookChange(callback) {
  onLookChange.callbacks.push(callback);
}
onLookChange.callbacks = [];
{
  const changed = () => {
    colour.known.clear();
    for (const callback of onLookChange.callbacks) callback();
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  matchMedia("print").addEventListener("change", changed);
  addEventListener("beforeprint", changed);
  addEventListener("resize", changed);
}

/**
 * Numbers of one of the page's arrays, which it holds as the base 64 of little-endian ones: `decoded(text,
 * Int16Array)`.
 */
export function decoded(text, kind) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new kind(bytes.buffer);
}

/** The index of the last element of an ascending list that is at most `value`; -1 if every element is greater. */
export function lastNotAbove(sorted, value) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

// Figures for people, as the pages' Swift writes them: one narrow space that does not break before each unit.

export const shortMonths = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"];

/** A number with its unit, as "87 %". */
export function unitText(number, unit) {
  return number + "\u202f" + unit;
}

/** A share from 0 to 1 as a whole percentage: "87 %"; a dash for a share that does not exist. */
export function percentText(share) {
  return share === null || share === undefined ? "–" : unitText(Math.round(100 * share), "%");
}

/** Seconds in their two largest units: "45 s", "38 min" or "1 h 12 min". */
export function durationText(seconds) {
  if (seconds < 59.5) return unitText(Math.max(0, Math.round(seconds)), "s");
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return unitText(minutes, "min");
  return unitText(Math.floor(minutes / 60), "h") + (minutes % 60 === 0 ? "" : " " + unitText(minutes % 60, "min"));
}

/** Metres, or kilometres from one on: "840 m" or "4.1 km". */
export function distanceText(metres) {
  return metres < 999.5 ? unitText(Math.round(metres), "m") : unitText((metres / 1000).toFixed(1), "km");
}

/** Metres per second as whole kilometres per hour: "36 km/h". */
export function speedText(metresPerSecond) {
  return unitText(Math.round(metresPerSecond * 3.6), "km/h");
}
