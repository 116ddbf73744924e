import { element, onLookChange } from "./kit.js";
import { rideLibrary } from "./rides-library.js";
import { RideList } from "./rides-list.js";
import { RidesNext } from "./rides-next.js";
import { RideFilters, RidePanel } from "./rides-panel.js";
import { RideUpload } from "./rides-upload.js";
import { WindowMap } from "./window-map-view.js";
import { decodedPart, registerRoom, showRoom, workspace } from "./workspace.js";

// The room of rides: the library, what to label next, the map of windows.

const ridesRoom = {
  name: "rides",
  title: "Rides",

  make(place) {
    const room = ridesRoom;
    room.list = new RideList();
    room.panel = new RidePanel();
    room.filters = new RideFilters();
    room.upload = new RideUpload(place);
    room.next = new RidesNext();
    room.map = new WindowMap();
    room.tabs = [
      { name: "", title: "Library", element: element("div", { class: "rides-library" },
        element("div", { class: "rides-main" }, room.filters.element, room.list.outer,
          element("p", { class: "aside", id: "rides-keys" },
            "Keys in the list: arrows, Shift and space choose; 1 to 6 label, 0 takes labels away; Enter opens.")),
        room.panel.element) },
      { name: "next", title: "Label next", element: room.next.element, part: room.next },
      { name: "map", title: "Map of windows", element: room.map.element, part: room.map },
    ];
    for (const tab of room.tabs)
      tab.link = element("a", { href: "#rides" + (tab.name === "" ? "" : "/" + tab.name) }, tab.title);
    place.append(
      element("div", { class: "rides-head" },
        element("nav", { class: "rides-tabs", "aria-label": "Views of the rides" },
          element("ul", {}, ...room.tabs.map(({ link }) => element("li", {}, link)))),
        room.upload.button, room.upload.input),
      room.upload.element, ...room.tabs.map((tab) => tab.element),
      element("p", { class: "rides-drop-hint", "aria-hidden": "true" }, "Drop logs or zip files to add them"));
    onLookChange(() => room.next.redraw());
    rideLibrary.listen((what) => {
      if (what === "rides") room.next.redraw();
    });
  },

  /** Shows the tab of the address; "find/TEXT" searches the library. */
  show(rest) {
    const room = ridesRoom;
    if (rest.startsWith("find/")) {
      const text = decodedPart(rest.slice("find/".length));
      room.filters.text.value = rideLibrary.filter.text = text;
      rideLibrary.arrange();
    }
    const shown = room.tabs.find(({ name }) => name === rest) ?? room.tabs[0];
    for (const tab of room.tabs) {
      tab.element.hidden = tab !== shown;
      if (tab === shown) tab.link.setAttribute("aria-current", "page");
      else tab.link.removeAttribute("aria-current");
    }
    shown.part?.show();
    if (shown.name === "") room.list.measure();
    else if (shown.name === "next") room.next.redraw();
  },

  changed(state) {
    const room = ridesRoom;
    room.upload.button.hidden = state.isReadOnly;
    const key = JSON.stringify([state.revision, state.rides]);
    if (key !== room.known) rideLibrary.load();
    room.known = key;
    room.panel.update();
    room.map.changed(state);
  },

  labelled(labels) {
    rideLibrary.labelled(labels);
    ridesRoom.next.labelled();
  },
};

/** Shows some rides in the library, under a title; with `isChosen` they are chosen too. */
workspace.showRides = (names, title, isChosen = false) => {
  rideLibrary.filter = Object.assign(rideLibrary.filter,
    { text: "", user: null, label: null, state: null, only: { title, names: new Set(names) } });
  const isHere = workspace.room === ridesRoom;
  location.hash = "#rides";
  if (isHere) showRoom();
  rideLibrary.arrange();
  if (ridesRoom.filters) ridesRoom.filters.text.value = "";
  if (isChosen) rideLibrary.choose(names);
};

registerRoom(ridesRoom);
