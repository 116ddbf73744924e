import { element } from "./kit.js";
import { startPictures } from "./start-pictures.js";
import { countText, registerRoom, workspace } from "./workspace.js";

// The start page: what Gaitway does, doors to the rooms, samples, and a path that ticks itself.

/** The doors: the room, what a newcomer has, and what comes of it. */
const startDoors = [
  ["phones", "A phone", "Watch what it does now, and record it."],
  ["rides", "Rides you have", "Logs of motion, from Sensor Logger, phyphox or your own program."],
  ["days", "Days you have", "A GPX, a Takeout or a location app, told as places and trips."],
  ["alerts", "An app’s alerts", "Try when a place may notify, before you ship it."],
];

const startRoom = {
  name: "start",
  title: "Start",
  /** The number of days that hold something. */
  days: 0,
  /** The models of the workspace's own. */
  models: [],

  make(place) {
    const room = startRoom;
    room.doors = startDoors.map(([name, title, text]) => {
      const count = element("span", { class: "start-count" });
      const link = element("a", { class: "start-door", href: "#" + name }, startPictures[name](),
        element("b", {}, title), element("span", {}, text), count);
      return { name, link, count };
    });
    room.add = element("button", { type: "button", class: "plain primary", onclick: () => room.addSamples() },
      "Try with samples");
    room.samplesText = element("span", {});
    room.samples = element("div", { class: "start-samples" }, room.add, room.samplesText);
    room.path = element("ol", { class: "start-path" });
    room.pathTitle = element("h2", {});
    place.append(
      element("p", { class: "start-lead" },
        "Gaitway tells what a phone’s owner does, from the phone’s motion: walking, running, cycling, driving or " +
          "standing still."),
      element("nav", { class: "start-doors", "aria-label": "Where to begin" }, ...room.doors.map(({ link }) => link)),
      room.samples,
      element("section", { class: "start-guide" }, room.pathTitle, room.path));
  },

  async changed(state) {
    const room = startRoom;
    room.show();
    const key = JSON.stringify([state.days, state.model, state.job?.state]);
    if (key === room.known) return;
    room.known = key;
    try {
      const [calendar, { models }] = await Promise.all([
        state.days === "" ? { days: {} } : workspace.get("/api/days/calendar"), workspace.get("/api/models"),
      ]);
      room.days = Object.keys(calendar.days).length;
      room.models = models.filter(({ file }) => file !== null);
    } catch {
      // The shell says what is wrong; the next change asks again.
      room.known = null;
      return;
    }
    room.show();
  },

  show() {
    const room = startRoom;
    const { state } = workspace;
    if (state === null) return;
    const counts = { rides: state.rides.all > 0 ? countText(state.rides.all, "ride") : "",
      days: room.days > 0 ? countText(room.days, "day") : "" };
    for (const { name, count } of room.doors) count.textContent = counts[name] ?? "";
    const isEmpty = state.rides.all === 0 && room.days === 0;
    room.samples.hidden = state.isReadOnly || state.hasSamples || !isEmpty;
    room.samplesText.textContent = "24 made-up rides, a day, places and a policy. One press takes them away again.";
    room.showPath(state);
  },

  /** The steps; the first one that is not done says where it is done. */
  showPath(state) {
    const room = startRoom;
    const { rides } = state;
    const steps = [
      ["Add rides", "Drop logs, or record with a phone.", "#rides", "Add rides", rides.all > 0],
      ["Label what you did", "Choose a ride, and press its activity. Two activities or more.", "#rides", "Label rides",
        rides.activities > 1],
      ["Make a model that is yours", "Gaitway adapts its own model to your labels, and compares both.", "#models",
        "Go to Models", room.models.length > 0],
      ["Use it", "It then classifies your phones and rides.", "#models", "Choose it", state.model.file !== null],
      ["See a day", "Drop a track: it becomes places and trips on a map.", "#days", "Add a track", room.days > 0],
    ];
    const next = steps.findIndex(([, , , , isDone]) => !isDone);
    const key = JSON.stringify([steps, state.isReadOnly, room.samples.hidden]);
    if (key === room.shownPath) return;
    room.shownPath = key;
    room.path.replaceChildren(...steps.map(([title, text, address, press, isDone], index) =>
      element("li", { class: isDone ? "is-done" : index === next ? "is-next" : null },
        element("span", { class: "start-step" },
          element("b", {}, title, element("span", { class: "unseen" }, isDone ? ", done" : "")),
          element("span", {}, text)),
        // One button stands out: the samples' while they are offered.
        index === next
          ? element("a", { class: "plain" + (room.samples.hidden ? " primary" : ""), href: address }, press) : null)));
    room.pathTitle.textContent = next < 0 ? "You have done every step" : "From nothing to a model that is yours";
  },

  async addSamples() {
    const room = startRoom;
    room.add.disabled = true;
    room.samplesText.textContent = "Making the samples …";
    try {
      await workspace.post("/api/samples");
      workspace.say("The samples are there. Open Rides, Days or Alerts.");
      await workspace.refresh();
    } catch (error) {
      workspace.sayError(error);
    } finally {
      room.add.disabled = false;
      room.show();
    }
  },
};

registerRoom(startRoom);
