// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TimelineTestSupport

/// A case is the seed of a long valid day, in eight bytes; its line has the numbers of its fixes and of its timeline's
/// items, and what is wrong with the timeline.
struct DayWriter: CaseWriter {
    func write(_ bytes: [UInt8], to line: inout [UInt8]) {
        let day = LongDay(seed: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
        JSONWriter.appendLine(to: &line) { json in
            json.object { json in
                json.add("fixes", day.fixes.count)
                json.add("items", day.items.count)
                json.add("faults", day.faults())
            }
        }
    }
}
