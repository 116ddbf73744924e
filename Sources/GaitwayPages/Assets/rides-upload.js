import { element, percentText } from "./kit.js";
import { countText, workspace } from "./workspace.js";

// Logs and zip files that are dropped or chosen: sent to the server in slices, then a report.

/** The greatest slice of a file that one request carries, in bytes. */
const uploadSlice = 4 * 1024 * 1024;

/** Sends files, and shows how far it is and what came of them. */
export class RideUpload {
  /** `room` is the element in which files may be dropped, `path` the request that takes them. */
  constructor(room, path = "/api/upload") {
    this.path = path;
    this.waiting = [];
    this.total = 0;
    this.rides = [];
    this.labelled = 0;
    this.problems = [];
    this.input = element("input",
      { type: "file", multiple: true, class: "unseen", tabindex: -1, "aria-hidden": "true" });
    this.input.addEventListener("change", () => {
      this.add([...this.input.files]);
      this.input.value = "";
    });
    this.button = element("button", { type: "button", class: "plain", onclick: () => this.input.click() },
      "Add rides …");
    this.text = element("span", { role: "status" });
    this.bar = element("progress", { max: 1, value: 0, "aria-label": "Progress of the upload" });
    this.stop = element("button", { type: "button", class: "plain", onclick: () => this.cancel() }, "Stop");
    this.progress = element("div", { class: "upload-progress", hidden: true }, this.text, this.bar, this.stop);
    this.report = element("div", { class: "upload-report", hidden: true });
    this.element = element("div", { class: "upload" }, this.progress, this.report);
    this.warn = (event) => event.preventDefault();
    this.listen(room);
    this.tellRest();
  }

  /** Says how many files did not come because the page was loaded again. */
  tellRest() {
    const count = Number(sessionStorage.getItem(this.path) ?? 0);
    sessionStorage.removeItem(this.path);
    if (!(count > 0)) return;
    this.problems = ["The page was loaded again while files came: " + countText(count, "file") +
      " did not. Choose the same files once more; those that are here already are not added twice."];
    this.tell();
    this.problems = [];
  }

