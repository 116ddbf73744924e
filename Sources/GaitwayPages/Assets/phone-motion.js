// What a browser tells about a phone's motion, as samples: units, signs, times, and what was missing.

/** The longest time between two samples that is not a gap, in seconds. */
export const longestStep = 0.5;

/** The step to which Chromium rounds accelerations, in m/s². */
const roundingStep = 0.1;

/** What a quiet sensor's readings spread over, in m/s². */
const quietSpread = 0.02;

/** Milliseconds after which a phone without an event has no sensor, or a browser that keeps it back. */
const patience = 3000;

/** Whether a browser gives accelerations with the signs of iOS, the negative of Android's: all browsers on iOS do. */
export function hasAppleSigns({ userAgent, maxTouchPoints = 0 }) {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** An `interval` of DeviceMotion in seconds: the standard has milliseconds, old Safaris seconds, old Firefoxes µs. */
export function intervalSeconds(interval) {
  if (!(interval > 0)) return null;
  if (interval < 1) return interval;
  return interval < 1000 ? interval / 1000 : interval / 1e6;
}

/** Whether numbers are multiples of the step to which browsers round. */
function areRounded(values) {
  return values.every((value) => Math.abs(value / roundingStep - Math.round(value / roundingStep)) < 1e-4);
}

/**
 * Turns events of DeviceMotion into samples: seconds since 1970, m/s² with gravity and the signs of Android, rad/s.
 *
 * Chromium rounds readings to 0.1 m/s². On a table they then never change, as those of a dead sensor. So readings that
 * are all rounded get the noise of a quiet sensor, a hundredth of 1 m/s² to either side.
 */
export class MotionReader {
  constructor({ isApple = false } = {}) {
    this.sign = isApple ? -1 : 1;
    /** The samples so far. */
    this.count = 0;
    /** Events without a reading. */
    this.empty = 0;
    /** What `interval` says, in seconds; null if it says nothing. */
    this.interval = null;
    this.hasRotation = false;
    /** Whether all readings so far were rounded; known from the hundredth on. */
    this.isRounded = true;
    /** The gaps so far, as `{from, to}`. */
    this.gaps = [];
    this.last = null;
    this.lastStamp = null;
    this.offset = null;
    this.meanStep = null;
    this.steps = [];
    this.seed = 1;
  }

  /**
   * The sample of an event; null if the event has no reading. `now` is the wall clock in milliseconds since 1970,
   * which an event's own time is joined to.
   */
  take({ accelerationIncludingGravity, rotationRate, interval, timeStamp }, now) {
    const { x, y, z } = accelerationIncludingGravity ?? {};
    if (![x, y, z].every(Number.isFinite)) {
      this.empty += 1;
      return null;
    }
    this.interval ??= intervalSeconds(interval);
    const time = this.time(timeStamp / 1000, now / 1000);
    if (this.isRounded && !areRounded([x, y, z])) this.isRounded = false;
    const spread = this.isRounded ? quietSpread : 0;
    const acceleration = [x, y, z].map((value) => this.sign * value + spread * (this.random() - 0.5));
    const turns = [rotationRate?.alpha, rotationRate?.beta, rotationRate?.gamma];
    const rotation = turns.every(Number.isFinite) ? turns.map((value) => value * Math.PI / 180) : null;
    this.hasRotation ||= rotation !== null;
    this.count += 1;
    return { time, acceleration, rotation };
  }

  /** The time of a sample from the event's own: it always grows, and passes over the time that the phone slept. */
  time(stamp, now) {
    this.offset ??= now - stamp;
    // An event's clock may stand still while the phone sleeps. The wall clock does not.
    const slept = now - stamp - this.offset;
    if (slept > 1) this.offset += slept;
    const raw = stamp + this.offset;
    if (this.last === null) return (this.last = raw);
    const step = raw - this.last;
    if (step > longestStep) {
      this.gaps.push({ from: this.last, to: raw });
    } else {
      // Events that a busy page hands over at once keep their order, half a step apart.
      this.meanStep ??= this.interval ?? 1 / 60;
      this.meanStep += 0.02 * (Math.max(step, 0) - this.meanStep);
      this.steps.push(step);
      if (this.steps.length > 300) this.steps.shift();
    }
    this.last = step > longestStep ? raw : Math.max(raw, this.last + this.meanStep / 2);
    return this.last;
  }

  /** Samples a second, of the last ones; null before there are some. */
  get rate() {
    const mean = this.steps.reduce((sum, step) => sum + step, 0) / this.steps.length;
    return this.steps.length < 20 ? null : 1 / mean;
  }

  /** The standard deviation of the steps between the last samples, in seconds; null before there are some. */
  get jitter() {
    if (this.rate === null) return null;
    const mean = 1 / this.rate;
    return Math.sqrt(this.steps.reduce((sum, step) => sum + (step - mean) ** 2, 0) / this.steps.length);
  }

  /** A number from 0 to 1; each reader gives the same ones, so that a ride has one answer (Lehmer's generator). */
  random() {
    this.seed = (this.seed * 48271) % 2147483647;
    return this.seed / 2147483647;
  }
}

/** Why this page gets no motion, and what to do; null if it may ask for it. */
export function motionObstacle({ isSecure, hasMotion }) {
  if (!isSecure) {
    return "Browsers give motion only to pages with HTTPS, or of this device itself. " +
      "Open this page by an address that begins with https://, or by http://localhost.";
  }
  return hasMotion ? null
    : "This browser has no motion events. Open this page in Chrome, Safari or Firefox on a phone.";
}

/** Asks for motion, which iOS does only within a press: null when it is granted, else what to do. */
export async function askForMotion() {
  const kind = /** @type {any} */ (window.DeviceMotionEvent);
  if (typeof kind?.requestPermission !== "function") return null;
  try {
    if (await kind.requestPermission() === "granted") return null;
  } catch (error) {
    return "The browser did not ask for motion: " + error.message + ". Press the button again.";
  }
  return "You did not allow motion. iOS asks again after you close this page's tab, or clear the site's data in " +
    "Settings, Safari.";
}

/** The phone's system, if its browser says it. */
export function platformName() {
  const { userAgentData, platform } = /** @type {any} */ (navigator);
  return userAgentData?.platform || platform || "phone";
}

/** Keeps the screen on while a page is visible, since a locked phone gives pages no motion. */
export class ScreenLock {
  constructor(told) {
    this.told = told;
    this.isWanted = false;
    document.addEventListener("visibilitychange", () => this.renew());
  }

  hold() {
    this.isWanted = true;
    return this.renew();
  }

  async renew() {
    if (!this.isWanted || document.hidden) return;
    const { wakeLock } = /** @type {any} */ (navigator);
    try {
      if (wakeLock === undefined) throw new Error("this browser cannot");
      const sentinel = await wakeLock.request("screen");
      this.sentinel?.release();
      this.sentinel = sentinel;
      if (this.isWanted) this.told(true);
      else this.release();
    } catch {
      this.told(false);
    }
  }

  release() {
    this.isWanted = false;
    this.sentinel?.release();
    this.sentinel = null;
  }
}

/** The button that starts and stops a page's motion, and the line that says how things stand. */
export class MotionControl {
  /** `press()` is called for a press of the button, and `hear(event)` for each event of motion while it listens. */
  constructor({ press, hear }) {
    this.button = /** @type {HTMLButtonElement} */ (document.getElementById("phone-start"));
    this.said = document.getElementById("phone-said");
    this.hear = hear;
    this.button.addEventListener("click", press);
    /** Why this page gets no motion; null if it may ask for it. */
    this.obstacle = motionObstacle({ isSecure: isSecureContext, hasMotion: "DeviceMotionEvent" in window });
    this.button.disabled = this.obstacle !== null;
    if (this.obstacle !== null) this.say(this.obstacle, true);
  }

  say(text, isFaulty = false) {
    this.said.textContent = text;
    this.said.classList.toggle("phone-problem", isFaulty);
  }

  /** Takes events from now on. `hasCome()` says whether one had a reading; without one, the page soon says so. */
  listen(hasCome) {
    this.button.textContent = "Stop";
    this.say("Waiting for the phone's motion.");
    addEventListener("devicemotion", this.hear);
    this.timer = setTimeout(() => {
      if (hasCome()) return;
      this.say("No motion arrives. This device has no motion sensor, or the browser keeps it back: look for " +
        "Motion sensors in the site's settings.", true);
    }, patience);
  }

  unlisten() {
    removeEventListener("devicemotion", this.hear);
    clearTimeout(this.timer);
    this.button.textContent = "Start again";
  }
}
