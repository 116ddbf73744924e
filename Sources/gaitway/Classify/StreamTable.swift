import ActivityStream
import MotionTypes

/// An activity stream as a table for people: a row per activity, or per window where windows are written. Changes of
/// confidence alone, and repeats, are for programs.
struct StreamTable {
    private let namesSource: Bool
    private var hasStreamBefore = false
    private var lastFlags: ActivityFlags?

    init(namesSource: Bool) { self.namesSource = namesSource }

    mutating func append(_ element: StreamElement, to bytes: inout [UInt8]) {
        switch element {
        case .header(let header):
            if namesSource {
                bytes.append(contentsOf: ((hasStreamBefore ? "\n" : "") + header.source + "\n").utf8)
            }
            hasStreamBefore = true
            lastFlags = nil
            let title = Self.row("from", header.origin == nil ? "" : "start", "activity", "confidence", "probability")
            bytes.append(contentsOf: title.utf8)
        case .report(let report):
            guard report.window != nil || report.activity.flags != lastFlags else { return }
            lastFlags = report.activity.flags
            bytes.append(contentsOf: Self.line(report).utf8)
        case .footer(let footer):
            var text = Self.row(Self.clock(footer.end), "", "end", "", "")
            if !footer.repaired.isEmpty {
                text += "repaired: " + footer.repaired.map { "\($0.kind) \($0.count)" }.joined(separator: ", ") + "\n"
            }
            bytes.append(contentsOf: text.utf8)
        }
    }

    private static func line(_ report: ActivityReport) -> String {
        let flags = report.activity.flags
        let names =
            flags.contains(.unknown)
            ? ["unknown"] : Activity.allCases.filter { flags.contains(ActivityFlags($0)) }.map(\.rawValue)
        let activity = names.isEmpty ? "none of these" : names.joined(separator: " + ")
        let probability = report.probabilities.map { probabilities in
            // Two flags hold together; without a flag it is the class none.
            let classes = Activity.allCases.filter { flags.contains(ActivityFlags($0)) }.map { ActivityClass($0) }
            return percent(classes.isEmpty ? probabilities.noneOfThese : classes.reduce(0) { $0 + probabilities[$1] })
        }
        let from = report.window.map { clock($0.lowerBound) } ?? clock(report.activity.elapsed)
        return row(
            from, report.activity.start?.iso8601 ?? "", activity,
            report.reason ?? report.activity.confidence.name, probability ?? "")
    }

    private static func percent(_ probability: Double) -> String { "\(Int((probability * 100).rounded())) %" }

    private static func row(_ from: String, _ start: String, _ activity: String, _ confidence: String, _ last: String)
        -> String
    {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let cells =
            String(repeating: " ", count: max(0, 10 - from.count)) + from + "  " + padded(start, start.isEmpty ? 0 : 26)
        let line = cells + padded(activity, 26) + padded(confidence, 14) + last
        return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }

    /// h:mm:ss of a non-negative time, seconds rounded down.
    private static func clock(_ time: Duration) -> String {
        let seconds = max(.zero, time).components.seconds
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
