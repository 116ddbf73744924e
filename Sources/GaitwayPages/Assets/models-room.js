import { durationText, element, pageData, percentText, unitText } from "./kit.js";
import { workspaceShell } from "./workspace-shell.js";
import { countText, registerRoom, rideAddress, workspace } from "./workspace.js";

// The room of models: choose rides, train or compare in the background, and use the result.

const modelKinds = [
  ["adapt", "Adapt the built-in model to these rides", "Five minutes of each activity are enough."],
  ["train", "Train a new model on these rides alone", "It needs an hour or more of each activity, of several people."],
  ["compare", "Only compare the built-in, an adapted and a new model",
    "All three are judged on the same left-out rides."],
];

/** The figures of a comparison, in the order of its table: a title, the value of a row, and whether less is better. */
function comparisonFigures(comparison) {
  const activities = pageData.activities.filter((name) =>
    comparison.rows.some(({ classes }) => classes?.[name] !== undefined),
  );
  const share = (value) => (value === null || value === undefined ? "–" : value.toFixed(3));
  return [
    { title: "macro-F1", value: ({ macroF1 }) => macroF1, text: share },
    { title: "accuracy", value: ({ accuracy }) => accuracy, text: share },
    { title: "log-loss", value: ({ logLoss }) => logLoss, text: share, isLess: true },
    ...activities.map((name) => ({ title: "F1 of " + name, value: ({ classes }) => classes?.[name], text: share })),
  ];
}

/** A model's answers by truth, as a table; a press on an error lists its rides. */
function confusionElement({ model, confusion, right }) {
  const cells = new Map(confusion.map((cell) => [cell.truth + " " + cell.answer, cell]));
  const answers = [...pageData.activities, "unknown"];
  const truths = pageData.activities.filter(
    (name) => right?.[name] !== undefined || confusion.some(({ truth }) => truth === name),
  );
  const rides = element("p", { class: "model-errors", role: "status" }, "Press an error to see its rides.");
  const list = ({ truth, answer, windows, rides: found }) => rides.replaceChildren(
    truth + (answer === "unknown" ? " left unknown: " : " taken for " + answer + ": ") + countText(windows, "window") +
      " in ",
    ...found.slice(0, 12)
      .flatMap((ride, index) => [index === 0 ? "" : ", ", element("a", { href: rideAddress(ride) }, ride)]),
    found.length > 12 ? " and " + (found.length - 12) + " more" : "");
  const cell = (truth, answer, total) => {
    const count = truth === answer ? right?.[truth] : (cells.get(truth + " " + answer)?.windows ?? 0);
    if (count === undefined || count === 0) return element("td", { class: "nothing" }, count === 0 ? "0" : "–");
    const figures = [element("b", {}, percentText(count / total)), element("small", {}, count.toLocaleString("en"))];
    const isRight = truth === answer;
    const made = element("td", { class: isRight ? "right" : "wrong" }, ...(isRight ? figures
      : [element("button",
        { type: "button", "aria-label": truth + " answered " + answer + ": " + countText(count, "window"),
          onclick: () => list(cells.get(truth + " " + answer)) }, ...figures)]));
    made.style.setProperty("--share", (count / total).toFixed(3));
    return made;
  };
  return element("div", {},
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Answers of the " + model + " model" },
    element("table", { class: "confusion" },
      element("thead", {},
        element("tr", {}, element("td", { class: "corner" }, element("span", {}, "answer →"),
          element("span", {}, "truth ↓")),
        ...answers.map((name) => element("th", { scope: "col" }, element("span", {}, name))))),
      element("tbody", {}, ...truths.map((truth) => {
        const total = (right?.[truth] ?? 0) +
          confusion.reduce((sum, one) => sum + (one.truth === truth ? one.windows : 0), 0);
        return element("tr", {}, element("th", { scope: "row" }, truth),
          ...answers.map((answer) => cell(truth, answer, total)));
      })))), rides);
}

/** A comparison as a table, with the wrong answers of each model behind it. */
function comparisonElement(comparison) {
  const rows = comparison.rows;
  const figures = comparisonFigures(comparison).map(({ title, value, text, isLess }) => {
    const values = rows.map((row) => (row.problem ? null : (value(row) ?? null)));
    const known = values.filter((one) => one !== null);
    const best = isLess ? Math.min(...known) : Math.max(...known);
    return element("tr", {}, element("th", { scope: "row" }, title), ...values.map((one) =>
      element("td", { class: "number" }, one !== null && one === best && known.length > 1
        ? element("b", {}, element("small", {}, "best "), text(one)) : text(one))));
  });
  const errors = rows.filter(({ confusion }) => confusion !== undefined).map((row) =>
    element("details", {}, element("summary", {}, "Answers of the " + row.model + " model"), confusionElement(row)));
  return element("div", {},
    element("div", { class: "scroll" }, element("table", {},
      element("caption", {}, "Judged on " + countText(comparison.rides, "ride") + " that were left out, " +
        Math.round(comparison.minutes) + " min in " + comparison.folds + " parts"),
      element("thead", {},
        element("tr", {}, element("th", { scope: "col" }, "figure"),
          ...rows.map(({ model }) => element("th", { scope: "col", class: "number" }, model)))),
      element("tbody", {}, ...figures))),
    ...rows.filter(({ problem }) => problem)
      .map(({ model, problem }) =>
        element("p", { class: "aside" }, "The " + model + " model is not judged: " + problem)),
    ...errors);
}

