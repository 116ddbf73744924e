import { mapPaths } from "./day-rows.js";
import { dayOfRoom } from "./days-day.js";
import { RadiusHandle } from "./days-radius.js";
import { registerDaysView } from "./days-room.js";
import { streetConsent } from "./days-streets.js";
import { colour, element } from "./kit.js";
import { mercatorY } from "./map-view.js";
import { GeoMap } from "./map.js";
import { workspaceShell } from "./workspace-shell.js";
import { workspace } from "./workspace.js";

// Private zones, drawn on a map: exports and shared pages of days leave them out.

export const privacyOfRoom = {
  name: "private",
  title: "Private zones",
  hasCorrections: false,
  zones: [],
  hash: "",
  /** The index of the zone that is changed. */
  chosen: -1,
  isAdding: false,

  make(place) {
    const room = privacyOfRoom;
    room.map = new GeoMap({ label: "Map of private zones" });
    room.circle = new RadiusHandle(room.map, (metres, isDone) => {
      room.zones[room.chosen].radius = metres;
      room.fill();
      if (isDone) room.save();
    });
    room.map.overlay((context) => room.draw(context));
    room.map.canvas.addEventListener("click", (event) => room.press(event));
    room.add = element("button",
      { type: "button", class: "plain", "aria-pressed": "false", onclick: () => room.setAdding(!room.isAdding) },
      "Add a zone");
    room.list = element("ul", { class: "days-zones" });
    room.home = element("p", { class: "places-offer", hidden: true });
    place.append(element("section", { class: "first" },
      element("p", { class: "aside" },
        "Exports and shared pages leave out the time within these circles, and somewhat more, so that " +
          "the cut does not tell their centre. They are in privacy.geojson of the workspace; " +
          "gaitway trips takes it with --privacy-zones."),
      room.home, room.add, room.map.element, room.list, streetConsent()));
  },

  show() {
    privacyOfRoom.load();
  },

  begun() {
    privacyOfRoom.fill();
  },

  changed() {
    privacyOfRoom.load();
  },

  async load() {
    const room = privacyOfRoom;
    try {
      const [{ zones, hash, problems }, { places, home }] =
        await Promise.all([workspace.get("/api/days/zones"), workspace.get("/api/days/places")]);
      workspaceShell.tell("zones", problems);
      if (room.circle.isDragged) return;
      Object.assign(room, { zones, hash });
      room.chosen = Math.min(room.chosen, zones.length - 1);
      // The day that was last shown lies below them, and all places.
      const paths = dayOfRoom.view === undefined ? [] : mapPaths(dayOfRoom.view.rows, 0);
      room.map.place(paths, [
        ...zones.map(({ latitude, longitude, radius }) => ({ name: "", latitude, longitude, radius })),
        ...places.map(({ name, title, latitude, longitude }) =>
          ({ name: name ?? title, latitude, longitude, radius: 0 })),
      ]);
      room.offer(places.find(({ id }) => id === home));
      room.fill();
    } catch (error) {
      workspace.sayError(error);
    }
  },

  fill() {
    const room = privacyOfRoom;
    const zone = room.zones[room.chosen];
    room.add.hidden = workspace.isReadOnly;
    if (!room.circle.isDragged) room.circle.show(zone !== undefined && !workspace.isReadOnly ? zone : null);
    room.list.replaceChildren(...room.zones.map((one, index) => {
      const radius = element("input",
        { class: "field", type: "number", min: 5, max: 20000, step: 5, value: Math.round(one.radius),
          "aria-label": "Radius of zone " + (index + 1) + " in metres", disabled: workspace.isReadOnly });
      radius.addEventListener("change", () => {
        one.radius = Math.min(Math.max(Number(radius.value) || one.radius, 5), 20000);
        room.save();
      });
      return element("li", { "aria-current": index === room.chosen ? "true" : null },
        element("button", { type: "button", class: "plain", onclick: () => room.choose(index) }, "Zone " + (index + 1)),
        radius, " m ",
        workspace.isReadOnly
          ? null : element("button", { type: "button", class: "plain", "aria-label": "Delete zone " + (index + 1),
            onclick: () => { room.zones.splice(index, 1); room.save(); } }, "Delete"));
    }), ...(room.zones.length === 0 ? [element("li", {}, "No zones yet.")] : []));
    room.map.redraw();
    dayOfRoom.knowZones(room.zones);
  },

  /** Offers to begin with the likely home, which no zone hides yet. */
  offer(place) {
    const room = privacyOfRoom;
    room.home.hidden = place === undefined || room.zones.length > 0 || workspace.isReadOnly;
    if (room.home.hidden) return;
    const hide = () => {
      room.zones.push({ latitude: place.latitude, longitude: place.longitude, radius: 200 });
      room.chosen = room.zones.length - 1;
      room.save();
    };
    room.home.replaceChildren(
      element("span", {}, "Hide where you live? You spend most nights at " +
        (place.name || !place.town ? "" : "the place ") + place.title + "."),
      element("button", { type: "button", class: "plain", onclick: hide }, "Hide 200 m around it"));
  },

  choose(index) {
    const room = privacyOfRoom;
    room.chosen = index;
    const zone = room.zones[index];
    room.map.fit((thing) => thing.latitude === zone.latitude && thing.longitude === zone.longitude);
    room.fill();
  },

  setAdding(isAdding) {
    const room = privacyOfRoom;
    room.isAdding = isAdding;
    room.add.setAttribute("aria-pressed", String(isAdding));
    room.add.textContent = isAdding ? "Press on the map, where its centre is" : "Add a zone";
    room.map.element.classList.toggle("is-adding", isAdding);
  },

  press(event) {
    const room = privacyOfRoom;
    if (!room.isAdding || room.map.dragged >= 4) return;
    const [latitude, longitude] = room.map.ground(room.map.pointer(event));
    room.setAdding(false);
    room.zones.push({ latitude, longitude, radius: 200 });
    room.chosen = room.zones.length - 1;
    room.save();
  },

  /** Shades the zones. */
  draw(context) {
    const { map, zones } = privacyOfRoom;
    for (const zone of zones) {
      const [x, y] = map.project([zone.latitude, zone.longitude]);
      context.beginPath();
      context.arc(x, y, (zone.radius * map.scale) / map.metresPerUnit(mercatorY(zone.latitude)), 0, 2 * Math.PI);
      context.globalAlpha = 0.25;
      context.fillStyle = colour("ink");
      context.fill();
      context.globalAlpha = 1;
    }
  },

  async save() {
    const room = privacyOfRoom;
    try {
      await workspace.post("/api/days/zones", { zones: room.zones, hash: room.hash });
      workspace.say("Saved the private zones.", { undo: true });
      await workspace.refresh();
    } catch (error) {
      workspace.sayError(error);
    }
    await room.load();
  },
};

registerDaysView(privacyOfRoom);
