// SPDX-License-Identifier: Apache-2.0
import { colour, element, pageData } from "./kit.js";
import { Lane } from "./lanes.js";

// The labels that a person presses: their buttons, and their lane.

/** The part of a phone's view with the labels of its recording. */
export function labelPart(view) {
  const buttons = new Map(pageData.activities.filter((name) => name !== "none").map((name) => [name,
    element("button", { type: "button", class: "activity-button " + name, "aria-pressed": "false",
      onclick: () => view.onLabel(name) }, element("i", { class: "swatch" }), name)]));
  const end = element("button", { type: "button", class: "activity-button", disabled: true,
    onclick: () => view.onLabel(null) }, "End label");
  const told = element("p", { class: "aside" });
  const above = element("div", { class: "phone-labels" }, element("h3", {}, "What are you doing now?"),
    element("div", { role: "group", "aria-label": "Label from now on" }, ...buttons.values(), end), told);
  const lane = new Lane(view.axis, { name: "your labels", height: 16, label: "Your labels over the last minutes",
    draw: (...drawing) => drawLabels(...drawing, view.recording ?? null) });
  const update = () => {
    const label = view.recording?.label ?? null;
    for (const [name, button] of buttons) button.setAttribute("aria-pressed", String(name === label));
    end.disabled = label === null;
    told.textContent = label === null ? "Press what you are doing. The label begins at that moment."
      : "Labelled as " + label + " until you press another one.";
    lane.redraw();
  };
  return { lanes: [lane], above, update };
}

/** Draws the labels of a recording; its times count from its first sample. */
function drawLabels(context, width, height, axis, recording) {
  context.fillStyle = colour("rule");
  context.fillRect(0, height - 1, width, 1);
  if (recording === null || recording.first === null) return;
  for (const [index, [time, activity]] of recording.labels.entries()) {
    if (activity === null) continue;
    const end = recording.labels[index + 1]?.[0] ?? recording.last;
    const left = axis.x(time - recording.first, width);
    const right = axis.x(end - recording.first, width);
    if (right < 0 || left > width) continue;
    context.fillStyle = colour(activity);
    context.fillRect(left, 0, Math.max(right - left, 1), height);
  }
}
