import { decisionList } from "./alerts-decisions.js";
import { PolicyForm } from "./alerts-form.js";
import { placeFeature } from "./alerts-place-feature.js";
import { AlertPlaces } from "./alerts-places.js";
import { TradeOffPlot, alertFigures } from "./alerts-policy.js";
import { changeName } from "./alerts-rules.js";
import { element } from "./kit.js";
import { workspaceShell } from "./workspace-shell.js";
import { WorkspaceError, countText, registerRoom, saveBlob, workspace } from "./workspace.js";

// The room of alerts: places and a policy, tried on the rides while a person changes them.

export const alertsRoom = {
  name: "alerts",
  title: "Alerts",
  /** What the server said last; null before. */
  data: null,
  /** What may be undone as a whole: places, the profile and the policy's words. */
  now: { places: null, profile: null, words: {} },
  past: [],
  future: [],

  // The room

  make(place) {
    const room = alertsRoom;
    const button = (text, press) => element("button", { type: "button", class: "plain", onclick: press }, text);
    room.places =
      new AlertPlaces({ changed: (places, tag) => room.edit({ places }, tag), save: () => room.savePlaces() });
    // What is drawn before the saved places are known would give way to them.
    room.places.element.inert = true;
    room.which = element("select", { class: "field", id: "alerts-rides", onchange: () => room.chooseRide() });
    room.figures = element("dl", { class: "headline alerts-figures" });
    room.took = element("small", {});
    room.line = element("p", { class: "alerts-line", role: "status" }, "Loading…");
    room.notes = element("ul", { class: "notes", hidden: true });
    room.profile = element("select",
      { class: "field", id: "alerts-profile", onchange: () => room.chooseProfile(room.profile.value) });
    room.back = button("Take the changes back", () => room.chooseProfile(room.now.profile));
    room.file = element("input",
      { class: "field", type: "text", placeholder: "name", "aria-label": "Name of the policy's file", maxlength: 60 });
    room.save = element("form",
      { class: "alerts-buttons", onsubmit: (event) => { event.preventDefault(); room.savePolicy(); } },
      room.file, element("button", { class: "plain" }, "Save policy as…"));
    room.export = element("a", { class: "plain" }, "Export policy");
    room.form = new PolicyForm((name, word) =>
      room.edit({ words: { ...room.now.words, [name]: word } }, "field " + name));
    room.plot = new TradeOffPlot();
    room.decisions = element("div", { class: "alerts-of-ride" });
    const bar = (...parts) => element("div", { class: "alerts-bar" }, ...parts);
    place.append(
      element("div", { class: "alerts-top" },
        bar(element("label", { for: "alerts-profile" }, "Policy"), room.profile, room.back,
          element("label", { for: "alerts-rides" }, "tried on"), room.which, room.took),
        room.figures, room.line),
      element("p", { class: "aside alerts-meaning" }, element("b", {}, "Wanted"),
        ": an alert for each place that a ride enters on foot or at rest. ", element("b", {}, "Unsafe"),
        ": an alert in a vehicle."),
      room.notes,
      element("div", { class: "alerts-desk" },
        element("section", { class: "first", "aria-label": "Rules" }, element("h2", {}, "Rules"), room.form.first),
        element("section", { class: "first", "aria-label": "Places" }, element("h2", {}, "Places"),
          room.places.element),
        element("section", { class: "first", "aria-label": "Decisions" }, room.decisions)),
      element("section", { class: "alerts-rest", "aria-label": "More rules" }, room.form.more, room.plot.element,
        bar(room.save, room.export)));
    // The bar above the rooms grows with what it says; what stays in sight here is below it.
    const shell = /** @type {HTMLElement} */ (document.querySelector(".shell"));
    new ResizeObserver(() => place.style.setProperty("--shell-height", shell.offsetHeight + "px")).observe(shell);
    // The room has an undo of its own, for what is not saved yet.
    document.addEventListener("keydown", (event) => room.press(event), { capture: true });
    place.addEventListener("focusin", (event) => (room.typedFrom = event.target.value));
    room.showButtons();
  },

  show() {
    alertsRoom.changed(workspace.state);
  },

  changed(state) {
    const room = alertsRoom;
    if (state === null) return;
    room.places.save.hidden = room.save.hidden = state.isReadOnly;
    const key = JSON.stringify([state.rides, state.undo, state.manifest?.hash, state.model]);
    if (workspace.room !== room || key === room.known) return;
    room.known = key;
    // Rides are read one after another; not each is worth the whole.
    clearTimeout(room.loadTimer);
    room.loadTimer = setTimeout(() => room.load(), room.data === null ? 0 : 1500);
  },

  /** Loads places, policies and rides; places that are not saved yet stay, unless `isForced`. */
  async load(isForced = false) {
    const room = alertsRoom;
    try {
      const data = await workspace.get("/api/alerts");
      workspaceShell.tell("alerts", data.problems);
      const isFirst = room.data === null;
      const isDirty = room.isDirty;
      const hash = isFirst || isForced || !isDirty ? data.hash : room.data.hash;
      const saved = hash === data.hash ? data.places : room.saved;
      const isNew = isFirst || hash !== room.data.hash || isForced;
      const pathsBefore = JSON.stringify(room.data?.rides ?? null);
      room.data = { ...data, hash };
      if (isFirst) room.form.fill(data.fields);
      room.places.element.inert = false;
      room.showChoices();
      if (JSON.stringify(data.rides) !== pathsBefore) room.places.map.paths(data.rides);
      const first = data.policies.find(({ name }) => name === data.policy) ?? data.policies[0];
      const profile = room.policyOf(room.now.profile) ? room.now.profile : room.keyOf(first);
      const words = room.now.profile === null ? first.values : room.now.words;
      if (!isFirst && isNew) room.remember(null);
      room.saved = saved;
      room.baseKey = null;
      room.take({ places: isNew ? saved : room.now.places, profile, words });
      if (isFirst) room.places.map.map.fit();
    } catch (error) {
      room.known = null;
      room.line.textContent = error instanceof WorkspaceError ? error.text : String(error.message ?? error);
      room.line.classList.add("faulty");
    }
  },

  keyOf: (policy) => policy.file ?? policy.name,
  policyOf: (key) => alertsRoom.data?.policies.find((policy) => alertsRoom.keyOf(policy) === key),

  showChoices() {
    const room = alertsRoom;
    const option = (policy) => element("option", { value: room.keyOf(policy) }, policy.name);
    const group = (label, policies) =>
      policies.length === 0 ? null : element("optgroup", { label }, ...policies.map(option));
    room.profile.replaceChildren(...[group("Profiles", room.data.policies.filter(({ file }) => !file)),
      group("Files", room.data.policies.filter(({ file }) => file))].filter(Boolean));
    const before = room.which.value;
    room.which.replaceChildren(element("option", { value: "" }, "all labelled rides"),
      ...room.data.rides.map(({ ride }) => element("option", { value: ride }, ride)));
    room.which.value = room.data.rides.some(({ ride }) => ride === before) ? before : "";
  },

  chooseRide() {
    const room = alertsRoom;
    const ride = room.which.value;
    const { map } = room.places.map;
    map.highlight(ride === "" ? null : (thing) => thing.points === undefined || thing.ride === ride);
    if (room.data.rides.find((one) => one.ride === ride)?.path?.length > 0) map.fit((thing) => thing.ride === ride);
    room.try();
  },

  chooseProfile(key) {
    const policy = alertsRoom.policyOf(key);
    if (policy) alertsRoom.edit({ profile: key, words: policy.values }, null);
  },

  // Changes and undo

  get isDirty() {
    const { now, saved } = alertsRoom;
    return now.places !== null && now.places !== saved && JSON.stringify(now.places) !== JSON.stringify(saved);
  },

  /** Makes a change; changes with one tag in a row are undone as one. */
  edit(change, tag) {
    alertsRoom.remember(tag);
    alertsRoom.take({ ...alertsRoom.now, ...change });
  },

  remember(tag) {
    const room = alertsRoom;
    const time = performance.now();
    const isSame = tag !== null && tag === room.tag && (tag.startsWith("drag") || time - room.tagged < 1500);
    [room.tag, room.tagged] = [tag, time];
    if (!isSame) room.past.push(room.now);
    if (room.past.length > 500) room.past.shift();
    room.future = [];
  },

  /** What the page's Undo and Redo would do to what is not saved yet; null for nothing. */
  get history() {
    const { now, past, future } = alertsRoom;
    return { undo: changeName(past.at(-1), now), redo: changeName(now, future.at(-1)) };
  },

  /** Takes the room's last change back, or repeats it; false without any. */
  takeBack(isRedo) {
    const room = alertsRoom;
    const [from, to] = isRedo ? [room.future, room.past] : [room.past, room.future];
    if (from.length === 0) return false;
    to.push(room.now);
    room.tag = null;
    room.take(from.pop());
    return true;
  },

  press(event) {
    if (workspace.room !== alertsRoom || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    // A field that was typed in has its own undo.
    const isTyped = event.target.matches("input:not([type=range], [type=checkbox], [type=radio])");
    if (isTyped && event.target.value !== alertsRoom.typedFrom) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    event.stopPropagation();
    workspace.takeBack(key === "y" || event.shiftKey);
  },

  take(now) {
    const room = alertsRoom;
    const before = room.now;
    room.now = now;
    if (now.places !== before.places || room.places.collection !== now.places) room.places.take(now.places);
    const policy = room.policyOf(now.profile);
    room.profile.value = now.profile;
    room.form.show(now.words, policy?.values, before.profile !== now.profile);
    room.export.hidden = !policy?.file;
    if (policy?.file) {
      room.export.href = "/api/file?path=" + encodeURIComponent(policy.file);
      room.export.download = policy.file.split("/").pop();
    }
    room.showButtons();
    room.try();
  },

  showButtons() {
    const room = alertsRoom;
    workspaceShell.showChanges();
    room.back.hidden = !room.form.isChanged;
    clearTimeout(room.dirtyTimer);
    // Comparing a thousand places waits for a pause; meanwhile other places can be saved.
    if (room.now.places !== room.saved) room.places.save.disabled = false;
    room.dirtyTimer = setTimeout(() => {
      const { isDirty } = room;
      room.places.save.disabled = !isDirty;
      room.places.save.textContent = isDirty ? "Save places •" : "Save places";
    }, 150);
  },

  // Trying

  /** Tries what is shown. One request runs at a time; of those that wait, the newest is sent. */
  try() {
    alertsRoom.isWaiting = true;
    if (!alertsRoom.isTrying) alertsRoom.tryAll();
  },

  async tryAll() {
    const room = alertsRoom;
    room.isTrying = true;
    try {
      while (room.isWaiting && room.data !== null) {
        room.isWaiting = false;
        const ride = room.which.value;
        const { now } = room;
        const policy = room.policyOf(now.profile);
        const ask = (words) => workspace.post("/api/try", {
          policy: words, profile: policy?.file ? null : now.profile, places: now.places,
          rides: ride === "" ? null : [ride], details: room.detailed(ride) });
        try {
          const answer = await ask(now.words);
          if (!room.form.isChanged && now === room.now)
            [room.base, room.baseKey] = [answer.figures, [now.places, now.profile, ride]];
          room.showAnswer(answer, ride, now);
          // The profile's own figures follow when nothing newer waits.
          if (!room.isWaiting && !room.isBase(now, ride) && policy) {
            const base = await ask(policy.values);
            [room.base, room.baseKey] = [base.figures, [now.places, now.profile, ride]];
            if (!room.isWaiting) room.showAnswer(answer, ride, now);
          }
        } catch (error) {
          if (!room.isWaiting) room.showFault(error);
        }
      }
    } finally {
      room.isTrying = false;
    }
  },

  isBase: (now, ride) =>
    alertsRoom.baseKey !== null &&
    [now.places, now.profile, ride].every((part, index) => part === alertsRoom.baseKey?.[index]),

  showAnswer(answer, ride, now) {
    const room = alertsRoom;
    room.line.hidden = true;
    room.form.fault(null);
    room.figures.classList.remove("is-old");
    const policy = room.policyOf(now.profile);
    room.figures.replaceChildren(...alertFigures(answer.figures, room.isBase(now, ride) ? room.base : null,
      policy ? "the policy " + policy.name : "this policy"));
    room.took.textContent = countText(answer.rides, "ride");
    room.notes.hidden = !(answer.notes?.length > 0);
    room.notes.replaceChildren(...(answer.notes ?? []).map((note) => element("li", {}, note)));
    room.plot.show(answer);
    room.showDecisions(answer.decisions ?? [], room.detailed(ride));
  },

  showFault(error) {
    const room = alertsRoom;
    const text = error instanceof WorkspaceError ? error.text : String(error.message ?? error);
    room.form.fault(error);
    room.line.textContent = "Not tried. " + text;
    room.line.classList.add("faulty");
    room.line.hidden = false;
    room.figures.classList.add("is-old");
  },

  showDecisions(decisions, ride) {
    const room = alertsRoom;
    const path = room.data.rides.find((one) => one.ride === ride)?.path ?? [];
    const nearest = (time) =>
      path.reduce((best, point) => (Math.abs(point[2] - time) < Math.abs(best[2] - time) ? point : best));
    room.places.map.decisions =
      path.length === 0 ? [] : decisions.map(({ time, decision }) => ({ at: nearest(time), decision }));
    room.places.map.map.redraw();
    const head = element("h2", {}, "Decisions");
    if (ride === null) {
      room.decisions.replaceChildren(head, element("p", { class: "aside" },
        "Add a ride with a track, as of a logger that records locations. Here stands what the phone would do."));
      return;
    }
    const titles = new Map(
      room.now.places.features.map((feature) => [placeFeature.identifier(feature), placeFeature.title(feature)]),
    );
    room.decisions.replaceChildren(head, element("p", { class: "aside" }, "of the ride " + ride),
      titles.size === 0 ? element("p", {}, "Add a place that this ride passes.")
        : decisionList(decisions, ride, titles),
      element("button", { type: "button", class: "plain", onclick: () => room.saveScenario(ride),
        title: "A test of this run, which gaitway gate check plays" }, "Export scenario"));
  },

  /** The ride whose decisions are shown: the chosen one, or the first with a track. */
  detailed(chosen) {
    return chosen || (alertsRoom.data.rides.find(({ path }) => path?.length > 0)?.ride ?? null);
  },

  // Saving

  /** Saves the run of a ride as a scenario. */
  async saveScenario(ride) {
    const { now } = alertsRoom;
    const profile = alertsRoom.policyOf(now.profile)?.file ? null : now.profile;
    try {
      const { name, text } = await workspace.post("/api/scenario",
        { policy: now.words, profile, places: now.places, ride });
      saveBlob(new Blob([text], { type: "text/plain" }), name);
    } catch (error) {
      workspace.sayError(error);
    }
  },

  async savePlaces() {
    const room = alertsRoom;
    const { places } = room.now;
    try {
      const { hash } = await workspace.post("/api/places", { places, hash: room.data.hash });
      room.data.hash = hash;
      room.saved = places;
      room.showButtons();
      workspace.say("Saved " + countText(places.features.length, "place") + ".");
      workspace.refresh().catch(() => {});
    } catch (error) {
      if (error.status !== 409) {
        workspace.sayError(error);
        return;
      }
      await room.load(true);
      workspace.say(
        "The file of places changed meanwhile. The room shows its newer places; Undo brings yours back.",
        { isFault: true });
    }
  },

  async savePolicy() {
    const room = alertsRoom;
    const name = room.file.value.trim();
    if (name === "") {
      workspace.say("Give the policy a name first.");
      room.file.focus();
      return;
    }
    try {
      const { now } = room;
      const { file } = await workspace.post("/api/policy",
        { name, policy: now.words, profile: room.policyOf(now.profile)?.file ? null : now.profile });
      workspace.say("Saved " + file + ".");
      await room.load();
      const policy = room.policyOf(file);
      if (policy) room.edit({ profile: file, words: policy.values }, null);
    } catch (error) {
      workspace.sayError(error);
    }
  },
};

registerRoom(alertsRoom);
