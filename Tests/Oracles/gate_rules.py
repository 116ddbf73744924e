# SPDX-License-Identifier: Apache-2.0
"""What becomes of entries, written from POLICY.md: caps, cooldowns, shared alerts, waits, and jumps of the clock."""

from __future__ import annotations

from typing import Any

from gate_policy import (
    FOR_EVER,
    JUMP,
    Decision,
    Entry,
    Motion,
    Policy,
    motion_moments,
    motion_rule,
    rebase_motion,
    shifted,
    take_availability,
    take_fix,
    take_report,
)

DAY = 86_400_000
#: The origin of the worlds is noon, so quiet hours count from there.
NOON = DAY // 2


class Rules:
    """A gate: inputs in, decisions out. Times count from noon of some day, in milliseconds."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.motion = Motion()
        self.latest: int | None = None
        self.jumped = False
        self.arrivals: list[int] = []
        self.snoozed_until: int | None = None
        self.ignored: dict[str, int] = {}
        self.stories: dict[str, int] = {}
        self.alerts: list[int] = []
        self.waiting: list[Entry] = []
        self.entries = 0
        self.decisions: list[Decision] = []

    def pass_time(self, moment: int) -> None:
        """Looks at the waiting entries at each moment up to this one at which something may change."""
        while self.waiting and self.latest is not None:
            ahead = [one for one in self.moments() if self.latest < one <= moment]
            if not ahead:
                return
            self.arrive(min(ahead))
            self.settle()

    def arrive(self, moment: int) -> int:
        """The time at which an input counts."""
        self.jumped = self.latest is not None and moment < self.latest - JUMP
        if self.latest is not None and moment - self.latest > 7 * DAY:
            self.arrivals.append(moment)
        self.latest = moment if self.latest is None else max(moment, self.latest)
        return self.latest

    def take(self, moment: int, word: str, *values: Any) -> None:
        """Takes one input at a moment of the phone's clock."""
        self.pass_time(moment)
        if word == "rebase":
            self.rebase(moment)
        now = self.arrive(moment)
        policy, motion = self.policy, self.motion
        if word == "report":
            take_report(policy, motion, *values, now)
        elif word == "motion":
            take_availability(policy, motion, *values, now)
        elif word == "fix":
            take_fix(policy, motion, *values, now)
        elif word == "enter":
            self.enter(values[0], values[1], now)
        elif word in ("leave", "back"):
            self.end_stay(values[0], word == "leave", now)
        elif word in ("later", "dismiss"):
            self.ignored[values[0]] = now + policy["later_interval" if word == "later" else "place_cooldown"]
            for entry in [one for one in self.waiting if one.place == values[0]][:1]:
                self.end(entry, "drop", ["dismissed", *self.holds(entry), *self.notes(entry)])
        elif word == "snooze":
            self.snooze(values[0] if values[0] is not None else now + policy["snooze_interval"])
        elif word == "endsnooze":
            self.snooze(None)
        elif word == "passenger":
            longest = now + policy["passenger_override"]
            motion.passenger_until = longest if values[0] is None else min(values[0], longest)
        elif word == "endpassenger":
            motion.passenger_until = None
        elif word == "reset":
            self.ignored, self.stories, self.alerts = {}, {}, []
            self.snooze(None)
            motion.passenger_until = None
        self.settle()

    def snooze(self, until: int | None) -> None:
        """Silence until a moment; the wait of what an older snooze held counts from now."""
        self.snoozed_until = until
        for entry in self.waiting:
            if entry.held_until is not None:
                entry.held_until = min(entry.held_until, self.latest)

    def rebase(self, now: int) -> None:
        """The moment is right, whatever came before."""
        latest = self.latest
        if latest is None or now >= latest:
            return
        arrival = min((one for one in self.arrivals if one > now), default=FOR_EVER)
        self.arrivals = [one for one in self.arrivals if one <= now]
        rebase_motion(self.motion, now, latest, arrival)
        self.snoozed_until = shifted(self.snoozed_until, now, latest, arrival)
        self.ignored = {place: shifted(end, now, latest, arrival) for place, end in self.ignored.items()}
        self.stories = {story: min(time, now) for story, time in self.stories.items()}
        self.alerts = [min(time, now) for time in self.alerts]
        for entry in self.waiting:
            entry.entered = min(entry.entered, now)
            entry.held_until = shifted(entry.held_until, now, latest, arrival)
        self.latest = now

    # What holds.

    def quiet_end(self, now: int) -> int | None:
        """The end of the quiet hours around a moment."""
        hours = self.policy["quiet_hours"]
        if hours is None:
            return None
        for day in (-1, 0, 1):
            begin, end = (edge + ((now + NOON) // DAY + day) * DAY - NOON for edge in hours)
            if begin <= now < end:
                return end
        return None

    def holds(self, entry: Entry) -> list[str]:
        """All that holds an entry back."""
        now = self.latest
        reasons = list(motion_rule(self.policy, self.motion, now)[0])
        if now < self.dwelt(entry):
            reasons.append("dwell")
        if self.quiet_end(now) is not None:
            reasons.append("quiet-hours")
        if self.snoozed_until is not None and now < self.snoozed_until:
            reasons.append("snoozed")
        if entry.story in self.stories and now < self.stories[entry.story] + self.policy["story_cooldown"]:
            reasons.append("story-cooldown")
        for name, reason in (("short_cap", "short-cap"), ("long_cap", "long-cap")):
            cap = self.policy[name]
            if cap is not None and not entry.priority and sum(now - time < cap[1] for time in self.alerts) >= cap[0]:
                reasons.append(reason)
        return reasons

    def notes(self, entry: Entry) -> list[str]:
        """What is true and lets an entry through."""
        notes = list(motion_rule(self.policy, self.motion, self.latest)[1])
        return notes + ["priority"] * entry.priority + ["clock-jump"] * self.jumped

    def dwelt(self, entry: Entry) -> int:
        """From when on the person is inside for long enough."""
        return entry.entered + (self.policy["minimum_dwell"] if entry.inside else 0)

    def expires(self, entry: Entry) -> int:
        """From when on the entry is no longer valid."""
        return entry.entered + (self.policy["expiry"] if entry.expiry is None else entry.expiry)

    def deadline(self, entry: Entry) -> int:
        """When the wait is over."""
        begin = entry.entered if entry.held_until is None else entry.held_until
        return min(begin + self.policy["deferral_limit"], self.expires(entry))

    def moments(self) -> list[int]:
        """When an answer may change without an input."""
        policy, now = self.policy, self.latest
        moments = motion_moments(policy, self.motion)
        if policy["quiet_hours"] is not None:
            day = (now + NOON) // DAY
            moments += [edge + (day + one) * DAY - NOON for edge in policy["quiet_hours"] for one in (-1, 0, 1, 2)]
        if self.snoozed_until is not None:
            moments.append(self.snoozed_until)
        for cap in (policy["short_cap"], policy["long_cap"]):
            moments += [time + cap[1] for time in self.alerts] if cap is not None else []
        moments += [time + policy["story_cooldown"] for time in self.stories.values()]
        for entry in self.waiting:
            moments += [self.deadline(entry), self.expires(entry), self.dwelt(entry)]
            moments.append(entry.entered + policy["collapse_window"])
        return moments

    # Entries.

    def enter(self, entry: Entry, known: bool, now: int) -> None:
        """A region was entered, or left where its place alerts on exit."""
        self.entries += 1
        entry.number, entry.entered = self.entries, now
        entry.priority = entry.priority or entry.story in self.policy["priority_stories"]
        ends = []
        if self.ignored.get(entry.place, -FOR_EVER) > now:
            ends.append("already-alerted")
        if not known:
            ends.append("unknown-place")
        if any(one.place == entry.place for one in self.waiting):
            ends.append("already-waiting")
        if ends:
            self.tell("drop", entry, [*ends, *self.holds(entry), *self.notes(entry)])
        else:
            self.waiting.append(entry)

    def end_stay(self, place: str, leaves: bool, now: int) -> None:
        """The person left, or came back to a place that alerts on exit."""
        for entry in [one for one in self.waiting if one.place == place and one.inside == leaves][:1]:
            held, late = self.holds(entry), self.deadline(entry) <= now
            if leaves and not held and not late and "collapsing" in entry.told:
                self.show(next(group for group in self.groups() if entry in group), early=False)
                return
            word = "left" if leaves else "came-back"
            self.end(entry, "drop", [word, *(["expired"] if late else []), *held, *self.notes(entry)])

    def tell(self, kind: str, entry: Entry, reasons: list[str], others: int = 0) -> None:
        """Records a decision."""
        self.decisions.append(Decision(kind, entry.place, self.latest, reasons, others))

    def end(self, entry: Entry, kind: str, reasons: list[str]) -> None:
        """Ends an entry without an alert."""
        self.waiting.remove(entry)
        self.tell(kind, entry, reasons)

    def stands_alone(self, entry: Entry) -> bool:
        """Whether the entry shares its alert with no other."""
        brief = entry.expiry is not None and entry.expiry <= self.policy["collapse_window"]
        return entry.priority or not entry.inside or brief

    def groups(self) -> list[list[Entry]]:
        """The entries that may be shown, those that share an alert together."""
        free = [entry for entry in self.waiting if not self.holds(entry)]
        groups = [[entry] for entry in free if self.stands_alone(entry)]
        sharing: list[list[Entry]] = []
        for entry in free:
            if self.stands_alone(entry):
                continue
            if sharing and entry.entered < sharing[-1][0].entered + self.policy["collapse_window"]:
                sharing[-1].append(entry)
            else:
                sharing.append([entry])
        return groups + sharing

    def rank(self, entry: Entry) -> tuple[bool, float, int]:
        """Priority, then nearness, then first come."""
        return (not entry.priority, float("inf") if entry.distance is None else entry.distance, entry.number)

    def show(self, group: list[Entry], early: bool) -> None:
        """Shows the alert of the nearest place for all."""
        now = self.latest
        nearest = min(group, key=lambda entry: self.rank(entry)[1:])
        notes = self.notes(nearest)
        cooldown = self.policy["place_cooldown"] if nearest.cooldown is None else nearest.cooldown
        self.ignored[nearest.place] = now + cooldown
        if nearest.story is not None:
            self.stories[nearest.story] = now
        self.alerts.append(now)
        self.waiting = [entry for entry in self.waiting if entry not in group]
        self.tell("deliver", nearest, ["allowed", *notes, *(["alone"] if early else [])], len(group) - 1)
        for entry in group:
            if entry is not nearest:
                self.tell("drop", entry, ["collapsed", *self.notes(entry)])

    def settle(self) -> None:
        """Decides about all that waits."""
        if not self.waiting:
            return
        policy, now = self.policy, self.latest
        pauses = [end for end in (self.quiet_end(now), self.snoozed_until) if end is not None and end > now]
        for entry in self.waiting if pauses else []:
            entry.held_until = max([*pauses, *([] if entry.held_until is None else [entry.held_until])])
        for entry in list(self.waiting):
            reasons = self.holds(entry) + self.notes(entry)
            if self.deadline(entry) <= now:
                self.end(entry, "drop", ["expired", *reasons])
            elif policy["when_held"] == "skip" and motion_rule(policy, self.motion, now)[0]:
                self.end(entry, "skip", reasons)
        self.show_due()
        for entry in list(self.waiting):
            held = self.holds(entry)
            if policy["when_capped"] == "drop" and held and set(held) <= {"short-cap", "long-cap"}:
                self.end(entry, "drop", held + self.notes(entry))
        self.keep_to_limit()
        for entry in self.waiting:
            lasting = (self.holds(entry) or ["collapsing"]) + [
                note for note in self.notes(entry) if note != "clock-jump"
            ]
            if lasting != entry.told:
                entry.told = lasting
                self.tell("defer", entry, lasting + ["clock-jump"] * self.jumped)

    def show_due(self) -> None:
        """Shows what is due, one after the other, as each alert fills a slot."""
        window = self.policy["collapse_window"]
        while True:
            due = []
            for group in self.groups():
                last = group[-1]
                pace = max(last.speed or 0, self.policy["collapse_speed"])
                alone = last.other is not None and last.other > pace * window / 1000
                over = group[0].entered + window <= self.latest
                if self.stands_alone(group[0]) or over or alone:
                    nearest = min(group, key=lambda entry: self.rank(entry)[1:])
                    due.append((self.rank(nearest), group, not over and not self.stands_alone(nearest)))
            if not due:
                return
            _, group, early = min(due, key=lambda one: one[0])
            self.show(group, early)

    def keep_to_limit(self) -> None:
        """Drops the last entered beyond the phone's limit; a shared alert counts once."""
        limit = self.policy["pending_limit"]
        if limit is None or len(self.waiting) <= limit:
            return
        alert_of = {entry.number: group[0].number for group in self.groups() for entry in group}
        kept: set[int] = set()
        for entry in list(self.waiting):
            alert = alert_of.get(entry.number, entry.number)
            if alert in kept:
                continue
            if len(kept) < limit:
                kept.add(alert)
            else:
                self.end(entry, "drop", ["pending-limit", *self.holds(entry), *self.notes(entry)])
