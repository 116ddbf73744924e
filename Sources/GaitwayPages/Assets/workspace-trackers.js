import { element } from "./kit.js";
import { RideUpload } from "./rides-upload.js";
import { copyBox } from "./workspace-phones.js";
import { countText, workspace } from "./workspace.js";

// Location apps that bring a phone's days: the steps for each, what came from it, and the files of the inbox.

/** The parts for the location apps, folded. */
export function trackerSteps(connect, withToken, token, origin) {
  const track = (name) => withToken("/track/" + name);
  const fields = (name, query) => track(name) + (token ? "&" : "?") + query;
  const last = "Let it send a position. The first one turns this step green.";
  /** @type {[string, string, string, any[]][]} */
  const apps = [
    ["owntracks", "OwnTracks", "for iPhone and Android", [
      ["Install OwnTracks. In its settings, choose the mode HTTP."],
      ["Paste this URL:", copyBox(origin + "/track/owntracks", "the URL for OwnTracks")],
      token ? ["Turn on authentication. Enter any user name, and this token as the password:",
        copyBox(token, "the token")] : null,
      ["Leave the encryption key empty. Choose the monitoring mode Move for paths, or Significant to save power."],
      [last],
    ]],
    ["overland", "Overland", "for iPhone and Android", [
      ["Install Overland. In its settings, paste this receiver endpoint:",
        copyBox(track("overland"), "the URL for Overland")],
      ["Turn on the tracking. A sending interval of 1 to 5 minutes is enough; Overland keeps what it cannot send."],
      [last],
    ]],
    ["gpslogger", "GPSLogger", "for Android", [
      ["Install GPSLogger. Turn on Log to custom URL, and paste this URL:",
        copyBox(fields("gpslogger", "lat=%LAT&lon=%LON&time=%TIME&acc=%ACC&spd=%SPD&alt=%ALT&dir=%DIR&device=%AID"),
          "the URL for GPSLogger")],
      ["Choose the method GET. Leave Discard offline locations off."],
      ["In the performance settings, log every 10 to 60 seconds, and start logging."],
      [last],
    ]],
    ["osmand", "OsmAnd", "for iPhone and Android", [
      ["Turn on the plugin Trip recording. Open its settings, then Online tracking, and paste this web address:",
        copyBox(fields("osmand", "lat={0}&lon={1}&timestamp={2}&hdop={3}&altitude={4}&speed={5}&bearing={6}"),
          "the URL for OsmAnd")],
      ["Choose a tracking interval of 10 to 60 seconds, and start the trip recording."],
      [last],
    ]],
  ];
  return apps.map(([source, name, where, steps]) => {
    const part = connect.steps(source, name, where, steps.filter(Boolean));
    part.querySelector("h3").remove();
    return element("details", { class: "phones-tracker" },
      element("summary", {}, name + " ", element("small", {}, where + ", for your days "),
        element("small", { "data-tracker": source })), part);
  });
}

/** What came from an app, and what was left out. */
export function trackerText(tally) {
  if (!tally || tally.requests + tally.leftOut === 0) return "";
  const count = (number, one, many) => number + " " + (number === 1 ? one : many);
  return [
    tally.records > 0 ? count(tally.records, "record", "records") + " arrived" : null,
    tally.leftOut > 0 ? count(tally.leftOut, "record", "records") + " left out: " + tally.problem : tally.problem,
  ].filter(Boolean).join("; ");
}

/** What waits in the inbox, and what became of its last files. */
function inboxRows({ inbox, storeProblem }) {
  if (!inbox) return [];
  const problem = inbox.problem ?? storeProblem;
  return [
    problem ? element("p", { class: "notes" }, problem) : null,
    inbox.reading ? element("p", {}, "Reading " + inbox.reading + " …") : inbox.waiting > 0
      ? element("p", {}, inbox.waiting + " waiting") : null,
    inbox.files.length === 0 ? null : element("ul", {}, ...inbox.files.map(({ name, isDone, text }) =>
      element("li", { class: isDone ? "is-done" : "is-failed" }, element("b", {}, name),
        " " + (isDone ? "" : "was not read: ") + text))),
  ].filter(Boolean);
}

/** Files for the store, which are dropped on a room or chosen. */
export class InboxUpload extends RideUpload {
  /** `showsInbox` says whether what came of the inbox is shown before a file came from here, too. */
  constructor(room, showsInbox = false) {
    super(room, "/api/inbox");
    this.showsInbox = showsInbox;
    this.button.textContent = "Add files …";
    // A page that has just been loaded does not know yet whether it may change something.
    this.add_ = element("div", { class: "upload-add", hidden: workspace.isReadOnly }, this.button, this.input);
    this.rows = element("div", { class: "upload-rows", "aria-live": "polite" });
    this.element.prepend(this.add_);
    this.element.append(this.rows);
  }

  changed(state) {
    this.add_.hidden = state.isReadOnly;
    if (this.showsInbox) this.rows.replaceChildren(...inboxRows(state));
  }

  tell() {
    const { rides: files, problems } = this;
    if (files.length + problems.length === 0) return;
    if (files.length > 0) {
      this.showsInbox = true;
      this.changed(workspace.state);
    }
    const title = files.length > 0 ? countText(files.length, "file") + " arrived." : "No file was added.";
    this.report.replaceChildren(element("div", {}, element("b", { role: "status" }, title)),
      element("ul", {}, ...problems.map((problem) => element("li", {}, problem))));
    this.report.hidden = false;
  }
}
