import { durationText, element, pageData } from "./kit.js";
import { rideAxis, rideStretches } from "./ride-lanes.js";
import { rideMomentText } from "./ride-readout.js";
import { annotationSpans } from "./ride-truth.js";
import { rideView } from "./ride.js";

// Labels of a ride in a workspace: drag along the lane, or mark with M; then a key or a button says what it was.

const labelToken = new URLSearchParams(location.search).get("token");
const labelWords = ["stationary", "walking", "running", "cycling", "automotive", "none"];

/** Asks the server; throws its problem as an error with `status`. */
async function askServer(path, body = null) {
  const headers = labelToken === null ? {} : { Authorization: "Bearer " + labelToken };
  /** @type {RequestInit} */
  const options =
    body === null ? { headers, cache: "no-store" } : { headers, method: "POST", body: JSON.stringify(body) };
  const answer = await fetch("/api/" + path, options);
  const json = await answer.json();
  if (answer.ok) return json;
  throw Object.assign(new Error([json.problem, json.remedy].filter(Boolean).join(" ")), { status: answer.status });
}

/** The labels of the ride: what is chosen, what is said, and what the server keeps. */
class RideLabelling {
  constructor(lane, { ride, isReadOnly }) {
    this.ride = ride;
    this.lane = lane;
    this.manifest = null;
    this.mark = null;
    this.selection = null;
    /** The edge that is dragged, and where it is now; null for none. */
    this.moved = null;
    this.said = element("p", { class: "label-said", role: "status" });
    this.chosen = element("p", { class: "label-chosen" });
    this.band = element("i", { class: "label-band", hidden: true });
    lane.element.classList.add("label-lane");
    lane.canvas.parentElement.append(this.band);
    rideAxis.listen(() => this.show());
    if (isReadOnly) rideView.stack.before(this.said);
    else this.makeTools();
    this.load();
    this.follow();
    const part = /^#t=([\d.]+)-([\d.]+)$/.exec(location.hash);
    if (part !== null) {
      this.select(Number(part[1]), Number(part[2]));
      rideView.zoomTo(Number(part[1]), Number(part[2]));
    }
  }

  makeTools() {
    const button = (text, press, ...more) => element("button", { type: "button", onclick: press }, ...more, text);
    const answers = labelWords.map((word, index) =>
      button(word, () => this.put(word), index + 1 + " ", element("i", { class: "swatch " + word })),
    );
    this.undo = button("Undo", () => this.takeBack("undo"));
    this.redo = button("Redo", () => this.takeBack("redo"));
    const rest = element("select", { "aria-label": "The rest is" }, element("option", { value: "" }, "The rest is …"),
      ...labelWords.map((word) => element("option", { value: word }, word)));
    const own = annotationSpans
      .filter(([, , activity]) => labelWords.includes(activity))
      .map(([from, to, activity]) => [from, to, activity]);
    const accept = button("Accept the model's labels where it is sure", () => this.accept());
    const takeOver = own.length === 0 ? "" : button("Take over the labels set while recording", () =>
      this.send("labels", { spans: { [this.ride]: own } }, own.length + (own.length === 1 ? " label" : " labels") +
        " of the log taken over."));
    rest.addEventListener("change", () => {
      if (rest.value !== "") this.change({ kind: "rest", activity: rest.value });
      rest.value = "";
    });
    this.fields = new Map();
    const fields = [["user", "Person"], ["placement", "Placement"], ["mode", "Kind, as tram"],
      ["notes", "Notes"]].map(([column, title]) => {
      const input = element("input", { type: "text", autocomplete: "off" });
      input.addEventListener("change", () => this.about(column, input.value));
      this.fields.set(column, input);
      return element("label", {}, title, input);
    });
    const tools = element("div", { class: "label-tools" }, this.chosen,
      element("div", { class: "label-answers", role: "group", "aria-label": "What it was" }, ...answers,
        button("0 clear", () => this.put(null))),
      element("div", { class: "label-edits", role: "group", "aria-label": "Edit labels" },
        button("M mark", () => this.setMark()), button("S split", () => this.at("split")),
        button("J join", () => this.at("join")), rest, accept, takeOver, this.undo, this.redo),
      this.said);
    rideView.stack.before(tools);
    rideView.stack.after(element("div", { class: "label-fields" }, ...fields));
    this.listen();
  }

  // What the server knows.

  async load() {
    try {
      const [entry, state] = [await askServer("ride?labels&ride=" + encodeURIComponent(this.ride)),
        await askServer("state")];
      this.take(entry, state);
    } catch (error) {
      this.say(error.status === 404 ? "This ride is gone: it was moved or deleted." : error.message);
    }
  }

