import { element, shortMonths, shownName } from "./kit.js";
import { workspaceShell } from "./workspace-shell.js";

// The workspace's page: what its rooms share. It asks the server, follows its changes, and shows the room in the
// address.

/**
 * What the rooms share. A room registers itself with `registerRoom`:
 *
 *     registerRoom({
 *       name: "rides", title: "Rides",    // the address's fragment is "#rides" or "#rides/REST"
 *       make(place) {},                   // builds the room in an element, when it is first shown
 *       show(rest) {},                    // the room is shown; REST of the fragment, decoded at no place
 *       hide() {},                        // another room is shown
 *       changed(state) {},                // the state is new; called only for a room that was made
 *       history: { undo: null, redo: "places" },  // what Undo and Redo would do to what is not saved yet
 *       takeBack(isRedo) {},              // does that; true if there was something
 *     });
 *
 * Only `name`, `title` and `make` are needed.
 */
export const workspace = {
  /** The last `/api/state`; null before the first. */
  state: null,
  rooms: [],
  /** The room that is shown. */
  room: null,
  token: new URLSearchParams(location.search).get("token"),

  /** Whether this page may change something. */
  get isReadOnly() {
    return workspace.state?.isReadOnly ?? true;
  },

  /**
   * Asks the server; `options` are those of `fetch`. Throws a `WorkspaceError` unless the server answers with 2xx.
   * `read` reads an answer that is not JSON.
   */
  async ask(path, options = {}, read = null) {
    const headers = { ...options.headers };
    if (workspace.token !== null) headers.Authorization = "Bearer " + workspace.token;
    let answer;
    try {
      answer = await fetch(path, { cache: "no-store", ...options, headers });
    } catch (error) {
      throw new WorkspaceError(0, { problem: "The server does not answer.", remedy: "Is it running?" }, error);
    }
    if (answer.ok && read !== null) return read(answer);
    const text = await answer.text();
    /** @type {any} */
    let body;
    try {
      body = text === "" ? {} : JSON.parse(text);
    } catch {
      body = { problem: text.slice(0, 300) || "The server answered with " + answer.status + "." };
    }
    if (!answer.ok) throw new WorkspaceError(answer.status, body);
    return body;
  },

  /** What a GET answers. */
  get(path) {
    return workspace.ask(path);
  },

  /** Saves what a GET answers as a file, under the name that the server gives it. */
  async save(path) {
    const [named, blob] = await workspace.ask(path, {}, async (answer) =>
      [answer.headers.get("Content-Disposition") ?? "", await answer.blob()]);
    // A name of other letters than ASCII's comes whole behind filename*.
    const whole = /filename\*=UTF-8''([^;]+)/.exec(named)?.[1];
    saveBlob(blob, whole ? decodeURIComponent(whole) : /filename="([^"]+)"/.exec(named)?.[1] ?? "");
  },

  /** What a POST of an object answers. */
  post(path, object = {}) {
    return workspace.ask(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(object),
    });
  },

  /**
   * Posts a change of the manifest, with the hash that this page knows, and says what was done, with a button that
   * undoes it. The answer, or null if the change was refused; the page then says why.
   */
  async change(path, object, done) {
    try {
      const answer = await workspace.post(path, { ...object, manifest: workspace.state?.manifest?.hash ?? null });
      workspace.took(answer);
      if (done) workspace.say(done, { undo: true });
      workspace.refresh().catch(() => {});
      return answer;
    } catch (error) {
      // The file changed meanwhile: the rooms load what it holds now.
      if (error.status === 409) await workspace.refresh().catch(() => {});
      workspace.sayError(error);
      return null;
    }
  },

  /** Takes the labels of an answer over, so that the rooms show them before the next state. */
  took(answer) {
    if (answer.manifest && workspace.state?.manifest) workspace.state.manifest.hash = answer.manifest;
    for (const room of workspace.rooms) if (room.isMade) room.labelled?.(answer.labels ?? {});
  },

  /** Takes back, or repeats, what the room has not saved yet; without such, the last change of the workspace. */
  async takeBack(isRedo = false) {
    if (workspace.room?.takeBack?.(isRedo) !== true) await workspace.undo(isRedo);
  },

  /** Takes the last change back, or repeats it. */
  async undo(isRedo = false) {
    // The names of the changes come with the state.
    await workspace.loading?.catch(() => {});
    const name = isRedo ? workspace.state?.redo : workspace.state?.undo;
    if (workspace.isReadOnly || !name) return;
    const answer = await workspace.change(isRedo ? "/api/redo" : "/api/undo", {}, null);
    if (answer !== null) workspace.say((isRedo ? "Done again: " : "Undone: ") + name + ".");
  },

  /** Loads the state, and tells the rooms. Calls while it loads become one more call. */
  async refresh() {
    if (workspace.loading) {
      workspace.isStale = true;
      return workspace.loading;
    }
    workspace.loading = workspace.load().finally(() => {
      workspace.loading = null;
    });
    return workspace.loading;
  },
  loading: null,
  isStale: false,

  async load() {
    do {
      workspace.isStale = false;
      const state = await workspace.get("/api/state");
      workspace.state = state;
    } while (workspace.isStale);
    workspaceShell.show(workspace.state);
    for (const room of workspace.rooms) if (room.isMade) room.changed?.(workspace.state);
  },

  /**
   * Shows a line to the person; with `undo`, a button beside it takes the last change back, or calls `undo`. `command`
   * is shown when it is asked for.
   *
   * @param {{ isFault?: boolean, undo?: boolean | (() => void), command?: string | null }} options
   */
  say(text, options = {}) {
    const { isFault = false, undo = false, command = null } = options;
    workspaceShell.say(text, isFault, undo, command);
  },

  /** Says what went wrong, and what to do. */
  sayError(error) {
    const text = error instanceof WorkspaceError ? error.text : String(error.message ?? error);
    workspace.say(error.status === 409 ? text + " The page has loaded the newer labels; please try again." : text, {
      isFault: true,
    });
  },
};

