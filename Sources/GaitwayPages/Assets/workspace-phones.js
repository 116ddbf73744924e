import { element, pageData } from "./kit.js";
import { LiveList, livePhoneParts } from "./live.js";
import { phoneAlarmPart, phoneAlarms, phoneLabelPart, phoneMapPart } from "./workspace-phone-parts.js";
import { InboxUpload, trackerSteps, trackerText } from "./workspace-trackers.js";
import { registerRoom, workspace } from "./workspace.js";

// The room of phones: what each phone does now, and how one is connected.

/** The sessions that the server listed last, by their identifier. */
export const phoneSessions = new Map();

const phoneSensorNames = { acceleration: "accelerometer", linear: "acceleration without gravity", gravity: "gravity",
  rotation: "gyroscope", pressure: "barometer", location: "location" };

/** What arrives of a phone that cannot be used yet, and what is missing. */
function arrivalText({ arrives, missing }) {
  const name = (sensor) => phoneSensorNames[sensor] ?? sensor;
  const came = (arrives ?? []).map(name);
  const comes = came.length === 0 ? "A message arrives, no samples" : sentenceList(came) +
    (came.length === 1 ? " arrives" : " arrive");
  return comes.charAt(0).toUpperCase() + comes.slice(1) + (missing ? ", no " + name(missing) : ", not usable yet");
}

/** Names as a sentence lists them: "a, b and c". */
function sentenceList(names) {
  return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names.at(-1);
}

/** The QR code of an address as a picture with the quiet zone that readers need: dark on white in both themes. */
function qrPicture({ size, modules }, label) {
  let path = "";
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (column < size && modules[row * size + column] === "1") column += 1;
      if (column > start)
        path += "M" + (start + 4) + " " + (row + 4) + "h" + (column - start) + "v1h-" + (column - start) + "z";
    }
  }
  const whole = size + 8;
  return element("svg:svg", { viewBox: "0 0 " + whole + " " + whole, class: "phones-qr", role: "img",
    "aria-label": label, "shape-rendering": "crispEdges" },
    element("svg:rect", { width: whole, height: whole, fill: "#ffffff" }),
    element("svg:path", { d: path, fill: "#000000" }),
  );
}

/** A word as a shell reads it, whatever is in it. */
function shellWord(word) {
  return "'" + word.replaceAll("'", "'\\''") + "'";
}

