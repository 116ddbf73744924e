import { correctionHistory } from "./days-history.js";
import { PlacePanel } from "./days-place.js";
import { registerDaysView } from "./days-room.js";
import { durationText, element, shortMonths, unitText } from "./kit.js";
import { GeoMap } from "./map.js";
import { countText, workspace } from "./workspace.js";

// The places of all days: a list and a map of them, and what is known of the chosen one.

/** @type {Record<string, [string, (one: any, other: any) => number]>} */
const placeOrders = {
  time: ["Most time", (one, other) => other.seconds - one.seconds],
  visits: ["Most visits", (one, other) => other.visits - one.visits],
  last: ["Last visit", (one, other) => other.last.localeCompare(one.last)],
  first: ["First visit", (one, other) => one.first.localeCompare(other.first)],
  name: ["Name", (one, other) => one.title.localeCompare(other.title, undefined, { numeric: true })],
};

/** A date in words: "1 May 2026". */
export function dateText(date) {
  const [year, month, day] = date.split("-").map(Number);
  return day + "\u00a0" + shortMonths[month - 1] + "\u00a0" + year;
}

/** A link to a day of the room. */
export function dayLink(date, text = dateText(date)) {
  return element("a", { href: "#days/day/" + date }, text);
}

/** Time in hours from ten on, where minutes say nothing: "1,204 h". */
export function hoursText(seconds) {
  return seconds < 36000 ? durationText(seconds) : unitText(Math.round(seconds / 3600).toLocaleString("en"), "h");
}

/** Where a place is, in words: "near Bern, Switzerland". */
export function townText(place) {
  return place.town ? "near " + place.town + ", " + place.country : "far from any town";
}

