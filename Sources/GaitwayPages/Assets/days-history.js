import { workspaceShell } from "./workspace-shell.js";
import { workspace } from "./workspace.js";

// Corrections of days, which Undo takes back one press after the other, and Redo makes again.

/** The corrections of the store, and those that were taken back on this page. */
export const correctionHistory = {
  /** The store's corrections, the last one made last. */
  all: [],
  /** What each press of this page made: corrections as they were sent, with their numbers. */
  presses: [],
  undone: [],
  /** The press of Undo or Redo that is under way: the next one takes what it leaves. */
  running: Promise.resolve(),
  /** Called after a change. */
  changed: null,

  get names() {
    const last = correctionHistory.all.at(-1);
    return { undo: last === undefined || workspace.isReadOnly ? null : "correction: " + last.text,
      redo: correctionHistory.undone.length > 0 ? "correction" : null };
  },

  take(corrections) {
    correctionHistory.all = corrections;
    workspaceShell.showChanges();
  },

  async refresh() {
    correctionHistory.take((await workspace.get("/api/days/corrections")).corrections);
  },

  /** Makes corrections as one press, and says so. */
  async make(corrections, isRedo = false) {
    const kept = [];
    for (const correction of corrections) kept.push(await workspace.post("/api/days/correct", correction));
    correctionHistory.take([...correctionHistory.all, ...kept]);
    correctionHistory.presses.push({ corrections, numbers: kept.map(({ number }) => number) });
    if (!isRedo) correctionHistory.undone = [];
    workspace.say("Corrected: " + kept.map(({ text }) => text).join("; "),
      { undo: () => correctionHistory.takeBack(false), command: kept.map(({ command }) => command).join("; ") });
  },

  /** Takes the last press back, or makes it again; false if there is none. */
  takeBack(isRedo) {
    const history = correctionHistory;
    const { undo, redo } = history.names;
    if ((isRedo ? redo : undo) === null) return false;
    history.running = history.running.then(() => (isRedo ? history.makeAgain() : history.withdraw()))
      .then(() => history.changed?.(), (error) => workspace.sayError(error));
    return true;
  },

  async makeAgain() {
    const press = correctionHistory.undone.pop();
    if (press !== undefined) await correctionHistory.make(press.corrections, true);
  },

  async withdraw() {
    const history = correctionHistory;
    if (history.all.length === 0) return;
    const { number: last, text } = history.all.at(-1);
    // A press that made several corrections is taken back whole.
    const press = history.presses.at(-1)?.numbers.includes(last) ? history.presses.pop() : null;
    for (const number of (press?.numbers ?? [last]).toReversed())
      history.take((await workspace.post("/api/days/withdraw", { number })).corrections);
    if (press !== null) history.undone.push(press);
    workspace.say("Taken back: " + text);
  },
};
