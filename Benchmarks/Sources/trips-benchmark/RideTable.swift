// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// The share of labelled time that has its mode in timelines from fixes alone: each moment by its own speed, and whole
/// rides by a model. Time without a mode (visits, pauses, gaps) does not count.
struct RideTable {
    private struct Share {
        var right = 0.0
        var told = 0.0
        var text: String { told > 0 ? "\(Int(clamping: (1000 * right / told).rounded()))" : "-" }
    }

    /// By label, the shares of each interval before and after.
    private var rows: [String: [[Share]]] = [:]

    /// The shares by the confidence that sections have, over all intervals: doubtful, low, medium, high.
    private var levels = [Share](repeating: Share(), count: 4)

    /// What legs were taken for, with all fixes and with a fix in 30, 60 and 120 s, in seconds.
    private var predictions: [String: [[String: Double]]] = [:]
    /// The parts of legs in which the person moves.
    private let motions: [TimeSpan: TimeSpan]

    init(motions: [TimeSpan: TimeSpan]) { self.motions = motions }

    private mutating func count(
        _ items: [TimelineItem], _ leg: LabelledTrack.Leg, of source: String, at interval: Int
    ) {
        count(items, leg.span, "\(leg.activity)", at: interval)
        count(items, leg.span, "\(leg.activity): \(source)", at: interval)
        if let motion = motions[leg.span] {
            count(items, motion, "\(leg.activity): \(source), in motion", at: interval)
        }
    }

    private mutating func count(_ items: [TimelineItem], _ leg: TimeSpan, _ label: String, at interval: Int) {
        func add(_ word: String, _ span: TimeSpan) {
            let seconds = span.overlap(leg)
            guard seconds > 0 else { return }
            let empty = RideFit.intervals.map { _ in [String: Double]() }
            predictions[label, default: empty][interval][word, default: 0] += seconds
        }
        for item in items where item.span.overlap(leg) > 0 {
            switch item {
            case .visit: add("visit", item.span)
            case .gap: add("gap", item.span)
            case .move(let move):
                for section in move.sections {
                    add(section.activity == .stationary ? "pause" : section.activity.rawValue, section.span)
                }
            }
        }
    }

    /// Adds the modes that timelines of a track give its legs; `model` has not seen the person.
    mutating func add(_ track: LabelledTrack, _ model: RideModel) {
        let source = track.person == LabelledTrack.carrier ? "MobilityNet" : "rides"
        for (interval, seconds) in RideFit.intervals.enumerated() {
            let fixes = track.thinned(to: seconds).fixes
            for (column, model) in [nil, model].enumerated() {
                var policy = TimelinePolicy()
                policy.rideModel = model
                let items = TimelineSegmenter.timeline(
                    fixes: fixes.lazy.map { ($0.time, $0.fix) }, reports: [], policy: policy
                ).items
                if column == 1 { for leg in track.legs { count(items, leg, of: source, at: interval) } }
                for section in items.flatMap(\.sections) where section.activity != .stationary {
                    for leg in track.legs {
                        let seconds = section.span.overlap(leg.span)
                        guard seconds > 0 else { continue }
                        if let confidence = section.confidence {
                            let level = section.isDoubtful ? 0 : confidence.rawValue + 1
                            levels[level].told += seconds
                            if section.activity == leg.activity { levels[level].right += seconds }
                        }
                        for label in [source, "\(leg.activity)", "\(leg.activity): \(leg.mode)"] {
                            let empty = RideFit.intervals.map { _ in [Share(), Share()] }
                            rows[label, default: empty][interval][column].told += seconds
                            if section.activity == leg.activity {
                                rows[label]?[interval][column].right += seconds
                            }
                        }
                    }
                }
            }
        }
    }

    /// A table in Markdown, in thousandths.
    var text: String {
        var lines = [
            "| label | hours | "
                + RideFit.intervals.map { $0 > 0 ? "a fix in \(Int(clamping: $0)) s" : "all fixes" }
                .joined(separator: " | ") + " |",
            "| --- | --- |" + RideFit.intervals.map { _ in " --- |" }.joined(),
        ]
        for (label, cells) in rows.sorted(by: { $0.key < $1.key }) {
            let hours = (cells[0][1].told / 360).rounded() / 10
            let shares = cells.map { $0.map(\.text).joined(separator: " → ") }
            lines.append("| " + ([label, "\(hours)"] + shares).joined(separator: " | ") + " |")
        }
        let words = ["visit", "pause", "walking", "running", "cycling", "automotive", "gap"]
        lines += ["", "| leg | fixes | " + words.joined(separator: " | ") + " |"]
        lines.append("| --- | --- |" + words.map { _ in " --- |" }.joined())
        for (label, cells) in predictions.sorted(by: { $0.key < $1.key }) {
            for (interval, told) in cells.enumerated() {
                let sum = told.values.reduce(0, +)
                let shares = words.map { "\(Int(clamping: (1000 * (told[$0] ?? 0) / max(1, sum)).rounded()))" }
                let every = RideFit.intervals[interval]
                lines.append(
                    "| \(label) | \(every > 0 ? "\(Int(clamping: every)) s" : "all") | "
                        + shares.joined(separator: " | ") + " |")
            }
        }
        lines += ["", "| confidence | hours | right |", "| --- | --- | --- |"]
        for (name, share) in zip(["doubtful", "low", "medium", "high"], levels) {
            lines.append("| \(name) | \((share.told / 360).rounded() / 10) | \(share.text) |")
        }
        return lines.joined(separator: "\n")
    }
}

extension TimelineItem {
    /// The sections of a move.
    fileprivate var sections: [MoveSection] {
        if case .move(let move) = self { move.sections } else { [] }
    }
}

extension TimeSpan {
    /// The seconds that two spans share; below 0 if they share none.
    fileprivate func overlap(_ other: TimeSpan) -> Double {
        min(end, other.end).seconds - max(start, other.start).seconds
    }
}
