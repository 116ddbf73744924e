import { TimeAxis, elapsedTickText, momentTickText } from "./axis.js";
import { durationText, element, pageData, percentText, unitText } from "./kit.js";
import { Lane, axisControls, rulerLane } from "./lanes.js";
import {
  LivePhone, answerOf, answerText, delayText, drawAnswers, drawEnvelope, drawProbabilities, envelopeCeiling, liveNames,
  liveReach, reportText, takeLiveNames,
} from "./live-phone.js";

// The page of phones that stream now. The server sends events of each session; the page computes nothing.

const liveToken = new URLSearchParams(location.search).get("token");

/** An address of the server, with the token that this page was opened with. */
export function liveAddress(path) {
  return path + (liveToken === null ? "" : "?token=" + encodeURIComponent(liveToken));
}

/** What could not be used of what a phone sent, by the name of its count. */
const liveFaults = [
  ["unreadable", "an entry could not be read"],
  ["withoutGravity", "a sample came without gravity"],
  ["unused", "an entry was of a sensor that is not used"],
  ["clockFaults", "the phone's clock jumped"],
];

/**
 * What another page adds to the view of a phone: functions that get the view and return `{lanes, above, below, update,
 * hear}`. Each part may be missing. `lanes` stand above the answer's, the elements `above` and `below` the pictures;
 * `update()` is called when there is more to show, and `hear(name, data)` for each event.
 */
export const livePhoneParts = [];

