// SPDX-License-Identifier: Apache-2.0
import GaitwayTimeline
import Neighbours

// A track of two stays with a walk between them, as a timeline.
var rows = "time,latitude,longitude\n"
for minute in 0..<90 {
    let north = Double(max(0, min(minute - 30, 30))) * 0.0008
    let seconds = minute * 60
    rows +=
        "2026-05-01T\(8 + seconds / 3600):\(seconds / 60 % 60 < 10 ? "0" : "")\(seconds / 60 % 60)"
        + ":00Z,\(47 + north),8\n"
}
let track = try Track(decoding: Array(rows.utf8), source: "walk.csv")
let fixes = track.fixes.compactMap { fix in track.time(of: fix.elapsed).map { ($0, fix) } }
let items = TimelineSegmenter.timeline(fixes: fixes, reports: []).items
for item in items { print(item.span.start.iso8601, item.span.duration) }
print(neighbours.count)
