import { workspaceShell } from "./workspace-shell.js";
import { workspace } from "./workspace.js";

// Corrections of days, which Undo takes back one press after the other, and Redo makes again.

/** The corrections of the store, and those that were taken back on this page. */
export const correctionHistory = {
  /** The store's corrections, the last one made last. */
  all: [],
  /**
   * What each press of this page made: corrections as they were sent, with their numbers, and those that they replaced,
   * such as the name that a place had before.
   */
  presses: [],
  undone: [],
  /** The change that is under way: the next one counts on the numbers that it leaves. */
  running: Promise.resolve(),
  /** Called after a change. */
  changed: null,

  /** What Undo takes back: this page's last press, or else the store's last correction. */
  get last() {
    const { all, presses } = correctionHistory;
    const known = new Map(all.map((one) => [one.number, one]));
    // Another page may have taken back or replaced what this one made.
    while (presses.length > 0 && !presses.at(-1).made.every(({ number }) => known.has(number))) presses.pop();
    const press = presses.at(-1) ?? null;
    const last = press === null ? all.at(-1) : known.get(press.made.at(-1).number);
    return last === undefined ? null : { text: last.text, press, made: press?.made ?? [last] };
  },

  get names() {
    const { last } = correctionHistory;
    return { undo: last === null || workspace.isReadOnly ? null : "correction: " + last.text,
      redo: correctionHistory.undone.length > 0 ? "correction" : null };
  },

  take(corrections) {
    correctionHistory.all = corrections;
    workspaceShell.showChanges();
  },

  /** The store's corrections between two changes of this page. */
  async refresh() {
    let before, corrections;
    do {
      before = correctionHistory.running;
      await before;
      ({ corrections } = await workspace.get("/api/days/corrections"));
    } while (before !== correctionHistory.running);
    correctionHistory.take(corrections);
    return corrections;
  },

  /** Makes a change after the one that is under way. */
  change(work) {
    const done = correctionHistory.running.then(work);
    correctionHistory.running = done.catch(() => {});
    return done;
  },

  /** Makes corrections as one press, and says so. */
  make: (corrections) => correctionHistory.change(() => correctionHistory.send(corrections, false)),

  async send(corrections, isRedo) {
    const history = correctionHistory;
    const kept = [];
    for (const correction of corrections) kept.push(await workspace.post("/api/days/correct", correction));
    // One that held already was made by an earlier press, which takes it back.
    const made = kept.filter(({ number }) => history.all.every((one) => one.number !== number));
    const replaced = new Set(made.map((one) => one.replaces?.number));
    if (made.length > 0) history.presses.push({ corrections, made });
    history.take([...history.all.filter(({ number }) => !replaced.has(number)), ...made]);
    if (!isRedo) history.undone = [];
    workspace.say("Corrected: " + kept.map(({ text }) => text).join("; "),
      { undo: () => correctionHistory.takeBack(false), command: kept.map(({ command }) => command).join("; ") });
  },

  /** Takes the last press back, or makes it again; false if there is none. */
  takeBack(isRedo) {
    const history = correctionHistory;
    const { undo, redo } = history.names;
    if ((isRedo ? redo : undo) === null) return false;
    history.change(() => (isRedo ? history.makeAgain() : history.withdraw()))
      .then(() => history.changed?.(), (error) => workspace.sayError(error));
    return true;
  },

  async makeAgain() {
    const press = correctionHistory.undone.pop();
    if (press !== undefined) await correctionHistory.send(press.corrections, true);
  },

  async withdraw() {
    const history = correctionHistory;
    const { last } = history;
    if (last === null) return;
    // A press that made several corrections is taken back whole.
    for (const { number, replaces } of last.made.toReversed()) {
      if (replaces) {
        // The former one replaces the one that replaced it, and has another number from now on.
        const former = await workspace.post("/api/days/correct", replaces.correction);
        for (const one of history.presses.flatMap((press) => press.made))
          if (one.number === replaces.number) one.number = former.number;
      } else await workspace.post("/api/days/withdraw", { number });
    }
    if (last.press !== null) history.undone.push(history.presses.pop());
    history.take((await workspace.get("/api/days/corrections")).corrections);
    workspace.say("Taken back: " + last.text);
  },
};
