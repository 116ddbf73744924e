# SPDX-License-Identifier: Apache-2.0
"""Holds lines of "ZONE SECONDS OFFSET" on standard input against Python's own reader of the zone database, and prints
what differs."""

import datetime
import sys
import zoneinfo

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
zones = {}
checked = 0
for line in sys.stdin:
    name, seconds, offset = line.split()
    if name not in zones:
        zones[name] = zoneinfo.ZoneInfo(name)
    moment = EPOCH + datetime.timedelta(seconds=int(seconds))
    expected = int(moment.astimezone(zones[name]).utcoffset().total_seconds())
    checked += 1
    if expected != int(offset):
        print(f"{name} at {seconds}: {offset}, and {expected} by Python")
print("checked", checked)
