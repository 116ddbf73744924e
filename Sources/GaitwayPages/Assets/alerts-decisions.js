import { clockText } from "./axis.js";
import { colour, element } from "./kit.js";
import { rideAddress } from "./workspace.js";

// The decisions of the ride that is tried, on the map and in words.

/** Draws a decision: a full dot where an alert is shown, a crossed ring where it is held or dropped. */
export function drawDecision(context, /** @type {number[]} */ [x, y], decision) {
  const isShown = decision === "deliver";
  context.beginPath();
  context.arc(x, y, 7, 0, 2 * Math.PI);
  context.fillStyle = colour(isShown ? "accent" : "paper");
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = colour(isShown ? "paper" : "ink");
  context.stroke();
  context.beginPath();
  for (const [dx, dy] of isShown ? [[-3, 0], [-1, 2.5], [3.5, -2.5]] : [[-4.5, 4.5], [4.5, -4.5]])
    context.lineTo(x + dx, y + dy);
  context.stroke();
}

/** The decisions about places, whose titles are by identifier, as a table. */
export function decisionTable(decisions, ride, titles) {
  if (decisions.length === 0) return element("p", {}, "The phone reports no entry into a place on this ride.");
  const rows = decisions.map(({ time, place, decision, reasons, text }) => element("tr", {},
    element("th", { scope: "row" },
      element("a", { href: rideAddress(ride, Math.max(0, time - 30), time + 30), title: text ?? null },
        clockText(time))),
    element("td", { "data-name": "place" }, titles.get(place) ?? place),
    element("td", { "data-name": "decision" }, decision),
    element("td", { class: "long", "data-name": "why" }, (reasons ?? []).join("; "))));
  const heads = ["Time", "Place", "Decision", "Why"].map((head) => element("th", { scope: "col" }, head));
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of decisions" },
    element("table", { class: "stack" }, element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...rows)));
}