  take(entry, state) {
    pageData.labels = entry.labels;
    this.revision = state.revision;
    this.manifest = state.manifest.hash;
    if (this.undo !== undefined) {
      for (const [made, name, what] of [[this.undo, state.undo, "Undo "], [this.redo, state.redo, "Redo "]]) {
        made.disabled = name === null;
        made.title = name === null ? "" : what + name;
      }
    }
    for (const [column, input] of this.fields ?? []) if (document.activeElement !== input) input.value = entry[column];
    this.lane.redraw();
    this.show();
  }

  /** Loads the labels again whenever another page or program changes them. */
  async follow() {
    let pause = 1;
    for (;;) {
      try {
        const { revision } = await askServer("changes?after=" + (this.revision ?? -1));
        if (pause > 1) this.say("");
        pause = 1;
        if (revision !== this.revision) await this.load();
        // Also of a ride that is gone, so that the next question waits.
        this.revision = revision;
      } catch {
        this.say("The server does not answer. The page tries again.");
        await new Promise((done) => setTimeout(done, 1000 * pause));
        pause = Math.min(2 * pause, 16);
      }
    }
  }

  /** Sends one change after the other, each with the hash that the one before left. */
  send(path, body, said) {
    this.sending = (this.sending ?? Promise.resolve()).then(() => this.sendNow(path, body, said));
    return this.sending;
  }

  async sendNow(path, body, said) {
    try {
      const answer =
        await askServer(path, path in { undo: 0, redo: 0 } ? body : { ...body, manifest: this.manifest });
      await this.load();
      this.say(typeof said === "string" ? said : said(answer));
    } catch (error) {
      await this.load();
      this.say(error.status === 409 ? "The manifest changed meanwhile. These are its labels now." : error.message);
    }
  }

  change(change, said = "") {
    return this.send("labels", { rides: [this.ride], change }, said);
  }

  /** Labels what the model is sure of, and says what is left. */
  accept() {
    return this.send("accept", { rides: [this.ride] }, ({ seconds, waiting, doubtful }) =>
      waiting > 0 ? "The server has not read this ride yet. Try again in a moment."
        : (seconds > 0 ? "Labelled " + durationText(seconds) + " as the model says. "
          : "The model is not sure of any time without a label. ") + (doubtful.count === 0 ? ""
          : durationText(doubtful.seconds) + " of doubt are left without a label."));
  }

  about(column, text) {
    return this.send("about", { rides: [this.ride], [column]: text }, "Saved.");
  }

  takeBack(which) {
    return this.send(which, {}, "");
  }

  // What a person does.

  put(activity) {
    if (this.selection === null) return this.say("Drag along the labels first, or press M at both ends.");
    const { from, to } = this.selection;
    return this.change({ kind: "put", from, to, activity }, rideMomentText(from, 1) + " to " + rideMomentText(to, 1) +
      ": " + (activity ?? "no label") + ".");
  }

  at(kind) {
    if (rideAxis.cursor === null) return this.say("Point at a moment first.");
    return this.change({ kind, at: this.snapped(rideAxis.cursor) });
  }

  setMark() {
    const time = this.snapped(rideAxis.cursor ?? rideAxis.from);
    if (this.mark === null) {
      this.mark = time;
      this.say("The mark is at " + rideMomentText(time, 1) + ". Move, and press M again.");
    } else {
      this.select(this.mark, time);
      this.mark = null;
    }
  }

  select(one, other) {
    this.selection = Math.abs(other - one) < 0.05 ? null : { from: Math.min(one, other), to: Math.max(one, other) };
    this.say("");
    this.show();
  }

  /** The times at which edges snap: ends of labels, changes of the answer, and the ends of the ride. */
  edges() {
    const edges = [rideAxis.start, rideAxis.end];
    for (const [from, to] of pageData.labels) edges.push(from, to);
    for (let index = 0; index < rideStretches.count; index += 1) edges.push(rideStretches.starts[index]);
    return edges;
  }

  /** A time, or the edge within 8 px of it. */
  snapped(time, isFree = false) {
    const reach = (8 / (this.lane.canvas.clientWidth || 1)) * (rideAxis.to - rideAxis.from);
    const near = isFree ? [] : this.edges().filter((edge) => Math.abs(edge - time) <= reach);
    return near.sort((one, two) => Math.abs(one - time) - Math.abs(two - time))[0] ?? time;
  }

