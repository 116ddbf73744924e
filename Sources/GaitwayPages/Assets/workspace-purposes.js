import { element } from "./kit.js";
import { workspace } from "./workspace.js";

// The sentence above each room: what it is for, and what to do next.

/** For each room what it is for, and what to do next in a state; an empty text if that is plain to see. */
const roomPurposes = {
  phones: ["See what each phone does now.", () => "Connect a phone below. Each session becomes a ride."],
  rides: ["Recordings of motion, and what you did in each.", ({ rides }) => rides.all === 0
    ? "Add logs: drop them anywhere on this page." : rides.labelled === 0
      ? "Choose a ride, and press what you did." : rides.labelled < rides.all
        ? "Label the rest, or make a model of those that have labels." : ""],
  models: ["Make a model that knows how you move, and compare it with the built-in one.", ({ rides }) =>
    rides.activities < 2 ? "Label rides first." : ""],
  alerts: ["Try when an app’s alert may appear, on rides that happened.", ({ rides }) =>
    rides.labelled === 0 ? "It needs places, and rides with fixes and labels." : ""],
  days: ["Your days as places and trips, from the tracks that you add.", ({ days }) =>
    days === "" ? "Add files below, or connect a location app in Phones." : ""],
};

/** Puts its sentence at the top of a room; rooms without one stay as they are. */
export function addRoomPurpose(room) {
  const words = roomPurposes[room.name];
  if (words === undefined) return;
  room.purposeNext = element("span", {});
  room.place.append(element("p", { class: "room-purpose" }, words[0] + " ", room.purposeNext));
}

/** Says in each room what to do next. */
export function showRoomPurposes(state) {
  for (const room of workspace.rooms) {
    if (!room.purposeNext) continue;
    const text = state.isReadOnly ? "" : roomPurposes[room.name][1](state);
    if (room.purposeNext.textContent !== text) room.purposeNext.textContent = text;
  }
}
