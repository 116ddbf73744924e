"use strict";

// What every page with a script has: its data, elements without markup in strings, colours that follow the theme.

/** The page's data, which the page holds as JSON. */
const pageData = JSON.parse(document.getElementById("page-data").textContent);

/**
 * An element of HTML, or of SVG where the name begins with "svg:".
 * Text becomes text, so that no name can become markup.
 */
function element(name, attributes = {}, ...children) {
  const made = name.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** The value of one of the style sheet's variables, as `colour("walking")`; follows the theme. */
function colour(name) {
  let value = colour.known.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim() || "transparent";
    colour.known.set(name, value);
  }
  return value;
}
colour.known = new Map();

/** Calls back when the page turns dark or light, is resized or is about to be printed: whatever is drawn has to be drawn again. */
function onLookChange(callback) {
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

/** Numbers of one of the page's arrays, which it holds as the base 64 of little-endian ones: `decoded(text, Int16Array)`. */
function decoded(text, kind) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return new kind(bytes.buffer);
}

/** The index of the last element that is not above `value`; -1 if there is none. */
function lastNotAbove(sorted, value) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
