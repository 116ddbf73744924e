import { durationText, element, pageData, percentText, shownName } from "./kit.js";
import { answerText } from "./live-phone.js";
import {
  rideGuessText, rideLabelText, rideLegend, rideLibrary, rideNameOrder, rideOrders,
} from "./rides-library.js";
import { countText, dateTimeText, rideAddress, workspace } from "./workspace.js";

// What stands beside the list: filters above it, and the chosen rides with their labels, person, placement and notes.

/** Fills a select with `[value, text]`; keeps what was chosen, also a value that no ride has any more. */
function fillSelect(select, options, value) {
  const key = JSON.stringify(options);
  if (select.dataset.key !== key) {
    select.dataset.key = key;
    select.replaceChildren(...options.map(([word, text]) => element("option", { value: word }, text)));
  }
  if (select.value !== value) select.value = value;
}

/** A button for each activity; `press(name)` is called. With `keys`, the buttons show which key does the same. */
export function labelButtons(press, { keys = false, what = "" } = {}) {
  return pageData.activities.map((name, index) =>
    element("button",
      { type: "button", class: "activity-button " + name, "aria-label": what === "" ? null : what + " " +
        answerText(name), onclick: () => press(name) },
      element("i", { class: "swatch" }), answerText(name),
      keys ? element("kbd", { "aria-hidden": "true" }, String(index + 1)) : null));
}

/** The filters above the list. */
export class RideFilters {
  constructor() {
    const filter = rideLibrary.filter;
    const apply = () => {
      rideLibrary.arrange();
      this.tell();
    };
    this.text = element("input", { type: "search", class: "field", placeholder: "Search", "aria-label": "Search rides",
      oninput: () => { filter.text = this.text.value; apply(); } });
    const select = (name, title) => {
      const part = element("select", { class: "field", "aria-label": title });
      part.addEventListener("change", () => {
        filter[name] = part.value === "" ? null : part.value === "=" ? "" : part.value.replace(/^=/, "");
        apply();
      });
      return part;
    };
    this.user = select("user", "Person");
    this.label = select("label", "Label");
    this.state = select("state", "State");
    this.order = element("select", { class: "field", "aria-label": "Order" },
      ...Object.entries(rideOrders).map(([value, { title }]) => element("option", { value }, title)));
    this.order.addEventListener("change", () => {
      rideLibrary.order = this.order.value;
      rideLibrary.arrange();
    });
    this.only = element("p", { class: "rides-only", hidden: true });
    this.count = element("p", { class: "rides-count", role: "status" });
    this.all = element("button",
      { type: "button", class: "plain", onclick: () => rideLibrary.choose(rideLibrary.shown.map(({ ride }) => ride)) },
      "Choose all");
    this.element = element("div", { class: "rides-filters" },
      element("div", { class: "rides-fields", role: "search" }, this.text, this.user, this.label, this.state,
        this.order), this.only,
      element("div", { class: "rides-below" }, this.count, this.all), rideLegend());
    rideLibrary.listen(() => this.tell());
  }

  tell() {
    const { filter, all, shown, chosen } = rideLibrary;
    if (this.known !== all || this.knownFilter !== JSON.stringify({ ...filter, only: null })) {
      this.known = all;
      this.knownFilter = JSON.stringify({ ...filter, only: null });
      const users = [...new Set([...all.values()].map(({ user }) => user ?? ""))].sort(rideNameOrder.compare);
      fillSelect(
        this.user,
        [["", "All people"], ...users.map((user) => ["=" + user, user === "" ? "without a person" : user])],
        filter.user === null ? "" : "=" + filter.user);
      fillSelect(this.label, [["", "Any label"], ["with", "with a label"], ["without", "without a label"],
        ["partly", "partly labelled"],
        ...pageData.activities.map((name) => [name, "with " + answerText(name)])], filter.label ?? "");
      fillSelect(this.state, [["", "Any state"], ["read", "read"], ["waiting", "waiting"], ["fault", "with a problem"]],
        filter.state ?? "");
    }
    this.only.hidden = filter.only === null;
    if (filter.only !== null && this.knownOnly !== filter.only) {
      this.knownOnly = filter.only;
      this.only.replaceChildren(filter.only.title + " ",
        element("button", { type: "button", class: "plain", onclick: () => {
        filter.only = null;
        rideLibrary.arrange();
        this.text.focus();
      } }, "Show all rides"));
    }
    const faults = [...shown].filter(({ state }) => state === "fault").length;
    const waiting = [...shown].filter(({ state }) => state === "waiting").length;
    const labelled = shown.filter((ride) => ride.labelled > 0).length;
    this.count.textContent = [
      shown.length === all.size
        ? countText(all.size, "ride")
        : shown.length.toLocaleString("en") + " of " + countText(all.size, "ride"),
      labelled.toLocaleString("en") + " labelled",
      waiting > 0 ? waiting.toLocaleString("en") + " wait to be read" : "",
      faults > 0 ? faults.toLocaleString("en") + " with a problem" : "",
      chosen.size > 0 ? chosen.size.toLocaleString("en") + " chosen" : "",
    ].filter(Boolean).join(" · ");
    this.all.disabled = shown.length === 0;
  }
}

