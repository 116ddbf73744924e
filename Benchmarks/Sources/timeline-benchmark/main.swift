// SPDX-License-Identifier: Apache-2.0
import BenchmarkKit
import GaitwayBase
import GaitwayTimeline
import Glibc

func rounded(_ value: Double, _ places: Double) -> Double { (value * places).rounded() / places }

var days = 365
var isRestless = false
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--days": days = max(1, arguments.popFirst().flatMap { Int($0, in: .countable) } ?? days)
    case "--restless": isRestless = true
    default:
        print("usage: timeline-benchmark [--days N] [--restless]")
        exit(2)
    }
}

// The cost of making the fixes is measured apart and subtracted.
var idle = Year(seed: 1, isRestless: isRestless)
var sum = 0.0
let before = ProcessUsage.now.seconds
for _ in 0..<min(days, 30) * 86400 { sum += idle.next().fix.longitude }
let making = (ProcessUsage.now.seconds - before) / Double(min(days, 30) * 86400)

print("one fix per second, a report per minute and change; mean longitude \(rounded(sum / Double(idle.second), 100))")
print("making a fix takes \(rounded(making * 1e6, 1000)) µs, which is not counted below")
print("| days | fixes | items | CPU s | µs a fix | peak MiB |")
print("| --- | --- | --- | --- | --- | --- |")
var year = Year(seed: 1, isRestless: isRestless)
var segmenter = TimelineSegmenter()
var items = 0
let start = ProcessUsage.now.seconds
var checkpoints = Set([8, 4, 2, 1].map { max(1, days / $0) })
for day in 1...days {
    for _ in 0..<86400 {
        let (time, fix, report) = year.next()
        if let report {
            let activity = MotionActivity(flags: report, confidence: .high, elapsed: .zero, start: time)
            items += segmenter.append(activity, at: time).count
        }
        items += segmenter.append(fix, at: time).count
    }
    if day == days { items += segmenter.finish().count }
    guard checkpoints.contains(day) else { continue }
    let fixes = Double(day * 86400)
    let seconds = ProcessUsage.now.seconds - start - making * fixes
    print(
        "| \(day) | \(day * 86400) | \(items) | \(rounded(seconds, 100)) | \(rounded(seconds / fixes * 1e6, 1000)) | "
            + "\(rounded(ProcessUsage.now.peak, 1)) |"
    )
}