  listen(room) {
    const takes = (event) => !workspace.isReadOnly && [...(event.dataTransfer?.types ?? [])].includes("Files");
    room.addEventListener("dragover", (event) => {
      if (!takes(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      room.classList.add("is-dropping");
    });
    room.addEventListener("dragleave", (event) => {
      if (!room.contains(event.relatedTarget)) room.classList.remove("is-dropping");
    });
    room.addEventListener("drop", (event) => {
      room.classList.remove("is-dropping");
      if (!takes(event)) return;
      event.preventDefault();
      const items = [...event.dataTransfer.items].filter(({ kind }) => kind === "file");
      const folders = items.map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry?.isDirectory)
        .map(({ name }) => name);
      const problems = folders.map((name) => name + " is a folder. Pack it as a zip file and drop that.");
      this.add([...event.dataTransfer.files].filter(({ name }) => !folders.includes(name)), problems);
    });
  }

  /** Sends these files after those that are under way. */
  async add(files, problems = []) {
    // A manifest labels the rides that are there: it comes behind its logs.
    this.waiting = [...this.waiting, ...files].sort((one, other) =>
      Number(/manifest/i.test(one.name)) - Number(/manifest/i.test(other.name)));
    this.total += files.reduce((sum, { size }) => sum + size, 0);
    this.problems.push(...problems);
    if (this.isSending) return;
    this.isSending = true;
    this.isCancelled = false;
    this.sent = 0;
    this.rides = [];
    this.labelled = 0;
    this.report.hidden = true;
    addEventListener("beforeunload", this.warn);
    while (this.waiting.length > 0 && !this.isCancelled) await this.send(this.waiting.shift());
    this.waiting = [];
    this.isSending = false;
    removeEventListener("beforeunload", this.warn);
    sessionStorage.removeItem(this.path);
    this.progress.hidden = true;
    this.tell();
    this.total = 0;
    this.problems = [];
    workspace.refresh().catch(() => {});
  }

  cancel() {
    this.isCancelled = true;
    this.abort?.abort();
  }

  /** Sends one file, from where the server has it; a server that is away is waited for. */
  async send(file) {
    const before = this.sent;
    // The pieces belong to this file alone, whatever else has its name.
    const identity = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    let offset = 0;
    let failures = 0;
    for (;;) {
      this.show(file, before + offset);
      try {
        this.abort = new AbortController();
        const answer = await workspace.ask(
          this.path + "?name=" + encodeURIComponent(file.name) + "&upload=" + identity + "&offset=" + offset +
            "&total=" + file.size,
          { method: "POST", headers: { "Content-Type": "application/octet-stream" },
            body: file.slice(offset, offset + uploadSlice), signal: this.abort.signal });
        failures = 0;
        offset = answer.received ?? offset + uploadSlice;
        this.rides.push(...(answer.rides ?? (answer.file ? [answer.file] : [])));
        this.labelled += answer.labelled ?? 0;
        this.problems.push(...(answer.problems ?? []).map((problem) => uploadProblemText(problem, file.name)));
        if (answer.rides !== undefined || offset >= file.size) break;
      } catch (error) {
        if (this.isCancelled) {
          this.problems.push(file.name + " was stopped.");
          break;
        }
        failures += 1;
        const isPassing = error.status === 0 || (error.status === 409 && failures < 3);
        if (!isPassing || failures > 30) {
          this.problems.push(uploadProblemText(error, file.name));
          break;
        }
        // A server that was restarted may have lost what it had.
        if (error.status === 409) offset = 0;
        this.text.textContent = "The server does not answer. Trying " + file.name + " again.";
        await new Promise((done) => setTimeout(done, Math.min(4000, 500 * failures)));
      }
    }
    this.sent = before + file.size;
  }

  show(file, sent) {
    this.progress.hidden = false;
    // A page that is loaded again has no files any more: it says what is missing.
    sessionStorage.setItem(this.path, String(this.waiting.length + 1));
    this.bar.value = this.total > 0 ? Math.min(1, sent / this.total) : 1;
    const rest = this.waiting.length > 0 ? ", then " + countText(this.waiting.length, "more file") : "";
    this.text.textContent = "Adding " + file.name + rest + ": " + percentText(this.bar.value);
  }

  /** Says what came of it. */
  tell() {
    const { rides, problems, labelled } = this;
    if (rides.length === 0 && problems.length === 0 && labelled === 0) return;
    const shown = problems.slice(0, 50);
    const title = (rides.length > 0 ? "Added " + countText(rides.length, "ride")
      : labelled > 0 ? "Added labels" : "Added no ride") +
      (labelled > 0 ? ", labels of " + countText(labelled, "ride") : "") +
      (problems.length > 0 ? ", " + countText(problems.length, "problem") : "") + ".";
    this.report.replaceChildren(
      element("div", {}, element("b", { role: "status" }, title),
        rides.length > 0
          ? element("button",
            { type: "button", class: "plain", onclick: () => workspace.showRides(rides, "The rides that were added:") },
            "Show them") : "",
        element("button",
          { type: "button", class: "plain", onclick: () => { this.report.hidden = true; this.button.focus(); } },
          "Close")),
      problems.length > 0 ? element("ul", {}, ...shown.map((problem) => element("li", {}, problem)),
        problems.length > shown.length
          ? element("li", {}, "and " + (problems.length - shown.length).toLocaleString("en") + " more") : "") : "");
    this.report.hidden = false;
  }
}

/** A problem of an upload in one line: a text, or what is wrong, where and what to do. */
function uploadProblemText(problem, name) {
  if (typeof problem === "string") return problem;
  const { problem: what, place, remedy } = problem;
  return [(place || name) + ": " + (what ?? problem.message ?? ""), remedy].filter(Boolean).join(" ");
}
