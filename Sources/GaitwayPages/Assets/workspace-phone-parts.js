import { colour, element, lastNotAbove, pageData } from "./kit.js";
import { Lane } from "./lanes.js";
import { answerOf, answerText } from "./live-phone.js";
import { GeoMap } from "./map.js";
import { phoneSessions } from "./workspace-phones.js";
import { rideAddress, workspace } from "./workspace.js";

// What the workspace adds to the view of a phone: labels by buttons, the map of its fixes, and alerts that sound.

/**
 * Buttons that label while a phone records, and the lane of those labels. Hidden unless the session is recorded and may
 * be labelled.
 */
export function phoneLabelPart(view) {
  const { phone } = view;
  /** What was pressed and is not in the server's session yet. */
  let pressed;
  const labels = () => phone.session?.labels ?? phoneSessions.get(phone.identifier)?.labels ?? [];
  const running = () => {
    const last = labels().at(-1);
    return last !== undefined && last[1] === null ? last[2] : null;
  };
  const press = async (activity) => {
    pressed = activity;
    update();
    try {
      await workspace.post("/api/press", { session: phone.identifier, activity });
    } catch (error) {
      pressed = undefined;
      update();
      workspace.sayError(error);
    }
  };
  const buttons = pageData.activities.map((name) =>
    element(
      "button",
      { type: "button", class: "activity-button " + name, "aria-pressed": "false", onclick: () => press(name) },
      element("i", { class: "swatch" }), answerText(name)));
  const end = element("button", { type: "button", class: "activity-button", onclick: () => press(null) }, "End label");
  const told = element("p", { class: "phones-label-told" });
  /** Ends the session and deletes its log, which Undo brings back as a ride. */
  const remove = async () => {
    try {
      const { record } = await workspace.post("/api/end", { session: phone.identifier });
      await workspace.change("/api/remove", { rides: [record] }, "Deleted the session and its ride " + record +
        ". A phone that sends on begins another.");
    } catch (error) {
      workspace.sayError(error);
    }
  };
  const above = element("div", { class: "phones-label-buttons", hidden: true },
    element("h3", {}, "What are you doing now?"),
    element("div", { role: "group", "aria-label": "Label from now on" }, ...buttons, end), told,
    element("button", { type: "button", class: "plain", onclick: remove }, "Delete this session"));
  const lane = new Lane(view.axis, {
    name: "your labels", height: 20, label: "Your labels over the last minutes",
    draw: (context, width, height, axis) => {
      for (const [from, to, activity] of labels()) {
        const left = axis.x(from, width);
        const right = axis.x(to ?? phone.elapsed, width);
        if (right < 0 || left > width) continue;
        context.fillStyle = colour(activity);
        context.fillRect(left, 0, Math.max(right - left, 1), height);
      }
      context.fillStyle = colour("rule");
      context.fillRect(0, height - 1, width, 1);
    },
  });
  let drawn = "";
  const update = () => {
    const session = phone.session === null ? phoneSessions.get(phone.identifier)
      : { ...phoneSessions.get(phone.identifier), ...phone.session };
    const ride = session?.ride ?? null;
    const mayLabel = !workspace.isReadOnly && Boolean(session?.record) && !phone.hasEnded;
    above.hidden = !mayLabel;
    lane.element.hidden = !mayLabel && labels().length === 0;
    if (pressed !== undefined && running() === pressed) pressed = undefined;
    const now = pressed === undefined ? running() : pressed;
    for (const [index, name] of pageData.activities.entries())
      buttons[index].setAttribute("aria-pressed", String(name === now));
    end.disabled = now === null;
    const text = now === null
      ? "Press what you are doing. The label begins at that moment."
      : "Labelled as " + answerText(now) + " until you press another one.";
    const key = JSON.stringify([text, ride, labels().length, phone.elapsed]);
    if (key === drawn) return;
    drawn = key;
    told.replaceChildren(text + " ", ride === null ? "" : element("a", { href: rideAddress(ride) }, "Open the ride"));
    lane.redraw();
  };
  return { lanes: [lane], above, update };
}

