// What the rules of a policy are called on the page, in which group they stand, and what their words say.

/** The rules of the first screen, in their order. */
export const firstRules = ["after_driving", "when_unknown", "cycling", "running", "minimum_dwell"];

/** Fields that the form leaves as they are: a policy gets its name when it is saved. */
export const fieldsWithoutInput = new Set(["name", "revision", "categories"]);

/** The groups below "More rules", each with its rules and their titles. */
export const ruleGroups = [
  ["In a vehicle", { driving_onset: "Hold after driving for", vehicle_speed: "Hold at a speed of",
    when_held: "An alert held in a vehicle", passenger_override: "“I'm not driving” lasts" }],
  ["On foot", { rush_factor: "Hold while hurrying" }],
  ["When the phone does not know", { no_flags: "A report of no activity", "minimum_confidence.stationary":
    "Least confidence: at rest", "minimum_confidence.walking": "Least confidence: walking",
    "minimum_confidence.running": "Least confidence: running", "minimum_confidence.cycling":
    "Least confidence: cycling", "minimum_confidence.automotive": "Least confidence: driving" }],
  ["When the phone says nothing", { stale_after: "Silence that counts", when_stale: "After that silence",
    when_unauthorised: "Without permission", lost_hardware: "When reports stop for good",
    when_restarted: "After a restart of the app" }],
  ["How long an alert may wait", { deferral_limit: "Waits at most", expiry: "Is valid for" }],
  ["How many alerts", { "short_cap.alerts": "At most, in a short time", "short_cap.window": "That short time",
    "long_cap.alerts": "At most, in a long time", "long_cap.window": "That long time",
    when_capped: "An alert beyond that", pending_limit: "Alerts that may wait",
    priority_stories: "Stories without these limits" }],
  ["Places close together", { collapse_window: "Entered within", collapse_speed: "Speed to the next place" }],
  ["The same place again", { place_cooldown: "A place is silent for", later_interval: "After “later”, for",
    story_cooldown: "A story is silent for" }],
  ["Times of day", { "quiet_hours.from": "Quiet from", "quiet_hours.to": "Quiet until",
    "quiet_hours.time_zone": "Time zone of the quiet hours", time_zone: "Time zone of the places' hours",
    snooze_interval: "A snooze lasts" }],
];

const titles = new Map(Object.entries({ after_driving: "Hold after a drive for",
  when_unknown: "While the activity is unknown", cycling: "While cycling", running: "While running",
  minimum_dwell: "Wait inside the place for", ...Object.assign({}, ...ruleGroups.map(([, rules]) => rules)) }));

/** A rule's title for people. */
export function ruleTitle(name) {
  return titles.get(name) ?? name.replaceAll("_", " ").replace(".", ": ");
}

const ruleWords = { deliver: "show", hold: "hold back", skip: "is dropped", defer: "waits", drop: "is dropped",
  forget: "forget it", keep: "keep it" };

/** A word of a policy's choice for people. */
export function ruleWord(word) {
  return ruleWords[word] ?? word;
}

/** What differs between two states of the room, in words; null without one of them. */
export function changeName(before, after) {
  if (before === undefined || after === undefined) return null;
  if (before.places !== after.places) return "places";
  if (before.profile !== after.profile) return "choice of the policy";
  const name = Object.keys({ ...before.words, ...after.words })
    .find((one) => before.words[one] !== after.words[one]);
  return name === undefined ? "policy" : ruleTitle(name);
}
