import { element, pageData } from "./kit.js";
import { LiveListener, liveAddress } from "./live.js";
import { MotionControl, MotionReader, ScreenLock, askForMotion, hasAppleSigns, platformName } from "./phone-motion.js";

// The page that a phone opens to stream its motion to the server that serves it. The server recognises and records.

/** Lines that are sent at once: half a second of a browser's 60 samples a second of two sensors. */
const linesAtOnce = 60;

/** Lines that wait for a lost connection, about three minutes of them. */
const mostWaiting = 20000;

/** Milliseconds until a lost connection is tried again, and between two looks for the session. */
const [againAfter, lookAfter] = [2000, 500];

/** Sends samples over a WebSocket, in the format of `/samples`; they wait while the connection is lost. */
class SampleSender {
  constructor(session, told) {
    this.header = JSON.stringify({ gaitway: "samples", version: 1, session,
      device: "Browser (" + platformName() + ")" });
    this.told = told;
    this.lines = [];
    this.lost = 0;
    this.isRunning = true;
    this.connect();
  }

  connect() {
    this.hasHeader = false;
    this.socket = new WebSocket(location.origin.replace(/^http/, "ws") + liveAddress("/samples"));
    this.socket.onopen = () => {
      this.told("");
      this.flush();
    };
    this.socket.onclose = ({ reason }) => {
      if (!this.isRunning) return;
      this.told("The connection is lost" + (reason ? ": " + reason : "") + ". Samples wait on the phone.");
      setTimeout(() => this.isRunning && this.connect(), againAfter);
    };
  }

  add({ time, acceleration, rotation }) {
    const line = (sensor, [x, y, z]) => '{"sensor":"' + sensor + '","time":' + time.toFixed(6) +
      ',"x":' + x.toFixed(5) + ',"y":' + y.toFixed(5) + ',"z":' + z.toFixed(5) + "}";
    this.lines.push(line("acceleration", acceleration));
    if (rotation !== null) this.lines.push(line("rotation", rotation));
    if (this.lines.length > mostWaiting) this.lost += this.lines.splice(0, linesAtOnce).length;
    if (this.lines.length >= linesAtOnce) this.flush();
  }

  flush() {
    if (this.socket.readyState !== WebSocket.OPEN || this.lines.length === 0) return;
    const head = this.hasHeader ? [] : [this.header];
    this.hasHeader = true;
    this.socket.send([...head, ...this.lines, ""].join("\n"));
    this.lines = [];
  }

  /** Ends the connection: how many readings were not sent. */
  end() {
    this.flush();
    this.isRunning = false;
    this.socket.close();
    return this.lost + this.lines.length;
  }
}

/** The page: a button, labels, and the server's answers. */
class PhonePage {
  constructor() {
    this.section = document.getElementById("phone");
    this.section.hidden = true;
    this.lock = new ScreenLock((isOn) => (this.screen = isOn ? "" : " This browser cannot keep the screen on."));
    this.screen = "";
    this.control = new MotionControl({
      press: () => (this.sender ? this.stop() : this.start()), hear: (event) => this.hear(event),
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.sender?.flush());
    this.showWays();
    this.labels = new Map();
    if (pageData.mayLabel) this.addLabels();
  }

  say(text, isFaulty = false) {
    this.control.say(text, isFaulty);
  }

  async start() {
    // iOS asks only within the press itself, so this comes first.
    const problem = await askForMotion();
    if (problem !== null) return this.say(problem, true);
    // A second press may have come meanwhile.
    if (this.sender) return undefined;
    this.reader = new MotionReader({ isApple: hasAppleSigns(navigator) });
    this.session = "browser-" + Math.random().toString(36).slice(2, 10);
    this.sender = new SampleSender(this.session, (text) => (text === "" ? this.tell() : this.say(text, true)));
    this.showLabel(null);
    this.control.listen(() => this.reader.count > 0);
    this.lock.hold();
    return undefined;
  }

  stop() {
    this.control.unlisten();
    const lost = this.sender.end();
    this.sender = null;
    this.lock.release();
    if (lost === 0) this.say("Stopped.");
    else this.say("Stopped. " + (lost === 1 ? "1 reading" : lost + " readings") + " did not reach the server.", true);
  }

  hear(event) {
    const sample = this.reader.take(event, Date.now());
    if (sample === null) return;
    this.sender.add(sample);
    if (this.reader.count === 1) {
      this.tell();
      this.listen(this.session);
    }
  }

  tell() {
    if (this.reader.count > 0) this.say("The phone streams. Keep this page open and the screen on." + this.screen);
  }

  /** Shows the server's answers as soon as it has the session. */
  async listen(session) {
    while (this.sender && this.session === session) {
      const answer = await fetch(liveAddress("/sessions"), { cache: "no-store" }).catch(() => null);
      const sessions = answer?.ok ? await answer.json() : [];
      if (sessions.some(({ id }) => id === session)) {
        this.listener?.close();
        this.section.hidden = false;
        this.listener = new LiveListener(session);
        return;
      }
      await new Promise((done) => setTimeout(done, lookAfter));
    }
  }

  /** Buttons that label the recording from now on. */
  addLabels() {
    const button = (name, text) => {
      const made = element("button", { type: "button", class: "activity-button " + (name ?? ""),
        "aria-pressed": "false", onclick: () => this.press(name) },
      name === null ? null : element("i", { class: "swatch" }), text);
      this.labels.set(name, made);
      return made;
    };
    document.getElementById("phone-labels").append(element("h3", {}, "What are you doing now?"),
      element("div", { role: "group", "aria-label": "Label from now on" },
        ...pageData.activities.filter((name) => name !== "none").map((name) => button(name, name)),
        button(null, "End label")));
  }

  async press(activity) {
    this.sender?.flush();
    const answer = await fetch(liveAddress("/api/press"), { method: "POST",
      body: JSON.stringify({ session: this.session, activity }) }).catch(() => null);
    if (!answer?.ok) {
      const { problem, remedy } = await answer?.json().catch(() => ({})) ?? {};
      return this.say("The label was not set. " + (problem ?? "The server is silent.") + " " + (remedy ?? ""), true);
    }
    this.showLabel(activity);
    return undefined;
  }

  /** Shows which label goes on; null for none, as a session begins. */
  showLabel(activity) {
    for (const [name, made] of this.labels)
      made.setAttribute("aria-pressed", String(name === activity && name !== null));
  }

  /** The ways to an address that browsers give motion to. */
  showWays() {
    const port = location.port || "80";
    // A phone cannot reach this machine by the names that a machine has for itself.
    const name = /^(localhost|127\.|\[)/.test(location.hostname) ? "laptop.local" : location.hostname;
    const ways = [
      ["Android, over USB", "Turn on USB debugging on the phone, connect it to this server's machine, and enter there:",
        "adb reverse tcp:" + port + " tcp:" + port, "Then open this address on the phone:",
        "http://localhost:" + port + liveAddress("/phone")],
      ["Any phone, by HTTPS",
        "On this server's machine, here " + name + ", start a proxy whose certificate the phone trusts, such as Caddy:",
        "caddy reverse-proxy --from https://" + name + " --to http://localhost:" + port,
        "Then open this address on the phone:", "https://" + name + liveAddress("/phone")],
    ];
    document.querySelector(".phone-ways").replaceChildren(...ways.flatMap(([title, how, command, then, address]) => [
      element("dt", {}, title),
      element("dd", {}, how, element("pre", {}, element("code", {}, command)), then,
        element("pre", {}, element("code", {}, address)))]));
  }
}

if (document.querySelector(".phone-ways")) new PhonePage();
