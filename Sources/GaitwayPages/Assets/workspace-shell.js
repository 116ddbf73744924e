import { durationText, element, pageData } from "./kit.js";
import { addRoomPurpose, showRoomPurposes } from "./workspace-purposes.js";
import { showRoom, workspace } from "./workspace.js";

// What stands around the workspace's rooms: their names, undo and redo, the job that runs, and lines for the person.

/** The parts around the rooms. */
export const workspaceShell = {
  /** Builds the parts; the page has an empty `nav.rooms` and an empty `#rooms`. */
  make() {
    const shell = workspaceShell;
    shell.nav = document.querySelector("nav.rooms");
    shell.nav.setAttribute("aria-label", "Rooms");
    shell.links = workspace.rooms.map((room) => element("a", { href: "#" + room.name }, room.title));
    shell.nav.replaceChildren(element("ul", {}, ...shell.links.map((link) => element("li", {}, link))));

    // A narrow page has room for the signs alone.
    const button = (name, sign, press) =>
      element("button", { type: "button", class: "plain", disabled: true, onclick: press },
      element("span", { class: "shell-sign", "aria-hidden": "true" }, sign),
      element("span", { class: "shell-word" }, name));
    shell.undo = button("Undo", "↶", () => workspace.takeBack());
    shell.redo = button("Redo", "↷", () => workspace.takeBack(true));
    shell.changes = element("div", { class: "shell-changes", role: "group", "aria-label": "Changes", hidden: true },
      shell.undo, shell.redo);
    shell.lookOnly = element("span", { class: "shell-look", hidden: true }, "Read only");

    shell.jobText = element("span", {});
    shell.jobBar = element("progress", { max: 1, "aria-label": "Progress of the job" });
    shell.jobStop = element("button", { type: "button", class: "plain", onclick: () => shell.stopJob() }, "Stop");
    shell.job = element("div", { class: "shell-job", hidden: true }, shell.jobText, shell.jobBar, shell.jobStop);

    shell.server = element("p", { class: "shell-line faulty", role: "alert", hidden: true });
    shell.newer = element("p", { class: "shell-line", role: "status", hidden: true }, "The server has a newer page. ",
      element("button", { type: "button", class: "plain", onclick: () => location.reload() }, "Load it again"));
    shell.manifest = element("p", { class: "shell-line faulty", role: "alert", hidden: true });
    shell.samples = element("p", { class: "shell-line shell-samples", hidden: true },
      element("span", {}, "Samples are in this workspace. "),
      element("button", { type: "button", class: "plain", onclick: () => shell.removeSamples() }, "Take them away"));
    shell.faults = element("div", { role: "alert" });
    shell.told = new Map();
    const bar = element("div", { class: "shell", role: "region", "aria-label": "Workspace" },
      element("div", { class: "shell-bar" }, shell.nav, shell.lookOnly, shell.changes), shell.job, shell.server,
      shell.newer, shell.samples, shell.manifest, shell.faults);
    document.querySelector("header").after(bar);

    shell.said = element("div", { class: "shell-said", role: "status", "aria-live": "polite" });
    document.body.append(shell.said);

    const rooms = document.getElementById("rooms");
    for (const room of workspace.rooms) {
      room.place = element("div", { class: "room room-" + room.name, hidden: true });
      rooms.append(room.place);
      addRoomPurpose(room);
    }
    addEventListener("hashchange", showRoom);
    addEventListener("keydown", (event) => shell.press(event));
  },

  /** Undo and redo by keys, except where a field has its own. */
  press(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey ||
      event.target.matches("input, textarea, select, [contenteditable]")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    workspace.takeBack(key === "y" || event.shiftKey);
  },

  markRoom() {
    for (const [index, room] of workspace.rooms.entries()) {
      if (room === workspace.room) workspaceShell.links[index].setAttribute("aria-current", "page");
      else workspaceShell.links[index].removeAttribute("aria-current");
    }
    workspaceShell.showChanges();
  },

  /** Names what Undo and Redo do: to what the room has not saved yet, else to the workspace's files. */
  showChanges() {
    const shell = workspaceShell;
    const { room, state, isReadOnly } = workspace;
    const own = room?.history ?? null;
    shell.changes.hidden = state === null || (isReadOnly && own === null);
    const name = (button, sign, what) => {
      button.disabled = !what;
      button.title = what ? sign + ": " + what : "";
      button.setAttribute("aria-label", what ? sign + " " + what : sign);
    };
    name(shell.undo, "Undo", own?.undo ?? (isReadOnly ? null : state.undo));
    name(shell.redo, "Redo", own?.redo ?? (isReadOnly ? null : state.redo));
  },

  /** Shows the state that concerns every room. */
  show(state) {
    const shell = workspaceShell;
    shell.lookOnly.hidden = !state.isReadOnly;
    shell.showChanges();
    shell.newer.hidden = state.program === pageData.program;
    shell.manifest.hidden = !state.manifest?.problem;
    if (state.manifest?.problem) shell.manifest.textContent = "manifest.csv: " + state.manifest.problem;
    shell.tell("state", state.problems);
    shell.showJob(state.job, state.isReadOnly);
    shell.samples.hidden = !state.hasSamples || state.isReadOnly;
    showRoomPurposes(state);
  },

  async removeSamples() {
    try {
      await workspace.post("/api/samples", { remove: true });
      workspace.say("The samples are gone.");
      await workspace.refresh();
    } catch (error) {
      workspace.sayError(error);
    }
  },

  /** Shows the files that an answer could not use, with line and remedy, until the next answer of its kind. */
  tell(kind, problems) {
    const shell = workspaceShell;
    shell.told.set(kind,
      (problems ?? []).map(({ place, problem, remedy }) => [place + ": " + problem, remedy].filter(Boolean)
        .join("; ")));
    const lines = [...shell.told.values()].flat();
    if (lines.join("\n") === shell.tellings) return;
    shell.tellings = lines.join("\n");
    shell.faults.replaceChildren(...lines.map((line) => element("p", { class: "shell-line faulty" }, line)));
  },

  /** Shows the job that runs; one that has just ended is told in a line. */
  showJob(job, isReadOnly) {
    const shell = workspaceShell;
    const isRunning = job?.state === "running";
    shell.job.hidden = !isRunning;
    if (isRunning) {
      shell.jobText.textContent = jobTitle(job) + ": " + jobStep(job);
      shell.jobBar.value = job.share;
      shell.jobStop.hidden = isReadOnly;
    } else if (shell.running && (job === null || job === undefined || job.id === shell.running.id)) {
      const ended = job ?? { ...shell.running, state: "done" };
      const words = { done: "is done", stopped: "was stopped", failed: "failed" };
      workspace.say(
        jobTitle(ended) + " " + (words[ended.state] ?? ended.state) + (ended.problem ? ": " + ended.problem : "."),
        { isFault: ended.state === "failed" });
    }
    shell.running = isRunning ? job : null;
  },

  async stopJob() {
    try {
      await workspace.post("/api/stop", { job: workspaceShell.running?.id });
      workspace.refresh().catch(() => {});
    } catch (error) {
      workspace.sayError(error);
    }
  },

  /** Says that the server is gone, or, with null, that it is there. */
  tellServer(error) {
    const line = workspaceShell.server;
    if (error === null) {
      line.hidden = true;
      return;
    }
    const text = error.status === 401 || error.status === 403
      ? "The server does not know this page's token. Open the address that the server printed."
      : error.status > 0 ? error.text + " Trying again." : "Lost the connection to the server. Trying again.";
    if (line.textContent !== text) line.textContent = text;
    line.hidden = false;
  },

  /** Shows a line for some seconds; a fault stays until it is closed. */
  say(text, isFault, undo, more) {
    const shell = workspaceShell;
    clearTimeout(shell.saidTimer);
    const close = () => {
      // The focus goes back to the page rather than nowhere.
      if (shell.said.contains(document.activeElement)) shell.links[workspace.rooms.indexOf(workspace.room)]?.focus();
      shell.said.replaceChildren();
    };
    shell.said.replaceChildren(
      element("div", { class: isFault ? "faulty" : null },
        element("span", {}, text),
        more === null ? null : element("details", {}, element("summary", {}, "The command"),
          element("code", {}, more)),
        undo ? element("button", { type: "button", class: "plain", onclick: () => {
          close();
          if (undo === true) workspace.undo();
          else undo();
        } }, "Undo") : null,
        element("button",
          { type: "button", class: "plain", "aria-label": "Close the message", onclick: close }, "×")));
    if (!isFault) {
      const later = () => {
        if (shell.said.matches(":hover, :focus-within")) shell.saidTimer = setTimeout(later, 2000);
        else close();
      };
      shell.saidTimer = setTimeout(later, 8000);
    }
  },
};

/** Where a job is, in words, and how long it still takes. */
export function jobStep(job) {
  return (job.stage || "starting") +
    (job.left === null || job.left === undefined ? "" : ", about " + durationText(job.left) + " left");
}

/** What a job does, in words. */
function jobTitle(job) {
  const titles = { train: "Training", adapt: "Adapting", compare: "Comparing", map: "Making the map of windows" };
  const title = titles[job.kind] ?? job.kind;
  return job.name && job.kind !== "map" ? title + " " + job.name : title;
}
