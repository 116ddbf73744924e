import { capitalised } from "./day-rows.js";
import { correctionHistory } from "./days-history.js";
import { daysRoom, registerDaysView } from "./days-room.js";
import { element, isWithin } from "./kit.js";
import { countText, workspace } from "./workspace.js";

// The inbox of the days: doubtful items, to confirm or decline by one key.

export const doubtsOfRoom = {
  name: "doubts",
  title: "To check",
  doubts: [],
  /** The index of the item that the keys answer. */
  index: 0,

  make(place) {
    const room = doubtsOfRoom;
    room.lead = element("p", { class: "aside", "aria-live": "polite" });
    room.list = element("ol", { class: "days-doubts", "aria-label": "Items to check" });
    place.append(element("section", { class: "first" }, room.lead, room.list));
    addEventListener("keydown", (event) => {
      if (place.hidden || workspace.room !== daysRoom || event.defaultPrevented || event.ctrlKey || event.metaKey ||
        event.altKey) return;
      if (isWithin(event, "input, select, textarea, canvas")) return;
      const act = { y: () => room.answer("confirm"), n: () => room.answer("decline"),
        ArrowDown: () => room.choose(room.index + 1), ArrowUp: () => room.choose(room.index - 1) }[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    });
  },

  show() {
    doubtsOfRoom.load();
  },

  begun() {
    doubtsOfRoom.load();
  },

  changed() {
    doubtsOfRoom.load();
  },

  async load() {
    const room = doubtsOfRoom;
    try {
      const { count, doubts } = await workspace.get("/api/days/doubts");
      room.doubts = doubts;
      room.lead.textContent = count === 0 ? "Nothing to check." : countText(count, "item") + " to check"
        + (count > doubts.length ? ", the last " + doubts.length + " here" : "") +
          (workspace.isReadOnly ? "." : ". y confirms the marked one, n declines it, the arrow keys choose.");
      room.fill();
    } catch (error) {
      workspace.sayError(error);
    }
  },

  fill() {
    const room = doubtsOfRoom;
    const button = (answer, index) =>
      element("button", { type: "button", class: "plain", title: answer.words, disabled: workspace.isReadOnly,
      onclick: () => { room.index = index; room.correct(answer); } }, answer.words);
    room.list.replaceChildren(...room.doubts.map((doubt, index) => element("li", { onclick: () => room.choose(index) },
      element("a", { href: "#days/day/" + doubt.date + "/" + Math.round(doubt.start) },
        doubt.date + ", " + doubt.from.slice(0, 5) + " to " + doubt.to.slice(0, 5)),
      element("span", { class: "days-doubt-question" }, capitalised(doubt.question),
        element("small", {}, doubt.reason)),
      button(doubt.confirm, index), button(doubt.decline, index))));
    room.choose(room.index, false);
  },

  choose(index, isSeen = true) {
    const room = doubtsOfRoom;
    room.index = Math.min(Math.max(index, 0), Math.max(room.doubts.length - 1, 0));
    for (const [at, item] of [...room.list.children].entries()) {
      if (at === room.index) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
      if (at === room.index && isSeen) item.scrollIntoView({ block: "nearest" });
    }
  },

  answer(side) {
    const doubt = doubtsOfRoom.doubts[doubtsOfRoom.index];
    if (doubt !== undefined && !workspace.isReadOnly) doubtsOfRoom.correct(doubt[side]);
  },

  async correct({ correction }) {
    if (doubtsOfRoom.isBusy) return;
    doubtsOfRoom.isBusy = true;
    try {
      await correctionHistory.make([correction]);
      await doubtsOfRoom.load();
    } catch (error) {
      workspace.sayError(error);
    } finally {
      doubtsOfRoom.isBusy = false;
    }
  },
};

registerDaysView(doubtsOfRoom);
