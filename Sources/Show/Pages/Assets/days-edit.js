"use strict";

// What a person can set right in an item of a day: each press is a correction of the store, or makes it forget.

/** A moment in seconds as the store reads it. */
function momentText(seconds) {
  return new Date(Math.round(1000 * seconds)).toISOString();
}

/** The form of the item that was chosen. */
class DayEditor {
  /** @param done called after each change. */
  constructor(done) {
    this.done = done;
    this.element = element("section", { class: "days-edit", "aria-label": "Corrections of the chosen item", hidden: true });
  }

  /** Shows what can be corrected of a row of the day; null hides the form. */
  show(row, rows) {
    this.element.hidden = row === null || workspace.isReadOnly;
    this.element.replaceChildren();
    if (this.element.hidden) return;
    const [before, after] = [rows[row.index - 1] ?? null, rows[row.index + 1] ?? null];
    const span = row.kind === "section" ? row.section : row.item;
    this.element.append(
      element("h3", {}, row.words.name + ", " + dayClock(span.start) + " to " + dayClock(span.end)),
      ...(row.kind === "visit" ? this.visitParts(row.item) : row.kind === "section" ? this.sectionParts(row.section) : []),
      ...this.joinParts(row, before, after),
      ...(row.kind === "gap" ? [] : [this.cutPart(span)]),
      this.forgetParts(span, row.kind === "visit" ? visitSpot(row.item) : null));
  }

  button(text, press) {
    return element("button", { type: "button", class: "plain", onclick: press }, text);
  }

  group(title, ...parts) {
    return element("fieldset", {}, element("legend", {}, title), ...parts);
  }

  visitParts(item) {
    const place = pageData.places[item.place];
    if (place === undefined) return [];
    const reference = { identifier: place.id };
    const name = element("input", { class: "field", "aria-label": "Name of the place", value: place.name ?? "", placeholder: placeText(place), maxlength: 200 });
    const radius = element("input", { class: "field", type: "number", min: 5, max: 5000, step: 5, "aria-label": "Radius in metres", value: Math.round(place.radius) });
    const saveName = () => name.value.trim() && this.correct({ kind: "name", place: reference, name: name.value.trim() });
    name.addEventListener("keydown", (event) => event.key === "Enter" && saveName());
    const others = pageData.places.filter((other) => other !== place);
    const other = element("select", { class: "field", "aria-label": "The other place" }, ...others.map((one) => element("option", { value: one.id }, placeText(one))));
    return [
      this.group("The place", name, this.button("Name it", saveName)),
      this.group("Its radius in metres", radius, this.button("Set the radius", () => this.correct({ kind: "radius", place: reference, radius: Number(radius.value) }))),
      ...(others.length === 0 ? [] : [this.group("It is the same place as", other,
        this.button("Join the places", () => this.correct({ kind: "same-place", place: reference, into: { identifier: other.value } })))]),
    ];
  }

  sectionParts(section) {
    const [from, to] = [momentText(section.start), momentText(section.end)];
    return [this.group("The activity was", ...Object.entries(activityWords).map(([activity, word]) =>
      element("button", { type: "button", class: "plain", "aria-pressed": String(activity === section.activity),
        onclick: () => this.correct({ kind: "activity", from, to, activity }) }, word)))];
  }

  /** Joins the item with its neighbours: into one visit, or one move. */
  joinParts(row, before, after) {
    const [from, to] = [(before ?? row).item.start, (after ?? row).item.end];
    const buttons = [];
    const join = (text, kind, start, end) =>
      buttons.push(this.button(text, () => this.correct({ kind, from: momentText(start), to: momentText(end) })));
    const isVisit = (one) => one?.kind === "visit";
    const isMove = (one) => one?.kind === "section";
    const isOther = (one) => one !== null && one.item !== row.item;
    if (isOther(before) && (isVisit(row) || isVisit(before))) join("One visit with the item before", "visit", from, row.item.end);
    if (isOther(after) && (isVisit(row) || isVisit(after))) join("One visit with the item after", "visit", row.item.start, to);
    if (isVisit(row) && isMove(before) && isMove(after)) join("I was not there: one move", "move", from, to);
    if (isMove(row) && isVisit(before) && isVisit(after) && isOther(before)) join("I did not leave: one visit", "visit", from, to);
    return buttons.length === 0 ? [] : [this.group("Join", ...buttons)];
  }

  /** Cuts the item at a time that a handle sets. */
  cutPart(span) {
    const time = element("output", {});
    const handle = element("input", { type: "range", "aria-label": "Where to cut", min: Math.ceil(span.start), max: Math.floor(span.end), step: 10, value: Math.round((span.start + span.end) / 2) });
    const say = () => { time.textContent = dayClock(Number(handle.value)); };
    handle.addEventListener("input", say);
    say();
    return this.group("Cut it in two at", handle, time, this.button("Cut", () => this.correct({ kind: "split", at: momentText(Number(handle.value)) })));
  }

  forgetParts(span, spot) {
    const [from, to] = [momentText(span.start), momentText(span.end)];
    const asked = element("div", { class: "days-asked", role: "status" });
    const ask = (what) => this.forget(what, asked);
    return this.group("Delete for good", this.button("This time", () => ask({ from, to })),
      this.button("This day", () => ask({ from: momentText(pageData.days[0].start), to: momentText(pageData.days[0].end) })),
      spot === null ? null : this.button("All near here", () => ask({ latitude: spot.latitude, longitude: spot.longitude, radius: spot.radius ?? 100 })), asked);
  }

  async correct(correction) {
    try {
      const { command } = await workspace.post("/api/days/correct", correction);
      workspace.say("Corrected. The same by hand: " + command);
      this.done();
    } catch (error) {
      workspace.sayError(error);
    }
  }

  /** Says what would go, and deletes it only if the person agrees. */
  async forget(what, asked) {
    try {
      const count = await workspace.post("/api/days/forget", { ...what, trial: true });
      const parts = [[count.fixes, "fix", "fixes"], [count.reports, "report", "reports"], [count.items, "imported item", "imported items"], [count.corrections, "correction", "corrections"]]
        .filter(([number]) => number > 0).map(([number, one, many]) => number.toLocaleString("en") + " " + (number === 1 ? one : many));
      if (parts.length === 0) return asked.replaceChildren("There is nothing to delete.");
      const really = this.button("Delete them", async () => {
        try {
          await workspace.post("/api/days/forget", what);
          workspace.say("Deleted: " + parts.join(", ") + ".");
          this.done();
        } catch (error) {
          workspace.sayError(error);
        }
      });
      asked.replaceChildren("This deletes " + parts.join(", ") + ". It cannot be taken back. The same by hand: ", element("code", {}, count.command), " ", really, this.button("Keep them", () => asked.replaceChildren()));
      really.focus();
    } catch (error) {
      workspace.sayError(error);
    }
  }
}
