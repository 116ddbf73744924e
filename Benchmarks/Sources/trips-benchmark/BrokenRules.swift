// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayTimeline

/// The rules of a timeline that days break, counted.
package struct BrokenRules: Sendable {
    private var days = 0
    private var counts: [TimelineFault.Rule: Int] = [:]
    private var lines: [String] = []

    package init() {}

    package mutating func add(_ name: String, _ faults: [TimelineFault]) {
        days += 1
        for fault in faults {
            counts[fault.rule, default: 0] += 1
            lines.append("\(name) \(fault.span.start.iso8601) \(fault.rule.rawValue): \(fault.problem)")
        }
    }

    /// The counts of all rules and each fault as JSON.
    package var json: String {
        JSONWriter.line { json in
            json.object { json in
                json.add("days", days)
                json.object("broken") { json in
                    for rule in TimelineFault.Rule.allCases { json.add(rule.rawValue, counts[rule] ?? 0) }
                }
                json.array("faults") { json in
                    for line in lines {
                        json.newLine()
                        json.append(line)
                    }
                }
            }
        }
    }
}