/** What the person can do with the chosen rides. */
export class RidePanel {
  constructor() {
    this.title = element("h2");
    this.told = element("p", { class: "aside" });
    this.open = element("a", { class: "plain" }, "Open");
    this.none = element("button", { type: "button", class: "plain", onclick: () => rideLibrary.choose([]) },
      "Choose none");
    const label = (isRest) => (name) => rideLibrary.label(rideLibrary.selection, name, isRest);
    this.labels = element("div", { class: "panel-labels" },
      element("h3", {}, "Label the whole as"),
      element("div", { class: "rides-label-grid", role: "group", "aria-label": "Label the whole as" },
        ...labelButtons(label(false), { keys: true })),
      element("button", { type: "button", class: "activity-button", onclick: () => label(false)(null) },
        "Take the labels away", element("kbd", { "aria-hidden": "true" }, "0")),
      element("button",
        { type: "button", class: "activity-button", onclick: () => rideLibrary.accept(rideLibrary.selection) },
        "Accept the model's labels where it is sure"),
      element("details", {}, element("summary", {}, "The rest is …"),
        element("p", { class: "aside" }, "Labels all time that has no label yet."),
        element("div", { class: "rides-label-grid", role: "group", "aria-label": "The rest is" },
          ...labelButtons(label(true), { what: "The rest is" }))));
    this.fields = new Map();
    const about = element("div", { class: "panel-about" }, element("h3", {}, "About the ride"));
    for (const [name, title] of [["user", "Person"], ["placement", "Placement"], ["mode", "Mode"],
      ["notes", "Notes"]]) {
      const isLong = name === "notes";
      const list = element("datalist", { id: "ride-about-" + name });
      const field = element(isLong ? "textarea" : "input",
        { class: "field", rows: isLong ? 3 : null, list: isLong ? null : list.id, maxlength: 2000,
          autocomplete: "off" });
      field.addEventListener("change", () => this.save(name, field.value));
      this.fields.set(name, { field, list });
      about.append(element("label", {}, element("span", {}, title), field), isLong ? "" : list);
    }
    this.about = about;
    this.facts = element("dl", { class: "facts" });
    this.empty = element("p", { class: "aside" },
      "Choose rides in the list: click, Ctrl and Shift as elsewhere, or arrow keys and space.");
    this.remove = element("button",
      { type: "button", class: "plain", onclick: () => rideLibrary.remove(rideLibrary.selection) }, "Delete");
    this.full = element("div", {},
      element("div", { class: "panel-buttons" }, this.open, this.none, this.remove), this.facts,
      this.labels, this.about);
    this.element = element("aside", { class: "rides-panel", "aria-label": "Chosen rides" }, this.title, this.told,
      this.empty, this.full);
    rideLibrary.listen(() => this.update());
    this.update();
  }

  update() {
    const rides = rideLibrary.selection;
    this.rides = rides;
    this.empty.hidden = rides.length > 0;
    this.full.hidden = rides.length === 0;
    this.labels.hidden = this.remove.hidden = workspace.isReadOnly;
    this.title.textContent = rides.length === 0 ? "No ride chosen"
      : rides.length === 1 ? shownName(rides[0].ride) : countText(rides.length, "ride");
    const seconds = rides.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
    const labelled = rides.reduce((sum, ride) => sum + ride.labelled, 0);
    this.told.textContent = rides.length === 0 ? "" : durationText(seconds) + ", " +
      percentText(seconds > 0 ? Math.min(1, labelled / seconds) : 0) + " labelled";
    this.open.hidden = rides.length !== 1;
    if (rides.length === 1) this.open.href = rideAddress(rides[0].ride);
    this.showFacts(rides);
    for (const [name, { field, list }] of this.fields) {
      const values = new Set(rides.map((ride) => ride[name] ?? ""));
      const isMixed = values.size > 1;
      field.placeholder = isMixed ? "several values" : "";
      field.disabled = workspace.isReadOnly;
      const value = isMixed ? "" : [...values][0] ?? "";
      // What is being typed stays.
      if (document.activeElement !== field || this.fieldsOf !== this.key(rides)) field.value = value;
      if (name !== "notes" && this.known !== rideLibrary.all) {
        const known = [...new Set([...rideLibrary.all.values()].map((ride) => ride[name]).filter(Boolean))]
          .sort(rideNameOrder.compare)
          .slice(0, 200);
        list.replaceChildren(...known.map((word) => element("option", { value: word })));
      }
    }
    this.known = rideLibrary.all;
    this.fieldsOf = this.key(rides);
  }

  key(rides) {
    return rides.map(({ ride }) => ride).join("\n");
  }

  showFacts(rides) {
    const rows = rides.length !== 1 ? [] : [
      ["began", dateTimeText(rides[0].origin)], ["phone", rides[0].device], ["logger", rides[0].logger],
      ["labels", rideLabelText(rides[0])], ["guess", rideGuessText(rides[0])], ["problem", rides[0].problem],
    ].filter(([, value]) => value);
    this.facts.replaceChildren(
      ...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    );
  }

  /** Writes one cell of the chosen rides. */
  async save(name, value) {
    const { rides } = this;
    if (rides.length === 0 || workspace.isReadOnly || rides.every((ride) => (ride[name] ?? "") === value)) return;
    const whose = rides.length === 1 ? rides[0].ride : countText(rides.length, "ride");
    const words = { user: "person", placement: "placement", mode: "mode", notes: "notes" };
    const answer = await workspace.change("/api/about", { rides: rides.map(({ ride }) => ride), [name]: value.trim() },
      "Saved the " + words[name] + " of " + whose + ".");
    if (answer === null) this.update();
  }
}
