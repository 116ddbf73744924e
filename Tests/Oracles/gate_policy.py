# SPDX-License-Identifier: Apache-2.0
"""The gate's rules once more, written from POLICY.md: the motion rule, and what becomes of entries.

Times are milliseconds. A policy is a dictionary with the fields of a policy file, times in milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Policy = dict[str, Any]
FOR_EVER = 1 << 62
FIX_REACH, ROW_PAUSE, JUMP = 60_000, 600_000, 60_000


@dataclass
class Motion:
    """What is known of the person's motion."""

    availability: str = "available"
    flags: frozenset[str] | None = None
    confidence: int = 0
    heard: int = 0
    began: int | None = None
    stopped: int | None = None
    told: int | None = None
    fast: bool = False
    confirmed: bool = False
    driven_by_fixes: int | None = None
    passenger_until: int | None = None


@dataclass
class Entry:
    """An entry without a final decision."""

    number: int
    place: str
    entered: int
    story: str | None = None
    distance: float | None = None
    speed: float | None = None
    other: float | None = None
    priority: bool = False
    inside: bool = True
    expiry: int | None = None
    cooldown: int | None = None
    held_until: int | None = None
    told: list[str] = field(default_factory=list)


@dataclass
class Decision:
    """One answer, as a scenario expects it."""

    kind: str
    place: str
    time: int
    reasons: list[str]
    others: int = 0


def counted(policy: Policy, motion: Motion) -> frozenset[str]:
    """The flags of the report that reach their least confidence."""
    flags = motion.flags or frozenset()
    return flags - {"automotive"} if motion.confidence < policy["least_automotive"] else flags


def is_stale(policy: Policy, motion: Motion, now: int) -> bool:
    """Whether the source has been silent for too long."""
    limit = policy["stale_after"]
    return motion.flags is not None and limit is not None and now - motion.heard >= limit


def drives(policy: Policy, motion: Motion) -> bool:
    """Whether the report says driving."""
    return motion.flags is not None and "automotive" in counted(policy, motion)


def end_of_drive(policy: Policy, motion: Motion, now: int) -> None:
    """Notes the end of a drive that a new report, or the loss of the source, ends."""
    if drives(policy, motion) and motion.began is not None:
        end = motion.heard if is_stale(policy, motion, now) else now
        if end - motion.began >= policy["driving_onset"]:
            motion.stopped = end


def take_report(policy: Policy, motion: Motion, flags: frozenset[str], confidence: int, repeat: bool, now: int) -> None:
    """A report was delivered."""
    if repeat and motion.flags == flags and motion.confidence == confidence:
        motion.heard = now
        return
    end_of_drive(policy, motion, now)
    goes_on = drives(policy, motion) and not is_stale(policy, motion, now)
    motion.availability = "available"
    motion.flags, motion.confidence, motion.heard = flags, confidence, now
    motion.began = (motion.began if goes_on else now) if drives(policy, motion) else None


def take_availability(policy: Policy, motion: Motion, word: str, now: int) -> None:
    """Hardware and permission became known; without them the last report is void."""
    motion.availability = word
    if word != "available":
        end_of_drive(policy, motion, now)
        motion.flags = motion.began = None


def take_fix(policy: Policy, motion: Motion, speed: float, accuracy: float, now: int) -> None:
    """A fix stated a speed."""
    if policy["vehicle_speed"] is None or accuracy > 100:
        return
    fast = speed >= policy["vehicle_speed"]
    in_row = motion.fast and motion.told is not None and now - motion.told <= ROW_PAUSE
    motion.fast, motion.confirmed, motion.told = fast, fast and in_row, now
    if motion.confirmed:
        motion.driven_by_fixes = now


def since_driving(policy: Policy, motion: Motion, now: int, by_reports: bool) -> int | None:
    """Milliseconds since the person drove, by the reports or only by the fixes; None if never."""
    answers = []
    if by_reports:
        stale = is_stale(policy, motion, now)
        end = motion.heard if stale else now
        if drives(policy, motion) and motion.began is not None and end - motion.began >= policy["driving_onset"]:
            answers.append(now - end)
        elif motion.stopped is not None:
            answers.append(now - motion.stopped)
    if policy["vehicle_speed"] is not None:
        if motion.confirmed and shows_speed(policy, motion, now):
            answers.append(0)
        elif motion.driven_by_fixes is not None:
            answers.append(now - motion.driven_by_fixes)
    return min(answers) if answers else None