export const placesOfRoom = {
  name: "places",
  title: "Places",
  places: [],
  /** The identifier of the chosen place, null without one. */
  chosen: null,
  /** How many rows the list has at most. */
  most: 100,

  make(place) {
    const room = placesOfRoom;
    const again = () => { room.most = 100; room.fillList(); };
    room.search = element("input", { class: "field", type: "search", "aria-label": "Search places, towns and countries",
      placeholder: "Search places", oninput: again });
    room.order = element("select", { class: "field", "aria-label": "Order of the places", onchange: again },
      ...Object.entries(placeOrders).map(([key, [text]]) => element("option", { value: key }, text)));
    room.count = element("p", { class: "aside", role: "status" });
    room.list = element("ol", { class: "places-list", "aria-label": "Places" });
    room.more = element("button",
      { type: "button", class: "plain", onclick: () => { room.most += 1000; room.fillList(); } }, "Show more");
    room.offers = element("div", { class: "places-offers" });
    room.none = element("p", { hidden: true }, "There are no places yet: they come with the first days.");
    room.panel = new PlacePanel(() => room.load());
    room.map = new GeoMap({ label: "Map of the places" });
    room.map.canvas.addEventListener("click", (event) => {
      if (room.map.dragged >= 4) return;
      const { place: found } = room.map.found(room.map.pointer(event));
      if (found !== null) room.go(found.id);
    });
    room.body = element("div", { class: "places-room" },
      element("div", { class: "places-side" }, element("div", { class: "places-tools" }, room.search, room.order),
        room.count, room.list, room.more),
      element("div", { class: "places-main" }, room.map.element, room.panel.element));
    place.append(element("section", { class: "first" }, room.none, room.offers, room.body));
  },

  show(rest) {
    const room = placesOfRoom;
    room.isShown = true;
    const wanted = rest === "" ? null : decodeURIComponent(rest);
    if (room.places.length === 0 || room.isStale) {
      room.chosen = wanted;
      room.load();
    } else if (wanted !== room.chosen) room.choose(wanted);
  },

  hide() {
    placesOfRoom.isShown = false;
  },

  /** The first state tells that places may be named; they may be shown before it comes. */
  begun() {
    placesOfRoom.fillOffers();
    placesOfRoom.choose(placesOfRoom.chosen);
  },

  changed() {
    placesOfRoom.isStale = true;
    if (placesOfRoom.isShown) placesOfRoom.load();
  },

  go(identifier) {
    location.hash = "#days/places/" + encodeURIComponent(identifier);
  },

  async load() {
    const room = placesOfRoom;
    const turn = (room.turn = (room.turn ?? 0) + 1);
    try {
      const answer = await workspace.get("/api/days/places");
      if (turn !== room.turn) return;
      const isFirst = room.places.length === 0;
      Object.assign(room, answer, { isStale: false });
      room.none.hidden = room.places.length > 0;
      room.body.hidden = room.places.length === 0;
      room.fillOffers();
      room.fillList();
      // Names stand on the map where there is room for them, those of the most time first.
      const spots = room.places.toSorted(placeOrders.time[1]).map((place) => ({
        id: place.id, name: place.title, latitude: place.latitude, longitude: place.longitude,
        radius: place.radius,
        label: place.title + "\n" + countText(place.visits, "visit") + ", " + hoursText(place.seconds) }));
      room.map.place([], spots);
      if (isFirst && spots.length > 0) room.map.fit((spot) => isNear(spot, spots[0]));
      room.choose(room.places.some(({ id }) => id === room.chosen) ? room.chosen : null);
    } catch (error) {
      if (turn === room.turn) workspace.sayError(error);
    }
  },

  /** Likely home and work, each with the press that names it, until they have names. */
  fillOffers() {
    const room = placesOfRoom;
    const offer = (id, name, why) => {
      const place = room.places.find((one) => one.id === id);
      if (place === undefined || place.name || workspace.isReadOnly) return null;
      return element("p", { class: "places-offer" },
        element("span", {}, why + " ", element("a", { href: "#days/places/" + encodeURIComponent(id) }, place.title),
          "."),
        element("button",
          { type: "button", class: "plain", onclick: () => namePlace(id, name).then(() => room.load()) },
          "Name it " + name));
    };
    room.offers.replaceChildren(...[offer(room.home, "Home", "You likely live at"),
      offer(room.work, "Work", "You likely work at")].filter((one) => one !== null));
  },

  fillList() {
    const room = placesOfRoom;
    const words = room.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const textOf = (place) => [place.title, place.town, place.country].join(" ").toLowerCase();
    const found = room.places
      .filter((place) => words.every((word) => textOf(place).includes(word)))
      .sort(placeOrders[room.order.value][1]);
    room.count.textContent = found.length === room.places.length ? countText(found.length, "place") : found.length +
      " of " + countText(room.places.length, "place");
    room.list.replaceChildren(...found.slice(0, room.most).map((place) => element("li", {},
      element("button", { type: "button", "data-id": place.id, "aria-pressed": String(place.id === room.chosen),
        onclick: () => room.go(place.id) },
        element("b", {}, place.title),
        element("span", { class: "note" }, countText(place.visits, "visit") + ", " + hoursText(place.seconds) + ", " +
          // A place without a name is called by its town already.
          (place.name || !place.town ? townText(place) : place.country))))));
    room.more.hidden = found.length <= room.most;
    const ids = new Set(found.map(({ id }) => id));
    room.map.highlight(words.length === 0 ? null : (spot) => ids.has(spot.id));
  },

  choose(identifier) {
    const room = placesOfRoom;
    const isNew = identifier !== room.chosen;
    room.chosen = identifier;
    for (const button of room.list.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset.id === identifier));
    const place = room.places.find(({ id }) => id === identifier) ?? null;
    room.map.mark(place === null ? null : [place.latitude, place.longitude]);
    if (place !== null) room.bringIntoView(place);
    room.panel.show(place, { home: room.home, work: room.work });
    // On a narrow page the panel stands above the list.
    const { element: panel } = room.panel;
    if (place !== null && isNew && panel.getBoundingClientRect().top < 0) panel.scrollIntoView({ block: "start" });
  },

  /** Moves the map so that a place is on it; the scale stays. */
  bringIntoView(place) {
    const { map } = placesOfRoom;
    const [x, y] = map.project([place.latitude, place.longitude]);
    if (map.width > 0 && (x < 20 || y < 20 || x > map.width - 20 || y > map.height - 20))
      map.pan(x - map.width / 2, y - map.height / 2);
  },
};

/** Whether two positions are in one region: within about 50 km. */
export function isNear(one, other) {
  const east = (one.longitude - other.longitude) * Math.cos((other.latitude * Math.PI) / 180);
  return Math.hypot(one.latitude - other.latitude, east) < 0.45;
}

/** Names a place by a correction of the store. */
export async function namePlace(identifier, name) {
  try {
    await correctionHistory.make([{ kind: "name", place: { identifier }, name }]);
  } catch (error) {
    workspace.sayError(error);
  }
}

registerDaysView(placesOfRoom);