/** The map of a phone's fixes, coloured by the answers; hidden without a fix. */
export function phoneMapPart(view) {
  const { phone } = view;
  const place = element("div", { class: "phones-map", hidden: true });
  let map = null;
  let shown = 0;
  let isWaiting = false;
  const paths = () => {
    const found = [];
    for (const [latitude, longitude, elapsed] of phone.fixes) {
      const index = lastNotAbove(starts, elapsed);
      const report = phone.reports[index];
      const name = report === undefined || elapsed > report.to + 10 ? "unknown" : answerOf(report.report);
      const activity = name === "unknown" ? null : name;
      const point = [latitude, longitude, elapsed];
      const path = found.at(-1);
      if (path !== undefined) path.points.push(point);
      if (path === undefined || path.activity !== activity)
        found.push({ activity, points: [point], label: answerText(name) });
    }
    return found;
  };
  let starts = [];
  const draw = () => {
    isWaiting = false;
    starts = phone.reports.map(({ from }) => from);
    map.place(paths(), []);
    map.mark(phone.fixes.at(-1)?.slice(0, 2) ?? null);
  };
  const update = () => {
    place.hidden = phone.fixes.length === 0;
    if (place.hidden || shown === phone.fixes.length) return;
    if (map === null) {
      map = new GeoMap({ label: "Where the phone is" });
      place.append(element("h3", {}, "Where the phone is"), map.element);
    }
    // Fixes come once a second; the map follows every other second.
    if (!isWaiting) setTimeout(draw, shown < 3 ? 0 : 2000);
    shown = phone.fixes.length;
    isWaiting = true;
  };
  return { below: place, update };
}

/** What the person wants to hear and see of alerts; the browser remembers it. */
export const phoneAlarms = {
  sound: false,
  notification: false,

  load() {
    try {
      phoneAlarms.sound = localStorage.getItem("gaitway-alert-sound") === "on";
      phoneAlarms.notification =
        localStorage.getItem("gaitway-alert-notification") === "on" && window.Notification?.permission === "granted";
    } catch {
      // A browser that keeps nothing begins with both off.
    }
  },

  keep(name, isOn) {
    phoneAlarms[name] = isOn;
    try {
      localStorage.setItem("gaitway-alert-" + name, isOn ? "on" : "off");
    } catch {
      // The switch holds until the page is closed.
    }
  },

  /** Two short tones. */
  play() {
    phoneAlarms.context ??= new AudioContext();
    const { context } = phoneAlarms;
    context.resume();
    for (const [index, pitch] of [660, 880].entries()) {
      const start = context.currentTime + 0.18 * index;
      const tone = context.createOscillator();
      const strength = context.createGain();
      tone.frequency.value = pitch;
      strength.gain.setValueAtTime(0.0001, start);
      strength.gain.exponentialRampToValueAtTime(0.25, start + 0.02);
      strength.gain.exponentialRampToValueAtTime(0.0001, start + 0.17);
      tone.connect(strength).connect(context.destination);
      tone.start(start);
      tone.stop(start + 0.18);
    }
  },

  /** The two switches. */
  controls() {
    const told = element("p", { class: "aside", role: "status" });
    const toggle = (name, title, change) => {
      const box = element("input", { type: "checkbox", checked: phoneAlarms[name] });
      box.addEventListener("change", () => change(box));
      return element("label", { class: "switch" }, box, title);
    };
    return element("div", { class: "phones-alarms" },
      element("div", { role: "group", "aria-label": "When the gate shows an alert of the chosen phone" },
        toggle("sound", "Sound when an alert is shown", (box) => {
          phoneAlarms.keep("sound", box.checked);
          if (box.checked) phoneAlarms.play();
        }),
        toggle("notification", "Notification of the browser", async (box) => {
          told.textContent = "";
          if (box.checked && window.Notification === undefined) {
            told.textContent =
              "This browser shows no notifications for this address. Open the page by https or on this machine.";
            box.checked = false;
          } else if (box.checked && (await Notification.requestPermission()) !== "granted") {
            told.textContent =
              "The browser does not allow notifications of this page. Allow them in its settings for this address.";
            box.checked = false;
          }
          phoneAlarms.keep("notification", box.checked);
        })),
      told);
  },
};

/** Sounds and notifications for alerts that are shown from now on. */
export function phoneAlarmPart(view) {
  const heard = new Set();
  return {
    hear(name, alert) {
      if (name !== "alert") return;
      const key = alert.elapsed + " " + alert.place;
      // On connecting, the server repeats the alerts that were.
      const isOld = heard.has(key) || performance.now() - view.phone.connectedAt < 2000;
      heard.add(key);
      if (isOld || alert.decision !== "deliver") return;
      if (phoneAlarms.sound) phoneAlarms.play();
      if (phoneAlarms.notification) {
        try {
          new Notification("Alert of " + alert.place, { body: alert.text, tag: key });
        } catch {
          // Some phones show notifications of installed pages alone.
        }
      }
    },
  };
}
