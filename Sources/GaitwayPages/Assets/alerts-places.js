import { placeFeature } from "./alerts-place-feature.js";
import { PlaceMap } from "./alerts-place-map.js";
import { distanceText, element } from "./kit.js";

// The section of places: the map, the list beside it, and the fields of the chosen place.

/**
 * The section of places: the map, the list beside it, and the fields of the chosen place. `changed(collection, tag)`
 * takes each change.
 */
export class AlertPlaces {
  constructor({ changed, save }) {
    this.changed = changed;
    this.collection = { type: "FeatureCollection", features: [] };
    this.chosen = -1;
    this.rows = [];
    this.map = new PlaceMap({
      edit: (feature, tag) => this.replace(feature, tag),
      add: (geometry) => this.add(geometry),
      choose: (index) => this.choose(index),
    });
    const button = (text, press) => element("button", { type: "button", class: "plain", onclick: press }, text);
    const toggle = (mode) => () => this.map.setMode(this.map.mode === mode ? null : mode);
    this.addPoint = button("Add place", toggle("point"));
    this.addPolygon = button("Draw polygon", toggle("polygon"));
    this.map.modeChanged = (mode) => {
      this.addPoint.setAttribute("aria-pressed", mode === "point");
      this.addPolygon.setAttribute("aria-pressed", mode === "polygon");
      this.hint.textContent = mode === "point" ? "Click where the place is. Enter puts it into the middle, Escape ends."
        : mode === "polygon"
          ? "Click corner by corner; Enter or a double click closes. " +
              "Space puts a corner into the middle, Backspace takes one away."
        : "";
      this.hint.hidden = mode === null;
    };
    this.save = button("Save places", save);
    this.export = element("a", { class: "plain", href: "/api/file?path=places.geojson", download: "places.geojson" },
      "Export places");
    this.hint = element("p", { class: "alerts-hint", "aria-live": "polite", hidden: true });
    const keys = element("details", { class: "alerts-keys" }, element("summary", {}, "Keys"),
      element("p", { class: "aside", id: "alerts-keys" }, AlertPlaces.keys));
    this.list = element("div", { class: "alerts-list", role: "listbox", tabindex: 0, "aria-label": "Places",
      "aria-describedby": "alerts-keys",
      onkeydown: (event) => this.press(event),
      onclick: (event) => this.choose(this.rows.indexOf(event.target.closest("[role=option]"))) });
    this.none = element("p", { class: "aside" },
      "No places are here yet. Press Add place, then press on the map where an alert should come.");
    this.name = element("input",
      { class: "field", type: "text", oninput: () => this.fieldChanged(placeFeature.renamed, this.name.value, "name"),
      onkeydown: (event) => { if (event.key === "Enter") this.list.focus(); } });
    this.radius = element("input", { class: "field", type: "number", min: 1, max: 100000, step: "any",
      onchange: () => { if (this.radius.valueAsNumber > 0)
        this.map.setRadius(this.radius.valueAsNumber, "radius field"); } });
    this.radiusLabel = element("label", {}, element("span", {}, "Radius (m)"), this.radius);
    this.texts = ["category", "story"].map((key) => {
      const input = element("input",
        { class: "field", type: "text",
          onchange: () => this.fieldChanged(placeFeature.withText, [key, input.value.trim()], key) });
      return { key, input, isUsed: false,
        label: element("label", { hidden: true }, element("span", {}, key === "category" ? "Category" : "Story"),
          input) };
    });
    this.fields = element("div", { class: "alerts-place-fields", hidden: true },
      element("label", {}, element("span", {}, "Name"), this.name), this.radiusLabel,
      ...this.texts.map(({ label }) => label), button("Delete place", () => this.replace(null, null)));
    this.element = element("div", { class: "alerts-places" },
      element("div", { class: "alerts-buttons" }, this.addPoint, this.addPolygon, this.save, this.export), this.hint,
      this.none, this.map.map.element, this.fields, this.list, keys);
    this.map.setMode(null);
  }

