#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Gives random quiet hours of all time zones to the gates of two builds of the C library: compare-gates.py OLD NEW
[ROUNDS]

Prints each policy for which their decisions differ. OLD and NEW are paths of libgaitway.so; times lie between 2000 and
2030.
"""

import ctypes
import json
import math
import random
import sys
import zoneinfo


class Entry(ctypes.Structure):
    """gaitway_entry."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("place", ctypes.c_char_p),
        ("story", ctypes.c_char_p),
        ("distance", ctypes.c_double),
        ("speed", ctypes.c_double),
        ("nearest_other", ctypes.c_double),
        ("has_priority", ctypes.c_int32),
        ("is_unknown", ctypes.c_int32),
    ]


def decisions(library, policy, second):
    """A gate's decisions on an entry over the next 30 hours, or the error for a refused policy."""
    gate, lines = ctypes.c_void_p(), ctypes.c_void_p()
    if library.gaitway_gate_create_policy(policy, ctypes.c_size_t(len(policy)), b"policy", ctypes.byref(gate)):
        return library.gaitway_error_text()
    entry = Entry(ctypes.sizeof(Entry), b"place", None, math.nan, math.nan, math.inf, 0, 0)
    status = library.gaitway_gate_enter(gate, ctypes.c_int64(second * 10**9), ctypes.byref(entry))
    for step in range(60):
        status |= library.gaitway_gate_advance(gate, ctypes.c_int64((second + 1800 * step) * 10**9))
    status |= library.gaitway_gate_take_decisions(gate, ctypes.byref(lines))
    text = ctypes.string_at(lines)
    library.gaitway_free(lines)
    library.gaitway_gate_free(gate)
    return status, text


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    libraries = [ctypes.CDLL(path) for path in sys.argv[1:3]]
    for library in libraries:
        library.gaitway_error_text.restype = ctypes.c_char_p
    rounds = int(sys.argv[3]) if len(sys.argv) == 4 else 1000
    source = random.Random(1)
    zones = sorted(zoneinfo.available_timezones())
    quiet = differing = 0
    for _ in range(rounds):
        begin, end = (f"{source.randrange(24):02}:{source.randrange(60):02}" for _ in range(2))
        hours = {"from": begin, "to": end, "time_zone": source.choice(zones)}
        policy = json.dumps(
            {"gaitway": "gate-policy", "version": 1, "base": "gaitway", "name": "p", "quiet_hours": hours}
        ).encode()
        second = source.randrange(946_684_800, 1_900_000_000)
        old, new = (decisions(library, policy, second) for library in libraries)
        quiet += isinstance(new, tuple) and b"quiet-hours" in new[1]
        if old != new:
            differing += 1
            print(hours, second)
    print(f"{rounds} policies, {quiet} with quiet hours in a decision, {differing} differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
