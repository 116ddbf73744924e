# SPDX-License-Identifier: Apache-2.0
"""Random worlds against the gate's rules as gate_rules.py has them: `gaitway gate check` must decide the same.

    python3 Tests/Oracles/gate_worlds.py .build/release/gaitway [WORLDS] [SEED]

A world is a policy and an hour or two of inputs: reports, fixes that state speeds, entries, actions, permission and
hardware that come and go, and a clock that jumps and is re-based. Each becomes a scenario with all decisions that must
follow. Then a decision of some worlds is changed, and the check must notice each.
"""

from __future__ import annotations

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from dataclasses import replace
from typing import Any

from gate_policy import Decision, Entry, Policy
from gate_rules import NOON, Rules

CONFIDENCES = ("low", "medium", "high")
FLAGS = ("none", "walking", "stationary", "automotive", "automotive+stationary", "cycling", "running", "unknown")
YEAR = 31_536_000_000
#: The fields in milliseconds.
TIMES = (
    "after_driving driving_onset stale_after passenger_override deferral_limit expiry minimum_dwell collapse_window "
    "place_cooldown later_interval story_cooldown snooze_interval"
).split()


def draw_policy(source: random.Random) -> Policy:
    """A random policy, times in milliseconds."""
    answer = lambda: source.choice(("deliver", "hold"))  # noqa: E731
    pick = source.choice
    cap = lambda: pick((None, (0, 60_000), (1, 600_000), (2, 1_800_000), (3, 3_600_000)))  # noqa: E731
    begin = source.randrange(NOON // 60_000 - 30, NOON // 60_000 + 90) * 60_000
    return {
        "after_driving": pick((120_000, 0, 45_000)),
        "driving_onset": pick((0, 0, 20_000)),
        "vehicle_speed": pick((None, 6)),
        "no_flags": pick(("moving", "unknown")),
        "when_unknown": answer(),
        "when_unauthorised": answer(),
        "lost_hardware": answer(),
        "stale_after": pick((None, 600_000, 200_000)),
        "when_stale": answer(),
        "cycling": answer(),
        "running": answer(),
        "least_automotive": pick((0, 0, 1)),
        "when_held": pick(("defer", "defer", "defer", "skip")),
        "passenger_override": pick((0, 900_000)),
        "deferral_limit": pick((1_800_000, 700_000)),
        "expiry": pick((43_200_000, 1_000_000)),
        "minimum_dwell": pick((0, 0, 40_000)),
        "quiet_hours": pick((None, None, (begin, begin + 1_200_000))),
        "short_cap": cap(),
        "long_cap": cap(),
        "when_capped": pick(("defer", "drop")),
        "pending_limit": pick((64, None, 2)),
        "collapse_window": pick((0, 0, 60_000, 120_000)),
        "collapse_speed": pick((2, 0, 1.25)),
        "priority_stories": pick(([], [], ["news"])),
        "place_cooldown": pick((864_000_000_000, 300_000, 0)),
        "later_interval": pick((86_400_000, 400_000)),
        "story_cooldown": pick((0, 300_000, 900_000)),
        "snooze_interval": 600_000,
    }


def seconds(milliseconds: int) -> str:
    """A time as a scenario and a policy file have it."""
    sign, value = "-" if milliseconds < 0 else "", abs(milliseconds)
    return f"{sign}{value // 1000}" + (f".{value % 1000:03}" if value % 1000 else "")


def policy_line(policy: Policy) -> str:
    """The line of a scenario that sets every field."""
    fields: dict[str, Any] = dict(policy)
    for name in TIMES:
        fields[name] = None if policy[name] is None else float(seconds(policy[name]))
    fields["minimum_confidence"] = {"automotive": CONFIDENCES[fields.pop("least_automotive")]}
    if policy["quiet_hours"] is not None:
        begin, end = (f"{edge // 3_600_000 % 24:02}:{edge // 60_000 % 60:02}" for edge in policy["quiet_hours"])
        fields["quiet_hours"] = {"from": begin, "to": end, "time_zone": "UTC"}
    for name in ("short_cap", "long_cap"):
        if policy[name] is not None:
            fields[name] = {"alerts": policy[name][0], "window": float(seconds(policy[name][1]))}
    return "policy " + json.dumps(fields)[1:-1]


class World:
    """A policy, the lines of its inputs, and the decisions that must follow."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.policy = draw_policy(source)
        self.rules = Rules(self.policy)
        self.lines: list[str] = []
        self.now, self.lead = 0, 0
        for _ in range(source.randrange(15, 60)):
            self.now += source.choice((0, 500, 7_000, 30_000, 60_000, 120_000, 200_000, 300_000))
            if source.randrange(3) == 0:
                self.now += source.randrange(1000)
            self.step()
        self.now += 7_200_000
        self.rules.pass_time(self.now + self.lead)

    def give(self, text: str, word: str, *values: Any) -> None:
        """Writes an input, and takes it."""
        self.lines.append(f"at {seconds(self.now)} {text}")
        self.rules.take(self.now + self.lead, word, *values)

    def step(self) -> None:
        """One random input."""
        source = self.source
        place = f"place-{source.randrange(7)}"
        turn = source.randrange(40)
        if turn < 14:
            self.give_entry(place)
        elif turn < 18:
            word = source.choice(("leave", "leave", "back"))
            self.give(f"{word} {place}", word, place)
        elif turn < 27:
            flags, level, again = source.choice(FLAGS), source.randrange(3), source.randrange(3) == 0
            words = frozenset() if flags == "none" else frozenset(flags.split("+"))
            self.give(f"{'repeat' if again else 'report'} {flags} {CONFIDENCES[level]}", "report", words, level, again)
        elif turn < 30:
            word = source.choice(("available", "unauthorised", "unsupported"))
            self.give(f"motion {word}", "motion", word)
        elif turn < 33:
            speed, accuracy = source.choice((0, 3, 5.9, 6, 8, 30)), source.choice((4, 60, 100, 101))
            self.give(f"fix {speed}m/s {accuracy}m", "fix", speed, accuracy)
        elif turn < 36:
            self.say(place)
        elif turn < 38:
            self.lead = source.choice((0, 0, YEAR, 3_600_000, 90_000, -1_800_000))
            self.lines.append(f"at {seconds(self.now)} clock {seconds(self.lead)}")
        else:
            self.give("rebase", "rebase")

    def give_entry(self, place: str) -> None:
        """An entry of a place, or the exit of one that alerts on exit."""
        source, pick = self.source, self.source.choice
        inside, known, priority = source.randrange(5) > 0, source.randrange(15) > 0, source.randrange(8) == 0
        entry = Entry(
            number=0, place=place, entered=0, story=pick((None, "news", "art", "past")), inside=inside,
            distance=pick((None, 5.5, 40, 40, source.randrange(100))), speed=pick((None, 1.5, 4)),
            other=pick((None, 0, 150, 300, 5000)), priority=priority,
            expiry=pick((None, None, None, 60_000, 500_000)), cooldown=pick((None, None, None, 0, 200_000)),
        )  # fmt: skip
        text = f"{'enter' if inside else 'exit'} {place}" + (f" {entry.story}" if entry.story else "")
        for value, form in ((entry.distance, "{}m"), (entry.speed, "{}m/s"), (entry.other, "other:{}m")):
            text += "" if value is None else " " + form.format(value)
        for value, form in ((entry.expiry, "expiry:{}"), (entry.cooldown, "cooldown:{}")):
            text += "" if value is None else " " + form.format(seconds(value))
        text += (" priority" if priority else "") + ("" if known else " unlisted")
        self.give(text, "enter", entry, known)

    def say(self, place: str) -> None:
        """An action of the person."""
        word = self.source.choice(
            ("later", "dismiss", "snooze", "snooze", "endsnooze", "passenger", "passenger", "endpassenger", "reset")
        )
        if word in ("later", "dismiss"):
            self.give(f"{word} {place}", word, place)
        elif word in ("snooze", "passenger"):
            until = self.source.choice((None, self.now + self.lead + self.source.randrange(-60, 1200) * 1000))
            self.give(word if until is None else f"{word} {seconds(until)}", word, until)
        else:
            self.give(word, word)

    def scenario(self, decisions: list[Decision]) -> str:
        """The world as a scenario with all its decisions."""
        text = ["A random world must be decided as its rules say.", "profiles gaitway", policy_line(self.policy)]
        text += [*self.lines, f"until {seconds(self.now)}"]
        for one in decisions:
            line = f"expect {one.kind} {one.place} at {seconds(one.time)} because {','.join(one.reasons)}"
            text.append(line + (f" others {one.others}" if one.kind == "deliver" else ""))
        kinds = [one.kind for one in decisions]
        text += [f"expect {kinds.count(kind)} {kind}" for kind in ("deliver", "skip", "defer", "drop")]
        return "\n".join(text) + "\n"


def break_one(decisions: list[Decision], source: random.Random) -> list[Decision]:
    """The decisions with one of them changed."""
    index = source.randrange(len(decisions))
    one = decisions[index]
    broken = source.choice(
        (
            replace(one, time=one.time + 1),
            replace(one, reasons=[*one.reasons, "clock-jump"]),
            replace(one, kind="drop" if one.kind != "drop" else "deliver"),
        )
    )
    return [*decisions[:index], broken, *decisions[index + 1 :]]


def check(gaitway: str, folder: pathlib.Path, names: list[str]) -> tuple[int, str]:
    """Exit code and messages of `gaitway gate check` for some scenarios."""
    result = subprocess.run([gaitway, "gate", "check", *names], check=False, capture_output=True, text=True, cwd=folder)
    return result.returncode, result.stderr


def play(gaitway: str, numbers: range, seed: str, counts: dict[str, int]) -> int:
    """Compares some worlds, and puts errors into a few; returns how many errors were noticed."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        names, broken = [], []
        for number in numbers:
            world = World(random.Random(f"{seed} {number}"))
            decisions = world.rules.decisions
            names.append(f"world-{number}.txt")
            (folder / names[-1]).write_text(world.scenario(decisions))
            for one in decisions:
                for word in (one.kind, *one.reasons):
                    counts[word] = counts.get(word, 0) + 1
            if decisions and number % 20 == 0:
                broken.append(f"broken-{number}.txt")
                (folder / broken[-1]).write_text(world.scenario(break_one(decisions, world.source)))
        status, messages = check(gaitway, folder, names)
        if status != 0:
            print("\n".join(messages.splitlines()[:20]))
            first = re.search(r"world-\d+\.txt", messages)
            print((folder / first.group()).read_text() if first else "")
            worlds = set(re.findall(r"world-\d+", messages))
            sys.exit(f"seed {seed}: the gate decides otherwise in {len(worlds)} of {len(numbers)} worlds")
        messages = check(gaitway, folder, broken)[1]
        unseen = [one for one in broken if one + ": " not in messages]
        if unseen:
            sys.exit(f"an error that was put in is not noticed: {', '.join(unseen)}")
        return len(broken)


def main() -> None:
    gaitway = str(pathlib.Path(sys.argv[1]).resolve())
    worlds = int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    seed = sys.argv[3] if len(sys.argv) > 3 else "1"
    counts: dict[str, int] = {}
    batch = 500
    errors = 0
    for begin in range(0, worlds, batch):
        errors += play(gaitway, range(begin, min(begin + batch, worlds)), seed, counts)
    decided = ", ".join(f"{count} {word}" for word, count in sorted(counts.items()))
    print(f"{worlds} worlds decided alike ({decided}); {errors} errors put in and noticed")


if __name__ == "__main__":
    main()
