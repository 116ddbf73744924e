import { correctionHistory } from "./days-history.js";
import { element } from "./kit.js";
import { InboxUpload } from "./workspace-trackers.js";
import { workspaceShell } from "./workspace-shell.js";
import { registerRoom, workspace } from "./workspace.js";

// The room of days: it shows one of its views.

/**
 * The room. A script adds a view to it with `registerDaysView`:
 *
 *     registerDaysView({
 *       name: "places", title: "Places",   // the address's fragment is "#days/places" or "#days/places/REST"
 *       make(place) {},                    // builds the view in an element, when it is first shown
 *       show(rest) {},                     // the view is shown; REST of the fragment, decoded at no place
 *       hide() {},                         // another view or room is shown
 *       begun() {},                        // it is known whether the workspace is only shown
 *       changed() {},                      // the store may have changed; called only for a view that was made
 *       hasCorrections: false,             // Undo takes back the workspace's last change, not the last correction
 *     });
 *
 * Only `name`, `title` and `make` are needed.
 */
export const daysRoom = {
  name: "days",
  title: "Days",
  views: [],
  /** The view that is shown. */
  view: null,
  stamp: null,

  make(place) {
    const room = daysRoom;
    room.links = room.views.map((view) => element("a", { href: "#days/" + view.name }, view.title));
    const names = element(
      "nav",
      { class: "days-views", "aria-label": "Views of the days", hidden: room.views.length < 2 },
      element("ul", {}, ...room.links.map((link) => element("li", {}, link))));
    for (const view of room.views)
      view.place = element("div", { class: "days-view days-view-" + view.name, hidden: true });
    // A track that is dropped here goes into the store.
    room.upload = new InboxUpload(place);
    place.append(names, ...room.views.map((view) => view.place), room.upload.element);
  },

  show(rest) {
    const room = daysRoom;
    const [name, ...more] = rest.split("/");
    const view = room.views.find((one) => one.name === name) ?? room.views[0];
    if (view === undefined) return;
    if (room.view !== view) {
      room.hide();
      room.view = view;
      view.place.hidden = false;
    }
    if (!view.isMade) {
      view.isMade = true;
      view.make(view.place);
    }
    view.show?.(more.join("/"));
    workspaceShell.showChanges();
    for (const [index, one] of room.views.entries()) {
      if (one === view) room.links[index].setAttribute("aria-current", "page");
      else room.links[index].removeAttribute("aria-current");
    }
  },

  /** What Undo and Redo would do to the corrections; null in a view whose changes are those of the workspace. */
  get history() {
    return daysRoom.view?.hasCorrections === false ? null : correctionHistory.names;
  },

  takeBack: (isRedo) => daysRoom.history !== null && correctionHistory.takeBack(isRedo),

  hide() {
    const { view } = daysRoom;
    if (view === null) return;
    view.hide?.();
    view.place.hidden = true;
    daysRoom.view = null;
  },

  changed(state) {
    const room = daysRoom;
    room.upload.changed(state);
    if (state.days === room.stamp) return;
    const isFirst = room.stamp === null;
    room.stamp = state.days;
    correctionHistory.refresh().catch((error) => workspace.sayError(error));
    for (const view of room.views) if (view.isMade) (isFirst ? view.begun : view.changed)?.();
  },
};

/** Adds a view to the room of days. */
export function registerDaysView(view) {
  daysRoom.views.push(view);
}

registerRoom(daysRoom);
