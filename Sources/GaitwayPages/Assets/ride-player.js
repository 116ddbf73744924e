import { element } from "./kit.js";
import { playFrames } from "./lanes.js";

// Plays a ride: the moment that is pointed at moves along time.

/** A button that plays, and a choice of speeds. */
export class RidePlayer {
  constructor(axis) {
    this.axis = axis;
    this.time = null;
    this.isPlaying = false;
    this.button = element("button", { type: "button", class: "ride-play", onclick: () => this.toggle() });
    const speeds = [1, 5, 20, 60, 300, 1200, 3600];
    // As a rule a ride takes a minute at the most.
    const usual = speeds.find((speed) => (axis.end - axis.start) / speed <= 60) ?? speeds.at(-1);
    this.speed = element("select", { "aria-label": "Speed" },
      ...speeds.map((speed) => element("option", { value: speed, selected: speed === usual }, speed + "×")));
    this.element = element("div", { class: "ride-player", role: "group", "aria-label": "Play the ride" }, this.button,
      this.speed);
    // Pointing elsewhere, or a key, ends playing.
    axis.listen(() => {
      if (this.isPlaying && axis.cursor !== this.time) this.pause();
    });
    this.tell();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    const { axis } = this;
    const from = axis.cursor ?? axis.from;
    this.move(from >= axis.end ? axis.start : from);
    this.isPlaying = true;
    this.tell();
    playFrames(this, (passed) => {
      // Listeners hear of another moment once a frame, perhaps after this.
      if (axis.cursor !== this.time) return this.pause();
      this.move(Math.min(this.time + passed * Number(this.speed.value), axis.end));
      if (this.time >= axis.end) this.pause();
    });
  }

  move(time) {
    this.time = time;
    this.axis.follow(time);
  }

  pause() {
    this.isPlaying = false;
    this.tell();
  }

  tell() {
    const name = this.isPlaying ? "Pause" : "Play";
    this.button.textContent = this.isPlaying ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", name);
    this.button.title = name;
  }
}
