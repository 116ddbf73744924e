import { clockText } from "./axis.js";
import { colour, durationText, element, pageData } from "./kit.js";
import { answerText } from "./live-phone.js";
import { drawRidePicture, rideLibrary } from "./rides-library.js";
import { labelButtons } from "./rides-panel.js";
import { rideAddress, workspace } from "./workspace.js";

// What to label next: the stretches that would teach most, each with buttons.

/** How many stretches are shown at first, and with each press of "Show more". */
const nextPage = 30;

/** The tab. */
export class RidesNext {
  constructor() {
    this.measure = element("p", { class: "lead" });
    this.list = element("ol", { class: "next-list" });
    this.told = element("p", { class: "aside", role: "status" });
    this.more = element("button", { type: "button", class: "plain", hidden: true, onclick: () => this.showMore() },
      "Show more");
    this.again = element("button", { type: "button", class: "plain", onclick: () => this.load() },
      "Load the list again");
    this.element = element("div", { class: "rides-next" }, this.measure,
      element("div", { class: "next-tools" }, this.again,
        element("span", { class: "aside", id: "next-keys" },
          "Arrow keys go from stretch to stretch, keys 1 to 6 label, Enter opens.")),
      this.told, this.list, this.more);
    this.list.addEventListener("keydown", (event) => this.press(event));
    this.items = [];
  }

  show() {
    if (this.items.length === 0) this.load();
  }

  async load() {
    this.again.disabled = true;
    this.told.textContent = "Looking for stretches …";
    try {
      const { measure, stretches } = await workspace.get("/api/next");
      this.measure.textContent = stretches.length === 0 ? "" : measure ?? "";
      this.stretches = stretches;
      this.items = [];
      this.list.replaceChildren();
      this.told.textContent = stretches.length === 0
        ? rideLibrary.all.size === 0 ? "Add rides first. What would teach a model most is then listed here."
          : "There is nothing to label next: all rides that were read are labelled, or none was read yet." : "";
      this.showMore();
    } catch (error) {
      this.told.textContent = "The list could not be loaded. " + (error.text ?? "");
    }
    this.again.disabled = false;
  }

  showMore() {
    const start = this.items.length;
    for (const stretch of this.stretches.slice(start, start + nextPage)) {
      const item = this.item(stretch);
      this.items.push(item);
      this.list.append(item.element);
      this.draw(item);
    }
    this.more.hidden = this.items.length >= this.stretches.length;
  }

  item(stretch) {
    const { ride, from, to, value, answer, why } = stretch;
    const canvas = element("canvas", { class: "next-picture", "aria-hidden": "true" });
    const link = element("a", { href: rideAddress(ride, from, to) }, ride);
    const state = element("span", { class: "next-state", role: "status" });
    const item = { stretch, canvas, link, state };
    const reasons = { far: "unlike the rides that the model knows",
      doubt: value < 0.05 ? "the model is nearly sure; your label would confirm it"
        : value < 0.5 ? "the model hesitates a little" : "the model hesitates" };
    item.buttons = labelButtons((name) => this.label(item, name), { what: "Label as" });
    item.element = element("li", { class: "next-item" },
      element("div", { class: "next-what" }, link,
        element("span", {}, clockText(from) + " to " + clockText(to) + " (" + durationText(to - from) + ")"),
        element("span", {}, (reasons[why] ?? why) + (answer ? "; its guess: " + answerText(answer) : ""))),
      canvas,
      workspace.isReadOnly
        ? null : element("div", { class: "next-buttons", role: "group", "aria-label": "Label this stretch" },
          ...item.buttons), state);
    return item;
  }

  /** Draws the ride with a frame around the stretch. */
  draw({ canvas, stretch }) {
    const ride = rideLibrary.all.get(stretch.ride);
    if (ride === undefined || !(ride.duration > 0)) return;
    drawRidePicture(canvas, ride);
    const width = canvas.clientWidth;
    if (width === 0) return;
    const context = canvas.getContext("2d");
    const left = (stretch.from / ride.duration) * width;
    const right = Math.max((stretch.to / ride.duration) * width, left + 4);
    context.save();
    context.globalAlpha = 0.65;
    context.fillStyle = colour("paper");
    context.fillRect(0, 0, left, 36);
    context.fillRect(right, 0, width - right, 36);
    context.globalAlpha = 1;
    context.strokeStyle = colour("ink");
    context.lineWidth = 2;
    context.strokeRect(Math.max(1, left), 1, Math.min(right, width - 1) - Math.max(1, left), 34);
    context.restore();
  }

  redraw() {
    for (const item of this.items) this.draw(item);
  }

  async label(item, activity) {
    const { ride, from, to } = item.stretch;
    const answer = await workspace.change("/api/labels", { rides: [ride], change: { kind: "put", from, to, activity } },
      "Labelled " + durationText(to - from) + " of " + ride + " as " + answerText(activity) + ".");
    if (answer === null) return;
    this.mark(item, activity);
  }

  /** Notes which of the stretches have lost the label that they got here, as after an undo. */
  labelled() {
    for (const item of this.items) {
      if (item.activity === undefined) continue;
      const middle = (item.stretch.from + item.stretch.to) / 2;
      const labels = rideLibrary.all.get(item.stretch.ride)?.labels ?? [];
      if (!labels.some(([from, to, activity]) => from <= middle && middle <= to && activity === item.activity))
        this.mark(item, undefined);
    }
  }

  /** Shows which label a stretch got here; undefined for none. */
  mark(item, activity) {
    item.activity = activity;
    item.state.textContent = activity === undefined ? "" : "✓ " + answerText(activity);
    item.element.classList.toggle("is-done", activity !== undefined);
    for (const [index, button] of item.buttons.entries())
      button.setAttribute("aria-pressed", String(pageData.activities[index] === activity));
    this.draw(item);
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.items.findIndex((item) => item.element.contains(event.target));
    if (index < 0) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = this.items[index + (event.key === "ArrowDown" ? 1 : -1)];
      next?.link.focus();
    } else if (/^[1-6]$/.test(event.key) && !workspace.isReadOnly) {
      event.preventDefault();
      this.label(this.items[index], pageData.activities[event.key - 1]);
      this.items[index + 1]?.link.focus();
    }
  }
}