/** What the server refused: what is wrong, where, and what to do; status 0 if there was no answer. */
export class WorkspaceError extends Error {
  constructor(status, { problem = null, place = null, remedy = null }, cause = null) {
    super(problem ?? "The server answered with " + status + ".", { cause });
    this.status = status;
    this.problem = this.message;
    this.place = place;
    this.remedy = remedy;
  }

  /** The whole in one line. */
  get text() {
    return [this.place ? this.place + ": " + this.problem : this.problem, this.remedy].filter(Boolean).join(" ");
  }
}

/** Has the browser save a blob as a file. */
export function saveBlob(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Adds a room. */
export function registerRoom(room) {
  workspace.rooms.push(room);
}

/** A part of an address, without an error for a wrong "%". */
export function decodedPart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a ride's page, at a stretch of it if there is one. */
export function rideAddress(ride, from = null, to = null) {
  const address = "/api/ride?ride=" + encodeURIComponent(ride);
  return from === null ? address : address + "#t=" + Math.max(0, from).toFixed(2) + "-" + to.toFixed(2);
}

/** "1 ride" or "5,000 rides". */
export function countText(count, name, names = name + "s") {
  return count.toLocaleString("en") + "\u00a0" + (count === 1 ? name : names);
}

/** A moment by this browser's clock, as "3 May 2026, 8:05"; empty without one. */
export function dateTimeText(seconds) {
  if (!seconds) return "";
  const day = new Date(seconds * 1000);
  return day.getDate() + " " + shortMonths[day.getMonth()] + " " + day.getFullYear() + ", " + day.getHours() + ":" +
    String(day.getMinutes()).padStart(2, "0");
}

/** Shows the room of the address; the first one if it names none. */
export function showRoom() {
  const [name, ...rest] = location.hash.slice(1).split("/");
  const room = workspace.rooms.find((one) => one.name === name) ?? workspace.rooms[0];
  if (room === undefined) return;
  if (workspace.room !== room) {
    if (workspace.room !== null) {
      workspace.room.hide?.();
      workspace.room.scrolled = scrollY;
      workspace.room.place.hidden = true;
    }
    workspace.room = room;
    room.place.hidden = false;
    // A room begins at its top, and later where it was left; not where another room was.
    scrollTo(0, room.scrolled ?? 0);
  }
  const isNew = !room.isMade;
  if (isNew) {
    room.isMade = true;
    room.make(room.place);
  }
  room.show?.(rest.join("/"));
  if (isNew && workspace.state !== null) room.changed?.(workspace.state);
  document.title = room.title + " – " + shownName(workspace.state?.name ?? "Gaitway");
  workspaceShell.markRoom();
}

/** Follows the server's changes for as long as the page is open and seen; a server that is gone is asked again. */
export async function followWorkspace() {
  let pause = 0.5;
  const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));
  for (;;) {
    try {
      // A page that is not seen keeps no connection: browsers allow six of them.
      if (document.hidden)
        await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
      const known = workspace.state?.revision ?? null;
      const signal = /** @type {any} */ (AbortSignal).timeout(40000);
      const revision =
        known === null ? null : (await workspace.ask("/api/changes?after=" + known, { signal })).revision;
      if (known === null || revision !== workspace.state.revision) await workspace.refresh();
      workspaceShell.tellServer(null);
      pause = 0.5;
      await sleep(0.15);
    } catch (error) {
      workspaceShell.tellServer(error);
      await sleep(pause);
      pause = Math.min(2 * pause, 8);
    }
  }
}
