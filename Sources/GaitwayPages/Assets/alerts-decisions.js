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

const decisionWords = { deliver: "shown", defer: "waits", skip: "not shown", drop: "not shown" };

/** The decisions about places, whose titles are by identifier, as a list. */
export function decisionList(decisions, ride, titles) {
  if (decisions.length === 0) return element("p", { class: "aside" }, "The phone enters no place on this ride.");
  const items = decisions.map(({ time, place, decision, reasons, text }) => element("li", {},
    element("div", { class: "alerts-decision" },
      element("a", { href: rideAddress(ride, Math.max(0, time - 30), time + 30), title: text ?? null },
        clockText(time)),
      element("b", {}, titles.get(place) ?? place),
      element("span", { class: "alerts-word" + (decision === "deliver" ? " is-shown" : "") },
        decisionWords[decision] ?? decision)),
    element("small", {}, (reasons ?? []).join("; "))));
  return element("ol", { class: "alerts-decisions", tabindex: 0, "aria-label": "Decisions, in their order" }, ...items);
}
