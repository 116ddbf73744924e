import { element, pageData } from "./kit.js";
import { WorkspaceError, workspace } from "./workspace.js";

// The name of the street at a place, from a service like Nominatim: only after a person said yes, which the workspace
// keeps. The page asks, as it does for tiles. The workspace's server says which position may be sent, and when.

/** How long the service may be silent, in milliseconds. */
const longestSilence = 10000;
/** What the service answered, by position. */
const knownStreets = new Map();
/** When this page may ask again: an answer of the workspace's server may be late, and its pause over too early. */
let nextAsking = 0;

const button = (text, press) => element("button", { type: "button", class: "plain", onclick: press }, text);

async function allowStreetNames(isWanted) {
  try {
    await workspace.post("/api/street-names", { allow: isWanted });
    // The security policy of a page is that of its load.
    location.reload();
  } catch (error) {
    workspace.sayError(error);
  }
}

/**
 * That the service may be asked, and the way to take it back; null unless a person allowed it. A page that is only
 * shown has no service.
 */
export function streetConsent() {
  const service = pageData.streetNames;
  if (!service?.isAllowed) return null;
  return element("p", { class: "places-offer" },
    element("span", {}, "You allowed asking " + service.name + " for the streets of places outside these zones."),
    button("Never look up streets", () => allowStreetNames(false)));
}

/** The offer of the street's name for the place of an identifier; `call` names it. Null if the page offers none. */
export function streetOffer(identifier, call) {
  const service = pageData.streetNames;
  if (service === undefined) return null;
  const part = element("div", { class: "place-street" });
  const said = element("p", { role: "status", class: "note" });
  const offer = () => {
    said.textContent = "";
    part.replaceChildren(button("Look up the street", service.isAllowed ? look : ask), said);
  };
  const ask = () => {
    const yes = button("Yes, look up streets", () => allowStreetNames(true));
    part.replaceChildren(
      element("p", { class: "note" }, service.name + " names streets. For each place whose street you look up, it " +
        "learns the position, to about 10 m, your address on the internet, and that of this page's server. It learns " +
        "no times, and no place in a private zone. The workspace keeps your answer; you can take it back under " +
        "Private zones."),
      yes, button("No", () => { offer(); part.querySelector("button").focus(); }));
    yes.focus();
  };
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    said.textContent = "Looking up the street\u2026";
    try {
      const names = await streetsAt(service, identifier);
      const buttons = names.map((name) => button("Call it " + name, () => call(name)));
      part.replaceChildren(...buttons, element("small", {}, "\u00a9 OpenStreetMap contributors"));
      buttons[0].focus();
    } catch (error) {
      said.textContent = (error instanceof WorkspaceError ? error.text : error.message) + " You can type a name.";
    }
    isLooking = false;
  };
  offer();
  return part;
}

/** The names that the service has for a place, at least one. */
async function streetsAt(service, identifier) {
  const { latitude, longitude, wait } =
    await workspace.get("/api/street-names?place=" + encodeURIComponent(identifier));
  const position = latitude + "," + longitude;
  if (!knownStreets.has(position)) {
    await new Promise((done) => setTimeout(done, Math.max(1000 * wait, nextAsking - performance.now())));
    nextAsking = performance.now() + 1000;
    const names = offeredNames(await serviceAnswer(service, latitude, longitude));
    if (names.length === 0) throw new Error(service.name + " knows no street here.");
    knownStreets.set(position, names);
  }
  return knownStreets.get(position);
}

async function serviceAnswer(service, latitude, longitude) {
  const question = new URLSearchParams({ format: "jsonv2", lat: latitude, lon: longitude, zoom: "18",
    addressdetails: "1", "accept-language": navigator.language });
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), longestSilence);
  let answer;
  try {
    // Nominatim's rules ask for the address of the page's server; the path and the token stay here.
    answer = await fetch(service.address + "?" + question, { credentials: "omit", redirect: "error",
      referrerPolicy: "origin", signal: patience.signal });
    if (answer.ok) return await answer.json();
  } catch (error) {
    throw new Error(service.name + (error.name === "AbortError" ? " did not answer within 10 s."
      : error instanceof SyntaxError ? " did not answer as Nominatim does."
      : " cannot be reached, or does not let this page ask."));
  } finally {
    clearTimeout(timer);
  }
  throw new Error(service.name + (answer.status === 429 ? " has too many requests now; try again in a minute."
    : answer.status === 403 ? " refuses to answer this page." : " answered with the error " + answer.status + "."));
}

/** What a place may be called by an answer: the name of what is there, and the road, each with the town. */
function offeredNames(answer) {
  const text = (value) => (typeof value === "string" ? value.trim() : "");
  const first = (...keys) => keys.map((key) => text(answer?.address?.[key])).find(Boolean) ?? "";
  const town = first("city", "town", "village", "municipality", "suburb", "quarter", "hamlet");
  // The name of a way is the road's; that of an area says less than its road.
  const own = ["highway", "boundary", "place"].includes(answer?.category) ? "" : text(answer?.name);
  const names = [own, first("road", "pedestrian", "footway", "square")].filter(Boolean);
  if (names.length === 0) names.push(...[first("neighbourhood", "quarter", "hamlet")].filter(Boolean));
  return [...new Set(names)].map((name) =>
    [...(town === "" || town === name ? name : name + ", " + town)].slice(0, 200).join(""));
}