/** The part of the page about one phone. */
export class PhoneView {
  /** `place` gets the view; `word` is what the page calls an answer. A page may have no title of the phone. */
  constructor(phone, { place = document.querySelector("#phone .live"), word = "answer" } = {}) {
    this.phone = phone;
    this.title = document.getElementById("phone-title");
    this.connection = document.querySelector("#phone .live-connection");
    this.axis = new TimeAxis({
      start: -liveReach,
      end: 0,
      text: (time, step) =>
        phone.origin === null ? elapsedTickText(time, step) : momentTickText(phone.origin + time, step),
    });
    this.isFollowing = true;
    this.swatch = element("i", { class: "swatch" });
    this.answer = element("strong", {}, "–");
    this.since = element("span", { class: "live-since" });
    this.bars = new Map();
    const bars = element("dl", { class: "live-bars", "aria-label": "Probabilities now, smoothed" });
    for (const name of pageData.activities) {
      const value = element("dd", {}, "–");
      const bar = element("i", { class: name });
      bars.append(element("div", {}, element("dt", {}, answerText(name)), value,
        element("dd", { class: "live-bar-track", "aria-hidden": "true" }, bar)));
      this.bars.set(name, { bar, value });
    }
    this.gate = element("p", { class: "live-gate" });
    this.readout = element("p", { class: "live-readout", "aria-live": "off" });
    this.parts = livePhoneParts.map((make) => make(this));
    const lanes = [
      new Lane(this.axis, {
        name: "probabilities", height: 96, label: "The windows' probabilities over the last minutes, stacked",
        draw: (...drawing) => drawProbabilities(...drawing, phone),
      }),
      ...this.parts.flatMap((part) => part.lanes ?? []),
      new Lane(this.axis, {
        name: word, height: 20, label: "The " + word + " over the last minutes",
        draw: (...drawing) => drawAnswers(...drawing, phone),
      }),
      new Lane(this.axis, {
        name: "acceleration, 0 to " + envelopeCeiling + " m/s²; the line is gravity's 9.81", height: 84,
        label: "The magnitude of acceleration over the last minutes",
        draw: (...drawing) => drawEnvelope(...drawing, phone),
      }),
      rulerLane(this.axis),
    ];
    const plots = element("div",
      { class: "live-plots", role: "application",
        "aria-label": "The last ten minutes; plus and minus zoom, arrows point" },
      ...lanes.map((lane) => lane.element));
    this.axis.attach(plots);
    this.axis.listen(() => this.tellMoment());
    this.changes = element("tbody");
    this.facts = element("dl", { class: "facts" });
    const follow = axisControls(this.axis);
    place.replaceChildren(
      element("div", { class: "live-now" },
        element("div", { class: "live-answer", role: "status", "aria-live": "polite" }, this.swatch,
          element("span", {}, this.answer, this.since)),
        bars),
      this.gate,
      ...this.parts.map(({ above }) => above ?? null).filter(Boolean),
      element("figure", { class: "live-minutes" }, plots,
        element("div", { class: "live-plots-below" }, follow, this.readout)),
      element("div", { class: "live-columns" },
        element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The last changes" },
          element("table", { class: "changes" }, element("caption", {}, "The last changes"),
            element("thead", {},
              element("tr", {},
                ...["since", word, "confidence"].map((name) => element("th", { scope: "col" }, name)))),
            this.changes)),
        this.facts),
      ...this.parts.map(({ below }) => below ?? null).filter(Boolean),
    );
    this.isScheduled = false;
    this.update();
  }

  /** Shows what is new, at the next frame. */
  update() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.show();
    });
  }

  show() {
    const { phone } = this;
    if (this.title !== null) this.title.textContent = liveNames.get(phone.identifier) ?? phone.session?.name ?? "–";
    const last = phone.reports.at(-1)?.report;
    const answer = last === undefined ? "unknown" : answerOf(last);
    this.swatch.className = "swatch " + answer;
    const said = last === undefined ? "no answer yet" : reportText(last);
    // Only a change is written, so that screen readers say changes alone.
    if (this.answer.textContent !== said) this.answer.textContent = said;
    this.since.textContent = this.sinceText(last);
    const probabilities = last?.smoothed ?? last?.probabilities;
    for (const [name, { bar, value }] of this.bars) {
      const share = probabilities?.[name];
      bar.style.width = 100 * (share ?? 0) + "%";
      value.textContent = percentText(share);
    }
    this.gate.className = "live-gate" + (phone.gate === null ? "" : phone.gate.allowed ? " is-allowed" : " is-held");
    this.gate.textContent = phone.gate?.text ?? "The gate has not answered yet.";
    const start = Math.max(phone.elapsed - liveReach, Math.min(0, phone.elapsed - 60));
    this.axis.setEnds(start, Math.max(phone.elapsed, start + 60));
    this.showChanges();
    this.showFacts();
    for (const part of this.parts) part.update?.();
  }

  sinceText(last) {
    if (last === undefined) return "the first answer needs " + pageData.window + " s of samples";
    const reason = last.unknown || last.reason ? pageData.reasons[last.reason] ?? last.reason : null;
    if (last.unknown) return reason === null ? "" : reason;
    return last.confidence + " confidence, since " + this.phone.clock(last.elapsed) +
      (reason ? "; at the moment " + reason : "");
  }

  showChanges() {
    const shown = this.phone.changes.slice(-12).reverse();
    const key = JSON.stringify(shown.map(({ elapsed, text, confidence }) => [elapsed, text, confidence]));
    if (key === this.shownChanges) return;
    this.shownChanges = key;
    this.changes.replaceChildren(
      ...shown.map(({ elapsed, text, answer, confidence }) =>
        element("tr", {},
          element("td", { class: "number" }, this.phone.clock(elapsed)),
          element("th", { scope: "row" }, element("i", { class: "swatch " + answer }), text),
          element("td", {}, confidence))),
    );
  }

  showFacts() {
    const rows = this.factRows();
    if (rows === null) return;
    const key = JSON.stringify(rows);
    if (key === this.shownFacts) return;
    this.shownFacts = key;
    this.facts.replaceChildren(
      ...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    );
  }

  /** What is known of the phone, as names with values; null before its session is. */
  factRows() {
    const { session, alerts, elapsed } = this.phone;
    if (session === null) return null;
    const rows = [
      ["source", session.source],
      ["samples", (session.rate ?? 0).toFixed(0) + " a second, for " + durationText(elapsed)],
      ["delay", delayText(session.delay)],
    ];
    const last = this.phone.reports.at(-1)?.report;
    if (last?.steps > 0) {
      const cadence = last.cadence ? ", " + unitText((60 * last.cadence).toFixed(0), "a minute now") : "";
      rows.push(["steps", last.steps.toLocaleString("en") + cadence]);
    }
    const samples = (count) => count + (count === 1 ? " sample" : " samples");
    if (session.late > 0) rows.push(["too late", samples(session.late) + ", left out"]);
    if (session.repeated > 0) rows.push(["sent twice", samples(session.repeated) + ", taken once"]);
    for (const [name, what] of liveFaults) if (session[name] > 0) rows.push([session[name] + " ×", what]);
    const recording = session.recording ?? {};
    if (recording.fault) rows.push(["recording", recording.fault]);
    else if (recording.folder) rows.push(["recorded in", recording.folder]);
    for (const alert of alerts.slice(-5).reverse())
      rows.push([this.phone.clock(alert.elapsed), alert.place + ": " + alert.text]);
    return rows;
  }

  /** Says what was at the moment that is pointed at. */
  tellMoment() {
    const { cursor } = this.axis;
    const window = cursor === null ? undefined
      : this.phone.reports.findLast(({ to, from }) => (from + to) / 2 <= cursor && cursor <= to);
    this.readout.textContent =
      cursor === null
        ? ""
        : this.phone.clock(cursor) + ": " + (window === undefined ? "no data" : reportText(window.report) +
          (window.report.unknown ? "" : ", " + window.report.confidence + " confidence"));
  }

  /** Says whether the server and the phone are there. */
  tell(text, isFaulty = false) {
    if (this.connection.textContent !== text) this.connection.textContent = text;
    this.connection.classList.toggle("faulty", isFaulty);
  }
}