/** A text to copy, with its button. */
export function copyBox(text, what) {
  const code = element("code", {}, text);
  const button = element("button", { type: "button", class: "plain", "aria-label": "Copy " + what }, "Copy");
  button.addEventListener("click", async () => {
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Pages by http from another machine have no clipboard; the old way works there.
      getSelection().selectAllChildren(code);
      isCopied = document.execCommand("copy");
    }
    button.textContent = isCopied ? "Copied" : "Selected";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  return element("div", { class: "phones-copy-box" }, element("pre", {}, code), button);
}

/** The part about connecting: addresses, the steps for each app, and the format for programs. */
class PhoneConnect {
  constructor() {
    this.addresses = element("div", { class: "phones-addresses" });
    this.apps = element("div", { class: "phones-apps" });
    this.title = element("h2", { id: "connect-title" }, "Connect a phone");
    this.fold = element("details", { class: "phones-setup", open: true }, element("summary", {}, this.title),
      element("p", { class: "lead" }, "Samples stay on the machine that serves this page."),
      this.addresses, this.apps);
    this.element = element("section", { id: "connect", "aria-labelledby": "connect-title" }, this.fold);
    this.isStreaming = false;
    this.arrived = new Set();
  }

  /** Shows the addresses of a state. */
  show(state) {
    const key = JSON.stringify([state.addresses, state.code, state.token, state.command]);
    if (key === this.shown) return;
    this.shown = key;
    const [first, ...others] = state.addresses ?? [];
    const token = state.token ?? workspace.token;
    const withToken = (path) =>
      (first?.address ?? location.origin) + path + (token ? "?token=" + encodeURIComponent(token) : "");
    this.addresses.replaceChildren(
      ...(first === undefined
        ? [element("div", { class: "notes" },
          element("p", {}, "No phone reaches this server yet: it answers only to this machine." +
            (state.command ? " For phones on the same network, stop it, and start it by this command. " +
              "The page then shows the addresses for them." : "")),
          state.command ? copyBox(state.command, "the command for phones") : null)]
        : [
            state.code ? qrPicture(state.code, "QR code of " + first.address + " with its token") : null,
            element("div", {},
              element("p", { class: "phones-address-how" },
                state.code ? "Open this page on the phone: point its camera at the code, or enter the address."
                  : "The address of this machine:"),
              element("p", { class: "phones-address" }, first.address),
              element("p", { class: "phones-address-on" },
                first.interface + (others.length > 0 ? ", the likely one" : "")),
              others.length === 0 ? null : element("details", {}, element("summary", {}, countOther(others.length)),
                element("ul", {},
                  ...others.map(({ interface: name, address }) => element("li", {}, address + " on " + name)))),
              element("p", { class: "aside" },
                "The code and the push address contain this workspace's token. " +
                  "Show them only to people who may change it.")),
          ].filter(Boolean)),
    );
    const push = withToken("/push");
    const port = new URL(first?.address ?? location.origin).port || "80";
    this.apps.replaceChildren(
      this.steps("sensor-logger", "Sensor Logger", "for iPhone and Android", [
        ["Install Sensor Logger from the phone's store."],
        ["Turn on Accelerometer, Gyroscope, Barometer and Location. Set the sampling rate to 50 Hz."],
        ["Open Settings, then Data Streaming. Turn on HTTP Push and paste this push URL:",
          copyBox(push, "the push URL")],
        ["Connect the phone to the same Wi-Fi as this machine. If nothing arrives, let the firewall accept TCP port " +
          port + "."],
        ["Start recording. The first message turns this step green."],
      ]),
      this.steps("samples", "A browser", "without an app", [
        ["Browsers give motion only to a page with HTTPS, or of the phone itself. For an Android phone over USB, " +
          "turn on USB debugging on the phone, and enter on this machine:",
        copyBox("adb reverse tcp:" + port + " tcp:" + port, "the command")],
        ["Open this address on the phone:",
          copyBox("http://localhost:" + port + "/phone" + (token ? "?token=" + encodeURIComponent(token) : ""),
            "the address")],
        ["Press Start. The first message turns this step green."],
      ]),
      this.steps("phyphox", "phyphox", "for iPhone and Android", [
        ["Install phyphox and open the experiment Acceleration (with g)."],
        ["In its menu, choose Allow remote access. phyphox shows an address."],
        ["Connect the phone to the same Wi-Fi as this machine."],
        ["Start the server again with that address:",
          copyBox((state.command ?? "gaitway serve") + " --phyphox http://192.168.0.20:8080", "the command")],
        ["Start the experiment. The first sample turns this step green."],
      ]),
      ...trackerSteps(this, withToken, token, first?.address ?? location.origin),
      this.program(withToken("/samples")),
    );
    this.markSteps();
  }

  /** Shows what came from location apps. */
  showTrackers(trackers) {
    for (const [name, { records }] of Object.entries(trackers ?? {}))
      if (records > 0 && name !== "sensor-logger") this.arrived.add(name);
    this.markSteps();
    for (const place of this.apps.querySelectorAll("[data-tracker]"))
      place.textContent = trackerText(trackers?.[place.dataset.tracker]);
  }

  /** The steps for an app; the last one waits for the first message. */
  steps(source, name, where, steps) {
    return element("div", { class: "phones-app", "data-source": source },
      element("h3", {}, name + " ", element("small", {}, where)),
      element("ol", { class: "phones-steps" }, ...steps.map(([text, more], index) =>
        element("li", { class: index + 1 === steps.length ? "phones-step-last" : null },
          element("span", { "data-waiting": text }, text), more ?? null))));
  }

  /** The format for one's own program, with a sample that can be pasted. */
  program(address) {
    const now = Math.floor(Date.now() / 1000);
    const lines = ['{"gaitway":"samples","version":1,"session":"trial","device":"My program"}'];
    for (let index = 0; index < 3; index += 1) {
      lines.push('{"sensor":"acceleration","time":' + (now + index / 50).toFixed(2) + ',"x":0.11,"y":-0.32,"z":9.79}');
    }
    const command = "curl --data-binary @- " + shellWord(address) + " <<'END'\n" + lines.join("\n") + "\nEND";
    return element("details", { class: "phones-app" }, element("summary", {}, "Your own program"),
      element("p", {},
        "Send lines of JSON with POST to /samples, or over a WebSocket. The first line is a header; " +
          "then each line is one sample. ",
        "Sensors are acceleration (m/s², gravity included), rotation (rad/s), pressure (hPa) and location. " +
          "Times are in seconds since 1970. ",
        "Send 50 samples a second. A session needs " + pageData.window + " s of acceleration for its first answer."),
      copyBox(command, "the sample"));
  }

  /** Notes which sources have sent something. */
  mark(sessions) {
    for (const { source } of sessions) this.arrived.add(source);
    this.markSteps();
    const isStreaming = sessions.some(({ isLive, isUsable }) => isLive && isUsable !== false);
    if (isStreaming === this.isStreaming) return;
    this.isStreaming = isStreaming;
    // Once a phone streams, the steps make room for it. A person may unfold them again.
    if (isStreaming) this.fold.open = false;
    this.title.textContent = isStreaming ? "Connect another phone" : "Connect a phone";
  }

  markSteps() {
    for (const app of this.apps.querySelectorAll(".phones-app[data-source]")) {
      const last = app.querySelector(".phones-step-last");
      const isDone = this.arrived.has(app.dataset.source);
      if (last.classList.contains("is-done") === isDone) continue;
      last.classList.toggle("is-done", isDone);
      const text = last.querySelector("span");
      text.textContent = isDone ? "The phone's messages arrive." : text.dataset.waiting;
    }
  }
}

/** "1 other address" or "3 other addresses". */
function countOther(count) {
  return count === 1 ? "1 other address" : count + " other addresses";
}

/** The room. */
const phonesRoom = {
  name: "phones",
  title: "Phones",

  make(place) {
    phoneAlarms.load();
    livePhoneParts.push(phoneLabelPart, phoneMapPart, phoneAlarmPart);
    phonesRoom.place = place;
    phonesRoom.connect = new PhoneConnect();
    phonesRoom.upload = new InboxUpload(place, true);
    phonesRoom.arriving = element("ul", { class: "phones-arriving", "aria-live": "polite" });
    place.append(
      element("section", { id: "phones", "aria-labelledby": "phones-title" },
        element("h2", { id: "phones-title" }, "Phones"),
        element("p", { class: "live-no-phone" }, "No phone has sent anything yet."),
        phonesRoom.arriving, element("ul", { class: "live-phones" })),
      element("section", { id: "phone", "aria-labelledby": "phone-title", hidden: true },
        element("h2", { id: "phone-title" }, "–"),
        element("p", { class: "lead" }, element("span", { class: "live-connection", role: "status" })),
        element("div", { class: "live" }), phoneAlarms.controls()),
      phonesRoom.connect.element,
      element("section", { id: "inbox", "aria-labelledby": "inbox-title" },
        element("h2", { id: "inbox-title" }, "Files for your days"),
        element("p", { class: "lead" },
          "Put a Takeout, a GPX or FIT file or a zip into the folder inbox/ of this workspace. " +
            "The server reads it once it has stopped growing."),
        phonesRoom.upload.element),
    );
    phonesRoom.list = new LiveList({ prefix: "phones/", onSessions: phonesRoom.tell });
  },

  show() {
    phonesRoom.list.choose();
  },

  changed(state) {
    phonesRoom.connect.show(state);
    phonesRoom.connect.showTrackers(state.trackers);
    phonesRoom.upload.changed(state);
    phonesRoom.list.listener?.view.update();
  },

  /** Takes the sessions that the server lists. */
  tell(sessions) {
    phoneSessions.clear();
    for (const session of sessions) phoneSessions.set(session.id, session);
    phonesRoom.connect.mark(sessions);
    phonesRoom.list.listener?.view.update();
    const waiting = sessions.filter(({ isUsable }) => isUsable === false);
    const key = JSON.stringify(waiting.map(({ name, arrives, missing }) => [name, arrives, missing]));
    if (key !== phonesRoom.shown) {
      phonesRoom.shown = key;
      phonesRoom.arriving.replaceChildren(...waiting.map((session) =>
        element("li", {}, element("b", {}, arrivalText(session)), element("span", {}, session.name))));
    }
    phonesRoom.place.querySelector(".live-no-phone").hidden = sessions.length > 0;
  },
};

registerRoom(phonesRoom);
