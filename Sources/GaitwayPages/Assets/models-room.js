import { element, pageData, unitText } from "./kit.js";
import { comparisonElement, modelVerdict } from "./models-comparison.js";
import { jobStep, workspaceShell } from "./workspace-shell.js";
import { copyBox } from "./workspace-phones.js";
import { countText, dateTimeText, registerRoom, workspace } from "./workspace.js";

// The room of models: choose rides, train or compare in the background, and use the result.

const modelKinds = [
  ["adapt", "Adapt the built-in model to your rides", "Five minutes of each activity are enough.", "Make my model"],
  ["train", "Train a new model on your rides alone",
    "It needs an hour or more of each activity, of several people.", "Train a new model"],
  ["compare", "Only compare the built-in, an adapted and a new model",
    "All three are judged on the same rides. No model is made.", "Compare"],
];

/** The minutes of each activity, of several people, from which on a new model is worth its training. */
const minutesForNew = 60;

/** The formats that a model is exported in. */
const exportFormats = [["wasm", "Web page"], ["onnx", "ONNX"], ["coreml", "Core ML"], ["c", "C source"]];

/** What saves a model for other programs: a part that opens, with a button for each format. */
function exportElement(model) {
  const save = (format, words) => async () => {
    try {
      workspace.say("Making " + words + " …");
      await workspace.save("/api/export?format=" + format +
        (model.file === null ? "" : "&model=" + encodeURIComponent(model.file)));
      workspace.say("Saved " + model.name + ": " + words + ".");
    } catch (error) {
      workspace.sayError(error);
    }
  };
  const file = model.file === null ? null
    : element("a", { class: "plain", href: "/api/file?path=" + encodeURIComponent(model.file), download: "" },
      "Gaitway model");
  return element("details", { class: "model-export" }, element("summary", {}, "Export"),
    element("div", {}, ...exportFormats.map(([format, words]) =>
      element("button", { type: "button", class: "plain", onclick: save(format, words) }, words)), file),
    element("p", { class: "aside" }, "Web page: a WebAssembly module with its script, as a zip."));
}