def shows_speed(policy: Policy, motion: Motion, now: int) -> bool:
    """Whether the newest fix shows a vehicle's speed."""
    return (
        policy["vehicle_speed"] is not None
        and motion.fast
        and motion.told is not None
        and now < motion.told + FIX_REACH
    )


def motion_rule(policy: Policy, motion: Motion, now: int) -> tuple[list[str], list[str]]:
    """The reasons of the motion rule that hold alerts, and those that let them through."""
    holds, notes = [], []

    def judge(reason: str, answer: str) -> None:
        (holds if answer == "hold" else notes).append(reason)

    def judge_drive(by_reports: bool) -> None:
        since = since_driving(policy, motion, now, by_reports)
        by_speed = motion.confirmed and shows_speed(policy, motion, now)
        if not by_speed and since is not None and since < policy["after_driving"]:
            holds.append("recently-driving")

    if shows_speed(policy, motion, now):
        holds.append("vehicle-speed")
    lasts = policy["lost_hardware"] == "hold"
    if motion.availability == "unsupported":
        judge_drive(lasts)
        notes.append("no-motion-hardware")
    elif motion.availability == "unauthorised":
        judge_drive(lasts or policy["when_unauthorised"] == "hold")
        judge("permission-declined", policy["when_unauthorised"])
    elif motion.flags is None:
        judge_drive(True)
        judge("no-report", policy["when_unknown"])
    elif is_stale(policy, motion, now):
        judge_drive(True)
        judge("stale-source", policy["when_stale"])
    else:
        lasted = motion.began is not None and now - motion.began >= policy["driving_onset"]
        if drives(policy, motion) and lasted:
            holds.append("driving")
        else:
            judge_drive(True)
        if drives(policy, motion) and not lasted:
            notes.append("driving-onset")
        flags = counted(policy, motion)
        for activity in ("cycling", "running"):
            if activity in flags and policy[activity] == "hold":
                holds.append(activity)
        if "unknown" in flags:
            judge("unknown-activity", policy["when_unknown"])
        if not motion.flags:
            if policy["no_flags"] == "unknown":
                judge("no-flags", policy["when_unknown"])
        elif not flags:
            judge("low-confidence", policy["when_unknown"])
    if motion.passenger_until is not None and motion.passenger_until > now:
        kept = [one for one in holds if one not in ("driving", "recently-driving", "vehicle-speed")]
        if len(kept) < len(holds):
            notes.append("passenger")
        holds = kept
    return holds, notes


def motion_moments(policy: Policy, motion: Motion) -> list[int]:
    """When the motion rule may change without an input."""
    ends = [] if motion.passenger_until is None else [motion.passenger_until]
    if motion.began is not None:
        ends.append(motion.began + policy["driving_onset"])
    if motion.told is not None:
        ends.append(motion.told + FIX_REACH)
    if policy["stale_after"] is not None:
        ends.append(motion.heard + policy["stale_after"])
    for drive in (motion.stopped, motion.driven_by_fixes, motion.heard):
        if drive is not None:
            ends.append(drive + policy["after_driving"])
    return ends


def rebase_motion(motion: Motion, now: int, latest: int, arrival: int) -> None:
    """What happened after now happens now; the override keeps what is left of it."""
    motion.heard = min(motion.heard, now)
    for name in ("began", "stopped", "told", "driven_by_fixes"):
        moment = getattr(motion, name)
        if moment is not None:
            setattr(motion, name, min(moment, now))
    motion.passenger_until = shifted(motion.passenger_until, now, latest, arrival)


def shifted(moment: int | None, now: int, latest: int, arrival: int) -> int | None:
    """A moment after the newest one keeps its distance to it. One that a wrong clock began and ended is over."""
    if moment is None:
        return None
    if moment > latest:
        return moment - (latest - now)
    return now if moment >= arrival else moment