/** Listens to one session, and shows it. */
export class LiveListener {
  constructor(identifier) {
    this.phone = new LivePhone(identifier);
    this.view = new PhoneView(this.phone);
    this.view.tell("Connecting …");
    this.source = new EventSource(liveAddress("/sessions/" + encodeURIComponent(identifier) + "/events"));
    this.source.onopen = () => {
      this.phone.clear();
      this.phone.connectedAt = performance.now();
      this.isConnected = true;
      this.tick();
      this.view.update();
    };
    this.source.onerror = () => {
      this.isConnected = false;
      if (!this.phone.hasEnded) this.view.tell("Lost the connection to the server. Trying again.", true);
    };
    const hear = (name, take) =>
      this.source.addEventListener(name, (event) => {
        const data = event.data === "" ? {} : JSON.parse(event.data);
        take(data);
        for (const part of this.view.parts) part.hear?.(name, data);
        this.phone.heardAt = performance.now();
        this.view.update();
      });
    hear("session", (session) => {
      this.phone.session = session;
      this.tick();
    });
    hear("report", (report) => this.phone.addReport(report));
    hear("gate", (gate) => (this.phone.gate = gate));
    hear("envelope", (envelope) => this.phone.addEnvelope(envelope));
    hear("fix", (fix) => this.phone.addFix(fix));
    hear("alert", (alert) => this.phone.alerts.push(alert));
    hear("end", () => {
      this.phone.hasEnded = true;
      this.source.close();
      this.tick();
    });
    this.timer = setInterval(() => this.tick(), 1000);
  }

  /** Says how things stand, once a second. */
  tick() {
    if (this.phone.hasEnded) return this.view.tell("The session has ended.");
    if (!this.isConnected) return;
    const isLive = this.phone.session?.isLive ?? false;
    this.view.tell(isLive ? "Live." : "The phone is silent. The session continues when it sends again.", !isLive);
  }

  close() {
    this.source.close();
    clearInterval(this.timer);
  }
}

/**
 * The list of phones, and the one that was chosen by the address's fragment: `prefix` and the session's name.
 * `onSessions` gets all sessions of the server, also those whose phone has not sent a usable sample.
 */