  /** Takes places over. */
  take(collection) {
    this.collection = collection;
    const { features } = collection;
    for (const row of this.rows.splice(features.length)) row.remove();
    features.forEach((feature, index) => {
      if (this.rows[index]?.feature === feature) return;
      const row =
        this.rows[index] ?? element("div", { role: "option", id: "alerts-place-" + index, "aria-selected": "false" });
      const radius = placeFeature.radius(feature, collection);
      row.replaceChildren(element("span", {}, placeFeature.title(feature)),
        element("small", {}, radius > 0 ? distanceText(radius) : "polygon"));
      row.feature = feature;
      if (this.rows[index] === undefined) this.list.append(row);
      this.rows[index] = row;
    });
    this.none.hidden = features.length > 0;
    this.list.hidden = features.length === 0;
    this.map.take(collection);
    if (this.chosen >= features.length) this.choose(-1);
    else this.fill();
  }

  /** Chooses a place; -1 chooses none. */
  choose(index) {
    this.rows[this.chosen]?.setAttribute("aria-selected", "false");
    this.chosen = index;
    const row = this.rows[index];
    row?.setAttribute("aria-selected", "true");
    if (row) {
      this.list.setAttribute("aria-activedescendant", row.id);
      const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
      if (top < this.list.scrollTop) this.list.scrollTop = top;
      else if (bottom > this.list.scrollTop + this.list.clientHeight)
        this.list.scrollTop = bottom - this.list.clientHeight;
    } else this.list.removeAttribute("aria-activedescendant");
    this.map.show(index);
    this.fill();
  }

  /** Fills the fields of the chosen place, except what is typed at the moment. */
  fill() {
    const feature = this.collection.features[this.chosen];
    this.fields.hidden = !feature;
    if (!feature) return;
    if (document.activeElement !== this.name) this.name.value = placeFeature.title(feature);
    this.radiusLabel.hidden = !placeFeature.isPoint(feature);
    if (document.activeElement !== this.radius) this.radius.value = placeFeature.radius(feature, this.collection);
    for (const text of this.texts) {
      const value = feature.properties?.[text.key];
      // A field that was once of use stays, so that its only text can be changed.
      text.isUsed ||= this.collection.features.some(({ properties }) => typeof properties?.[text.key] === "string");
      // A story may be an object; the field is for a name alone.
      text.label.hidden = !text.isUsed || typeof value === "object";
      if (document.activeElement !== text.input) text.input.value = typeof value === "object" ? "" : (value ?? "");
    }
  }

  fieldChanged(change, value, tag) {
    const feature = this.collection.features[this.chosen];
    if (feature) this.replace(change(feature, value), tag + " " + this.chosen);
  }

  /** Puts a feature in the place of the chosen one; null deletes it. */
  replace(feature, tag) {
    if (this.chosen < 0) return;
    const features = this.collection.features.slice();
    const hadFocus = this.fields.contains(document.activeElement);
    if (feature === null) features.splice(this.chosen, 1);
    else features[this.chosen] = feature;
    this.changed({ ...this.collection, features }, tag);
    if (feature === null) {
      this.choose(Math.min(this.chosen, features.length - 1));
      if (hadFocus) (features.length > 0 ? this.list : this.addPoint).focus();
    }
  }

  add(geometry) {
    const taken = new Set(this.collection.features.map(placeFeature.identifier));
    let number = this.collection.features.length + 1;
    while (taken.has("place-" + number)) number += 1;
    const properties = { identifier: "place-" + number, title: "Place " + number };
    if (geometry.type === "Point") properties.radius = 100;
    this.changed({ ...this.collection,
      features: [...this.collection.features, { type: "Feature", geometry, properties }] }, null);
    this.choose(this.collection.features.length - 1);
    this.name.focus();
    this.name.select();
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.rows.length - 1;
    const to = { ArrowDown: this.chosen + 1, ArrowUp: Math.max(0, this.chosen - 1), Home: 0, End: last,
      PageDown: this.chosen + 10, PageUp: this.chosen - 10 }[event.key];
    if (to !== undefined && !event.shiftKey) this.choose(Math.max(0, Math.min(last, to)));
    else if (event.key === "Enter" && this.chosen >= 0) this.map.map.canvas.focus();
    else if ((event.key.startsWith("Arrow") && !event.shiftKey) || !this.map.pressed(event.key, event.shiftKey)) return;
    event.preventDefault();
  }
}
AlertPlaces.keys =
  "Arrows in the list choose. Enter goes to the map: there arrows move the chosen place by 10 m, with Shift by " +
  "100 m; + and − change its radius; [ and ] choose a corner, n adds one behind it; Delete removes; Escape lets go.";