const modelsRoom = {
  name: "models",
  title: "Models",
  rides: [],
  models: [],

  make(place) {
    const room = modelsRoom;
    room.choice = element("div", { class: "model-choice" });
    room.sum = element("p", { class: "model-sum", role: "status" });
    room.called = element("input", { class: "field", type: "text", required: true, maxlength: 60, value: "mine",
      pattern: "[\\p{L}\\p{N}][\\p{L}\\p{N}_. \\-]*",
      title: "Letters, digits, blanks and _ . - with a letter or digit first",
    });
    room.kinds = modelKinds.map(([kind, title, note], index) => {
      const mark = element("em", { hidden: true }, " recommended");
      return { mark, element: element("label", { class: "model-kind" },
        element("input", { type: "radio", name: "kind", value: kind, checked: index === 0,
          onchange: () => { room.isKindChosen = true; room.showKind(); } }),
        element("span", {}, title, mark, element("small", {}, note))) };
    });
    room.startButton = element("button", { type: "submit", class: "plain primary" }, modelKinds[0][3]);
    room.question = element("div", { class: "model-question", role: "alert", hidden: true });
    room.form = element("form", { class: "model-form" },
      element("h2", {}, "Make a model that is yours"), room.sum,
      element("label", { class: "model-name" }, "Its name", room.called), room.question,
      element("div", {}, room.startButton),
      element("details", { class: "model-other" }, element("summary", {}, "More choices"), room.choice,
        element("fieldset", {}, element("legend", {}, "What to do"), ...room.kinds.map((kind) => kind.element))),
    );
    room.form.addEventListener("submit", (event) => {
      event.preventDefault();
      room.ask();
    });
    room.called.addEventListener("input", () => (room.question.hidden = true));
    room.job = element("section", { class: "model-job", "aria-label": "The last job", hidden: true });
    room.list = element("ul", { class: "model-list" });
    room.title = element("h2", { class: "model-title" }, "Models");
    place.append(room.job, room.form, room.title, room.list);
  },

  /** Marks a way as the recommended one, and takes it unless the person has chosen. */
  recommend(kind) {
    const room = modelsRoom;
    for (const [index, { mark }] of room.kinds.entries()) mark.hidden = modelKinds[index][0] !== kind;
    if (!room.isKindChosen) room.form.elements.kind.value = kind;
    room.showKind();
  },

  /** What the one button does. */
  showKind() {
    const room = modelsRoom;
    const kind = room.form.elements.kind.value;
    room.startButton.textContent = modelKinds.find(([name]) => name === kind)[3];
    room.question.hidden = true;
  },

  async changed(state) {
    const room = modelsRoom;
    room.form.hidden = state.isReadOnly;
    room.isBusy = state.job?.state === "running";
    room.startButton.disabled = room.isBusy || room.isEmpty;
    room.showJob(state.job);
    const key = JSON.stringify([state.model, state.job?.id, state.job?.state, state.undo]);
    if (key !== room.known) {
      room.known = key;
      room.loadModels();
    }
    if (state.manifest.hash !== room.manifest || state.rides.read !== room.read) {
      [room.manifest, room.read] = [state.manifest.hash, state.rides.read];
      try {
        room.rides = (await workspace.get("/api/rides")).rides.filter(({ labels }) => labels.length > 0);
      } catch (error) {
        return workspace.sayError(error);
      }
      room.showChoice();
    }
  },

  // Choosing rides.

  showChoice() {
    const room = modelsRoom;
    const chosen = new Set([...room.choice.querySelectorAll("input:checked")].map(({ value }) => value));
    const groups = [["user", "People"], ["placement", "Placements"],
      ["dataset", "Data sets"]].map(([column, title]) => {
      const values = [...new Set(room.rides.map((ride) => ride[column]))].filter((value) => value !== "").sort();
      if (values.length < 2) return null;
      return element("fieldset", {}, element("legend", {}, title), ...values.map((value) => {
        const condition = column + "=" + value;
        const box = element("input", { type: "checkbox", value: condition, checked: chosen.has(condition) });
        box.addEventListener("change", () => room.showSum());
        return element("label", { class: "model-box" }, box, value);
      }));
    });
    room.choice.replaceChildren(...groups.filter((group) => group !== null));
    room.showSum();
  },

  get conditions() {
    return [...modelsRoom.choice.querySelectorAll("input:checked")].map(({ value }) => value);
  },

  showSum() {
    const room = modelsRoom;
    const wanted = Map.groupBy(room.conditions, (condition) => condition.slice(0, condition.indexOf("=")));
    const rides = room.rides.filter((ride) =>
      [...wanted].every(([column, conditions]) => conditions.includes(column + "=" + ride[column])),
    );
    const minutes = new Map();
    for (const { labels } of rides)
      for (const [from, to, word] of labels) minutes.set(word, (minutes.get(word) ?? 0) + (to - from) / 60);
    room.isEmpty = rides.length === 0;
    room.startButton.disabled = room.isBusy || room.isEmpty;
    const parts = pageData.activities
      .filter((name) => minutes.has(name))
      .map((name) => name + " " + unitText(Math.max(1, Math.round(minutes.get(name))), "min"));
    const known = pageData.activities.filter((name) => name !== "none" && minutes.has(name));
    const activities = known.length;
    const people = new Set(rides.map(({ user }) => user).filter(Boolean)).size;
    const isEnough = activities > 3 && people > 1 && known.every((name) => minutes.get(name) >= minutesForNew);
    room.recommend(isEnough ? "train" : "adapt");
    room.sum.textContent =
      (room.conditions.length === 0 ? "All labelled rides: " : "Chosen: ") +
      countText(rides.length, "ride") +
      (parts.length === 0 ? "." : "; " + parts.join(", ") + ".") +
      (activities < 2 ? " A model needs two activities or more."
        : isEnough ? " That is enough for a new model of your own."
          : " The built-in model is adapted to them, and both are compared.");
  },

  /** Starts the work; before a model of the same name is replaced, it asks. */
  ask() {
    const room = modelsRoom;
    const name = room.called.value.trim();
    const isTaken = (one) => room.models.some(({ file }) => file === "models/" + one + ".json");
    if (room.form.elements.kind.value === "compare" || !isTaken(name)) {
      room.start();
      return;
    }
    let number = 2;
    while (isTaken(name + "-" + number)) number += 1;
    const other = name + "-" + number;
    const button = (text, press) => element("button", { type: "button", class: "plain", onclick: press }, text);
    room.question.replaceChildren(
      element("p", {}, "A model is already called " + name + "."),
      button("Replace " + name, () => room.start()),
      button("Call the new one " + other, () => {
        room.called.value = other;
        room.start();
      }));
    room.question.hidden = false;
    room.question.querySelector("button").focus();
  },

  async start() {
    const room = modelsRoom;
    const kind = room.form.elements.kind.value;
    room.question.hidden = true;
    try {
      await workspace.post("/api/train", { kind, name: room.called.value.trim(), where: room.conditions });
      await workspace.refresh();
      room.job.scrollIntoView({ block: "nearest" });
    } catch (error) {
      workspace.sayError(error);
    }
  },

  // The job and the models.

  showJob(job) {
    const room = modelsRoom;
    room.job.hidden = job === null || (job.kind === "map" && job.state !== "waiting");
    if (room.job.hidden) return;
    const isRunning = job.state === "running";
    const step = jobStep(job);
    // The elements stay while a job runs, so that the focus stays on Stop.
    if (isRunning && room.running?.id === job.id) {
      room.running.bar.value = job.share;
      room.running.text.textContent = step;
      return;
    }
    room.running = null;
    const titles = { waiting: "Waiting: ", running: "Making ", done: "Done: ", stopped: "Stopped: ",
      failed: "Failed: " };
    const title = job.kind === "compare" && isRunning ? "Comparing models" : titles[job.state] + job.name;
    const parts = [element("h2", {}, title)];
    if (isRunning) {
      const bar = element("progress",
        { max: 1, value: job.share, "aria-label": "Progress of " + job.name });
      room.running = { id: job.id, bar, text: element("p", {}, step) };
      parts.push(bar, room.running.text);
      if (!workspace.isReadOnly)
        parts.push(element("button",
          { type: "button", class: "plain", onclick: () => workspace.post("/api/stop", { job: job.id })
            .catch(workspace.sayError) }, "Stop"));
    }
    if (job.state === "waiting") {
      parts.push(element("p", {}, "Another server left this job in the folder. It begins only if you start it."));
      if (!workspace.isReadOnly) {
        const begin = () => workspace.post("/api/train", { kind: job.kind, name: job.name, where: job.where })
          .then(() => workspace.refresh()).catch(workspace.sayError);
        const forget = () => workspace.post("/api/stop", { job: job.id }).then(() => workspace.refresh())
          .catch(workspace.sayError);
        parts.push(element("div", {}, element("button", { type: "button", class: "plain", onclick: begin }, "Start it"),
          element("button", { type: "button", class: "plain", onclick: forget }, "Forget it")));
      }
    }
    if (job.problem) parts.push(element("p", { class: "model-problem" }, job.problem));
    if (job.command && job.state !== "waiting")
      parts.push(element("details", {}, element("summary", {}, "The same by a command"),
        element("p", {}, "In the workspace's folder:"), copyBox(job.command, "the command")));
    if (job.kind === "compare" && job.evaluation && !isRunning)
      parts.push(element("p", {}, element("a", { href: "/api/evaluation?name=" + encodeURIComponent(job.evaluation) },
        "All figures")));
    if (job.notes.length > 0)
      parts.push(element("details", {}, element("summary", {}, countText(job.notes.length, "note")),
        element("ul", {}, ...job.notes.map((note) => element("li", {}, note)))));
    const key = JSON.stringify(job);
    if (key !== room.shownJob) room.job.replaceChildren(...parts.filter((part) => part !== null));
    room.shownJob = key;
  },

  async loadModels() {
    const room = modelsRoom;
    try {
      const { models, problems } = await workspace.get("/api/models");
      workspaceShell.tell("models", problems);
      room.models = models;
      const key = JSON.stringify(models);
      if (key === room.shownModels) return;
      room.shownModels = key;
      // What a person has opened stays open, and the focus stays in its model.
      const nameOf = (part) => part.closest(".model-list > li").querySelector("h3").textContent;
      const detailKey = (part) => JSON.stringify([nameOf(part), part.querySelector("summary").textContent]);
      const open = new Set([...room.list.querySelectorAll("details[open]")].map(detailKey));
      const focused = room.list.contains(document.activeElement) ? nameOf(document.activeElement) : null;
      // The newest of one's own comes first, and the built-in one last.
      const shown = models.toSorted((one, other) => (other.made ?? -1) - (one.made ?? -1));
      room.list.replaceChildren(...shown.map(room.item));
      const isOffered = shown.some((model) => !model.isInUse && modelVerdict(model)?.isBetter);
      room.startButton.classList.toggle("primary", !isOffered);
      // What was made is looked at before another is made.
      if (models.length > 1) room.list.after(room.form);
      else room.job.after(room.form);
      for (const part of room.list.querySelectorAll("details")) part.open = open.has(detailKey(part));
      if (focused !== null)
        [...room.list.querySelectorAll("h3")].find(({ textContent }) => textContent === focused)?.focus();
    } catch (error) {
      workspace.sayError(error);
    }
  },

  item(model) {
    const verdict = modelVerdict(model);
    const isOffered = verdict?.isBetter === true && !model.isInUse;
    const use = model.isInUse ? element("strong", {}, "In use")
      : element("button", { type: "button", class: "plain" + (isOffered ? " primary" : ""),
        disabled: workspace.isReadOnly || Boolean(model.problem),
        onclick: () =>
          workspace.change("/api/use", { model: model.file }, model.name + " classifies phones and rides now."),
      }, "Use this model");
    const isLasting = model.file === null || model.isInUse || workspace.isReadOnly;
    const remove = isLasting ? null
      : element("button", { type: "button", class: "plain", "aria-label": "Delete " + model.name, onclick: () =>
        workspace.change("/api/remove", { model: model.file }, "Deleted " + model.name + ".") }, "Delete");
    const figures = !model.comparison?.folds ? null
      : element("a", { href: "/api/evaluation?name=" + encodeURIComponent(model.file.slice(7, -5)) },
        "Every figure of a model trained on these rides alone");
    return element("li", { class: model.isInUse ? "is-in-use" : null },
      element("div", { class: "model-head" }, element("h3", { tabindex: -1 }, model.name),
        element("small", {}, model.file === null ? "built in" : model.file + ", " + dateTimeText(model.made)),
        use, remove),
      verdict === null ? null : element("p", { class: "verdict" }, verdict.text),
      model.problem ? element("p", { class: "model-problem" }, model.problem) : exportElement(model),
      verdict === null ? null : element("details", { class: "model-figures" }, element("summary", {}, "Figures"),
        comparisonElement(model), figures));
  },
};

registerRoom(modelsRoom);