const modelsRoom = {
  name: "models",
  title: "Models",
  rides: [],

  make(place) {
    const room = modelsRoom;
    room.choice = element("div", { class: "model-choice" });
    room.sum = element("p", { class: "model-sum", role: "status" });
    room.called = element("input", { class: "field", type: "text", required: true, maxlength: 60, value: "mine",
      pattern: "[\\p{L}\\p{N}][\\p{L}\\p{N}_. \\-]*",
      title: "Letters, digits, blanks and _ . - with a letter or digit first",
    });
    const kinds = modelKinds.map(([kind, title, note], index) =>
      element("label", { class: "model-kind" },
        element("input", { type: "radio", name: "kind", value: kind, checked: index === 0 }),
        element("span", {}, title, element("small", {}, note))));
    room.startButton = element("button", { type: "submit", class: "plain" }, "Start");
    room.form = element("form", { class: "model-form" },
      element("h2", {}, "Train and judge"), room.choice, room.sum,
      element("fieldset", {}, element("legend", {}, "What to do"), ...kinds),
      element("label", { class: "model-name" }, "Name of the model", room.called),
      element("div", {}, room.startButton),
    );
    room.form.addEventListener("submit", (event) => {
      event.preventDefault();
      room.start();
    });
    room.job = element("section", { class: "model-job", "aria-label": "The last job", hidden: true });
    room.list = element("ul", { class: "model-list" });
    place.append(room.job, room.form, element("h2", { class: "model-title" }, "Models"), room.list);
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
    const activities = pageData.activities.filter((name) => name !== "none" && minutes.has(name)).length;
    room.sum.textContent =
      (room.conditions.length === 0 ? "All labelled rides: " : "Chosen: ") +
      countText(rides.length, "ride") +
      (parts.length === 0 ? "." : "; " + parts.join(", ") + ".") +
      (activities < 2 ? " A model needs two activities or more: label rides first." : "");
  },

  async start() {
    const room = modelsRoom;
    const kind = room.form.elements.kind.value;
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
    const step = (job.stage || "starting") + (job.total > 0 ? ", " + job.done + " of " + job.total : "") +
      (job.left === null ? "" : ", about " + durationText(job.left) + " left");
    // The elements stay while a job runs, so that the focus stays on Stop.
    if (isRunning && room.running?.id === job.id) {
      [room.running.bar.max, room.running.bar.value] = [Math.max(job.total, 1), job.done];
      room.running.text.textContent = step;
      return;
    }
    room.running = null;
    const titles = { waiting: "Waiting: ", running: "Working on ", done: "Done: ", stopped: "Stopped: ",
      failed: "Failed: " };
    const parts = [element("h2", {}, titles[job.state] + job.name)];
    if (isRunning) {
      const bar = element("progress",
        { max: Math.max(job.total, 1), value: job.done, "aria-label": "Progress of " + job.name });
      room.running = { id: job.id, bar, text: element("p", {}, step) };
      parts.push(bar, room.running.text);
      if (job.command) parts.push(element("p", {}, "By hand, in the workspace's folder:"),
        element("pre", {}, element("code", {}, job.command)));
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
    if (job.state === "done" && job.command)
      parts.push(element("p", {}, "The same file by hand, in the workspace's folder:"),
        element("pre", {}, element("code", {}, job.command)),
        navigator.clipboard ? element("button", { type: "button", class: "plain",
          onclick: () => navigator.clipboard.writeText(job.command).then(() => workspace.say("Copied.")) },
        "Copy") : null);
    if (job.evaluation && !isRunning)
      parts.push(element("p", {}, element("a", { href: "/api/evaluation?name=" + encodeURIComponent(job.evaluation) },
        "All figures of the new model")));
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
      const key = JSON.stringify(models);
      if (key === room.shownModels) return;
      room.shownModels = key;
      // What a person has opened stays open, and the focus stays in its model.
      const nameOf = (part) => part.closest(".model-list > li").querySelector("h3").textContent;
      const detailKey = (part) => JSON.stringify([nameOf(part), part.querySelector("summary").textContent]);
      const open = new Set([...room.list.querySelectorAll("details[open]")].map(detailKey));
      const focused = room.list.contains(document.activeElement) ? nameOf(document.activeElement) : null;
      room.list.replaceChildren(...models.map(room.item));
      for (const part of room.list.querySelectorAll("details")) part.open = open.has(detailKey(part));
      if (focused !== null)
        [...room.list.querySelectorAll("h3")].find(({ textContent }) => textContent === focused)?.focus();
    } catch (error) {
      workspace.sayError(error);
    }
  },

  item(model) {
    const use = element("button",
      { type: "button", class: "plain", disabled: model.isInUse || workspace.isReadOnly || Boolean(model.problem) },
      model.isInUse ? "In use" : "Use this model");
    use.addEventListener("click", async () => {
      try {
        await workspace.post("/api/use", { model: model.file });
        workspace.say("Phones and rides are answered by " + model.name + " now.");
        await workspace.refresh();
      } catch (error) {
        workspace.sayError(error);
      }
    });
    return element("li", { class: model.isInUse ? "is-in-use" : null },
      element("div", { class: "model-head" }, element("h3", { tabindex: -1 }, model.name),
        element("small", {}, model.file === null ? "built in" : model.file + ", " + new Date(1000 * model.made)
          .toLocaleString("en-GB")), use,
        model.file === null
          ? null : element("a", { href: "/api/file?path=" + encodeURIComponent(model.file), download: "" }, "Export")),
      model.problem ? element("p", { class: "model-problem" }, model.problem) : null,
      model.comparison ? comparisonElement(model.comparison) : null);
  },
};

registerRoom(modelsRoom);
