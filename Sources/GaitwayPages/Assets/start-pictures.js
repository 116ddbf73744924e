import { element } from "./kit.js";

// The pictures of the start page: one for each door, drawn in the colours of the activities.

/** A drawing of 120 by 72, which says nothing to screen readers: its door has words. */
function drawing(...parts) {
  return element("svg:svg", { viewBox: "0 0 120 72", class: "start-picture", "aria-hidden": "true" }, ...parts);
}

function rectangle(x, y, width, height, name, more = {}) {
  return element("svg:rect", { x, y, width, height, class: name, ...more });
}

function line(d, name, more = {}) {
  return element("svg:path", { d, class: "start-line " + name, ...more });
}

/** A phone whose motion leaves it as a wave. */
function phonePicture() {
  return drawing(
    rectangle(14, 6, 32, 60, "start-body", { rx: 6 }),
    rectangle(19, 13, 22, 40, "start-screen", { rx: 2 }),
    element("svg:circle", { cx: 30, cy: 59.5, r: 2.2, class: "start-body-mark" }),
    line("M21 33h3l2-9 4 19 4-15 2 5h3", "walking", { "stroke-width": 2 }),
    line("M56 24q8 12 0 24M66 17q13 19 0 38M76 10q18 26 0 52", "is-quiet"));
}

/** A ride's lanes: its acceleration above, and below it the answer. */
function ridesPicture() {
  let wave = "M8 26";
  for (let x = 8; x <= 112; x += 1) {
    // A walk sways, a car trembles, and a run leaps.
    const height = x < 44 ? 8 * Math.sin(x * 0.95) : x < 88 ? 2.2 * Math.sin(x * 2.3) * Math.cos(x * 0.31)
      : 17 * Math.sin(x * 1.3);
    wave += "L" + x + " " + (24 + height).toFixed(1);
  }
  const lane = (y, height, parts) => parts.map(([x, width, name]) => rectangle(x, y, width, height, name));
  return drawing(
    line(wave, ""),
    ...lane(46, 12, [[8, 36, "walking"], [44, 44, "automotive"], [88, 24, "running"]]),
    ...lane(61, 4, [[8, 36, "walking"], [44, 38, "automotive"], [88, 24, "running"]]));
}

/** A day as a path between places. */
function daysPicture() {
  const place = (cx, cy, name) => element("svg:circle", { cx, cy, r: 6.5, class: "start-place " + name });
  return drawing(
    line("M18 54C28 30 36 52 50 40", "walking", { "stroke-width": 4 }),
    line("M50 40C62 28 72 58 100 22", "automotive", { "stroke-width": 4 }),
    line("M100 22C88 66 50 70 18 54", "cycling", { "stroke-width": 4, "stroke-dasharray": "1 7" }),
    place(18, 54, "is-end"), place(50, 40, ""), place(100, 22, "is-end"));
}

/** An alert at a place's circle: it waits until the car has stopped. */
function alertsPicture() {
  return drawing(
    element("svg:circle", { cx: 44, cy: 38, r: 26, class: "start-circle" }),
    line("M4 58L32 46", "automotive", { "stroke-width": 4 }),
    line("M32 46L44 38", "walking", { "stroke-width": 4 }),
    element("svg:circle", { cx: 44, cy: 38, r: 5, class: "start-place is-end" }),
    rectangle(66, 14, 48, 26, "start-note", { rx: 6 }),
    element("svg:path", { d: "M72 40l-7 7 13-7z", class: "start-note" }),
    line("M74 23h26M74 31h32", "is-quiet"));
}

export const startPictures = { phones: phonePicture, rides: ridesPicture, days: daysPicture, alerts: alertsPicture };