export class LiveList {
  constructor({ prefix = "", onSessions = null } = {}) {
    this.prefix = "#" + prefix;
    this.onSessions = onSessions;
    this.list = document.querySelector("#phones .live-phones");
    /** @type {HTMLElement} */
    this.none = document.querySelector("#phones .live-no-phone");
    this.section = document.getElementById("phone");
    this.listener = null;
    this.sessions = [];
    addEventListener("hashchange", () => this.choose());
    this.refresh();
    setInterval(() => this.refresh(), 2000);
  }

  async refresh() {
    try {
      const answer = await fetch(liveAddress("/sessions"), { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      const all = await answer.json();
      takeLiveNames(all);
      // A phone that streams stands before one that is silent.
      this.sessions = all.filter(({ isUsable }) => isUsable !== false).sort((one, other) => other.isLive - one.isLive);
      this.all = all;
    } catch {
      // The view of the phone says that the connection is lost; the list stays as it was.
      return;
    }
    this.show();
    this.choose();
    this.onSessions?.(this.all);
  }

  /** The phone in the address; else the one that is shown, unless only another one streams. */
  get chosen() {
    const named = location.hash.startsWith(this.prefix)
      ? decodeURIComponent(location.hash.slice(this.prefix.length))
      : "";
    if (this.sessions.some(({ id }) => id === named)) return named;
    const shown = this.sessions.find(({ id }) => id === this.listener?.phone.identifier);
    const first = this.sessions[0];
    if (shown !== undefined && (shown.isLive || !first.isLive)) return shown.id;
    return first?.id ?? this.listener?.phone.identifier ?? null;
  }

  choose() {
    const identifier = this.chosen;
    this.section.hidden = identifier === null;
    if (identifier === null || identifier === this.listener?.phone.identifier) return;
    this.listener?.close();
    this.listener = new LiveListener(identifier);
    this.show();
  }

  show() {
    this.none.hidden = this.sessions.length > 0;
    const key = JSON.stringify([this.chosen, this.sessions]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = document.activeElement?.getAttribute("href");
    this.list.replaceChildren(
      ...this.sessions.map(({ id, name, source, answer, confidence, isLive, elapsed }) =>
        element("li", {},
          element("a", { href: this.prefix + encodeURIComponent(id), "aria-current": id === this.chosen ? "true" : null,
            class: isLive ? null : "is-silent" },
            element("b", {}, liveNames.get(id) ?? name),
            element("span", {}, element("i", { class: "swatch " + answer }), answerText(answer), answer === "unknown"
              ? "" : ", " + confidence),
            element("small", {}, source + ", " + durationText(elapsed) + (isLive ? "" : ", silent"))))),
    );
    if (focused) [...this.list.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
  }
}

/** How a phone is connected, with this server's own addresses. */
function showWays() {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.host);
  const push = location.origin + liveAddress("/push");
  const ways = [
    ["This phone's browser", "Open this address on the phone. The page says how a phone gets there by HTTPS or USB:",
      location.origin + liveAddress("/phone")],
    ["Sensor Logger", "In its settings, under Data Streaming, turn on HTTP Push and enter this address:", push],
    ["Your own program", "POST lines of JSON, one sample per line, or send them over a WebSocket:",
      "curl --data-binary @samples.ndjson '" + location.origin + liveAddress("/samples") + "'"],
    ["phyphox", "Allow remote access in phyphox. Start the server with the address that phyphox shows:",
      "gaitway serve --phyphox http://192.168.0.20:8080"],
    ["No phone at hand", "Replay a recorded ride:", "gaitway serve --replay ride.zip --speed 10"],
  ];
  document.querySelector("#connect .live-ways").replaceChildren(
    ...(isLocal
      ? [element("p", { class: "notes" },
        "Only programs on this machine can use this address. " +
          "For a phone on the same network, start the server with --host 0.0.0.0.")]
      : []),
    ...ways.map(([name, how, what]) =>
      element("div", {}, element("dt", {}, name),
        element("dd", {}, how, element("pre", {}, element("code", {}, what))))),
  );
}

// The workspace's page starts the list when it shows the room of phones.
if (document.getElementById("phones")) {
  showWays();
  new LiveList();
}