  listen() {
    const { canvas } = this.lane;
    let start = null;
    let edge = null;
    const timeAt = (event) => {
      const box = canvas.getBoundingClientRect();
      return Math.min(Math.max(rideAxis.time(event.clientX - box.left, box.width), rideAxis.start), rideAxis.end);
    };
    /** The label's edge that is nearest to a time, at most some pixels away; null for none. */
    const edgeAt = (time, pixels) => {
      const far = (one) => Math.abs(one - time);
      const nearest = pageData.labels
        .flatMap(([from, to]) => [from, to])
        .reduce((best, one) => (best !== null && far(best) <= far(one) ? best : one), null);
      return nearest !== null && far(nearest) <= (pixels / canvas.clientWidth) * (rideAxis.to - rideAxis.from)
        ? nearest
        : null;
    };
    // An end belongs to the free side, too.
    const isFree = (time) => {
      const end = (1.5 / canvas.clientWidth) * (rideAxis.to - rideAxis.from);
      return !pageData.labels.some(([from, to]) => from + end < time && time < to - end);
    };
    /** Whether two labels meet at an edge, which a drag then moves. */
    const isShared = (at) => pageData.labels.some(([, to]) => to === at) &&
      pageData.labels.some(([from]) => from === at);
    const end = () => {
      start = this.moved = null;
      this.show();
    };
    // The stack's own dragging zooms: a press here goes no further.
    canvas.addEventListener("dblclick", (event) => event.stopPropagation());
    canvas.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      const time = timeAt(event);
      // A finger has no moment that it points at before it presses.
      rideAxis.point(time);
      edge = edgeAt(time, event.pointerType === "touch" ? 12 : 5);
      // Beside a label, where no other touches it, a drag makes a new one; its own side moves its end.
      if (edge !== null && event.pointerType !== "touch" && isFree(time) && !isShared(edge)) edge = null;
      start = this.snapped(time, event.altKey);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (start === null) {
        const at = timeAt(event);
        const near = edgeAt(at, 5);
        canvas.style.cursor = near === null || (isFree(at) && !isShared(near)) ? "" : "ew-resize";
        return;
      }
      event.stopPropagation();
      rideAxis.point(timeAt(event));
      const time = this.snapped(timeAt(event), event.altKey);
      if (edge === null) this.select(start, time);
      else {
        this.moved = { edge, time };
        this.show();
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      if (start === null) return;
      event.stopPropagation();
      const time = this.snapped(timeAt(event), event.altKey);
      if (edge !== null && this.moved !== null && Math.abs(time - edge) > 0.05)
        this.change({ kind: "move", at: edge, to: time });
      else if (edge === null) this.pick(start, time);
      // A press on an edge that does not move it chooses as elsewhere.
      else this.pick(timeAt(event), timeAt(event));
      end();
    });
    canvas.addEventListener("pointercancel", () => end());
    // Before the stack, whose 0 and Escape change the view.
    addEventListener("keydown", (event) => this.press(event), true);
  }

  /** A drag selects its span; a click selects the label there, or the stretch of the answer. */
  pick(start, end) {
    if (Math.abs(end - start) > 0.05) return this.select(start, end);
    const label = pageData.labels.find(([from, to]) => from <= start && start < to);
    if (label !== undefined) return this.select(label[0], label[1]);
    const stretch = rideStretches.at(start);
    if (stretch >= 0) this.select(rideStretches.starts[stretch], rideStretches.endOf(stretch));
  }

  press(event) {
    if (event.target.matches("input, select, textarea")) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "z") return;
      event.preventDefault();
      this.takeBack(event.shiftKey ? "redo" : "undo");
      return;
    }
    const word = labelWords[Number(event.key) - 1];
    if (word !== undefined) this.put(word);
    else if (event.key === "0" || event.key === "Delete") this.put(null);
    else if (event.key === "Escape" && this.selection !== null) this.select(0, 0);
    else if (event.key === "m" || event.key === "M") this.setMark();
    else if (event.key === "s" || event.key === "S") this.at("split");
    else if (event.key === "j" || event.key === "J") this.at("join");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // What is shown.

  say(text) {
    this.said.textContent = text;
  }

  show() {
    const { selection, moved } = this;
    // While an edge is dragged, the band is the time that changes.
    const band =
      moved === null ? selection : { from: Math.min(moved.edge, moved.time), to: Math.max(moved.edge, moved.time) };
    this.band.hidden = band === null;
    if (band !== null) {
      const percent = (time) => Math.min(Math.max(rideAxis.x(time, 100), 0), 100);
      this.band.style.left = percent(band.from) + "%";
      this.band.style.width = percent(band.to) - percent(band.from) + "%";
    }
    this.chosen.textContent = moved !== null ? "The edge moves from " + rideMomentText(moved.edge, 1) + " to " +
      rideMomentText(moved.time, 1)
      : selection === null ? "Drag along the labels to choose a span. Alt does not snap."
      : "Chosen: " + rideMomentText(selection.from, 1) + " to " + rideMomentText(selection.to, 1) + ", " +
        durationText(selection.to - selection.from);
  }
}

new RideLabelling(rideView.labelLane, pageData.workspace);
