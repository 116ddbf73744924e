// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import GaitwayTimeline

/// Facts of items and sections in words for a timeline's page. The script shows them as they are.
enum DayText {
    /// The distance of a move, or `distance unknown`.
    static func way(_ metres: Double?) -> String {
        metres.map(FigureText.distance) ?? "distance\u{A0}unknown"
    }

    /// `1.2 km of it unseen`; nil for less than a metre.
    static func unseen(_ metres: Double) -> String? {
        metres < 1 ? nil : FigureText.distance(metres) + " of it unseen"
    }

    /// The distance and the steps of a total.
    static func note(of total: ActivitySummary) -> String {
        [way(total.wholeDistance), FigureText.steps(total.steps)].compactMap(\.self).joined(separator: ", ")
    }

    /// Facts of an item as a whole; nil for a move of one section, whose section has the facts.
    static func facts(of item: TimelineItem) -> String? {
        let time = FigureText.duration(item.span.seconds)
        switch item {
        case .visit(let visit):
            // The table mentions a silence from the same length on.
            let silence =
                visit.longestSilence >= .seconds(1800)
                ? ["without a fix for " + FigureText.duration(visit.longestSilence.inSeconds)] : []
            return joined([time] + silence + [FigureText.steps(visit.steps)].compactMap(\.self))
        case .move(let move):
            return move.sections.count > 1 ? "A move of \(time), " + way(move.wholeDistance) : nil
        case .gap(let gap):
            return joined([time] + (gap.displacement.map { [FigureText.distance($0) + " apart"] } ?? []))
        }
    }

    /// Facts of a section: vehicle, duration, distance, speed and evidence.
    static func facts(of section: MoveSection) -> String {
        let isPause = section.activity == .stationary
        var facts = section.vehicle.map { [$0.rawValue] } ?? []
        facts.append(FigureText.duration(section.span.seconds))
        if !isPause || section.wholeDistance != nil { facts.append(way(section.wholeDistance)) }
        if !isPause, let speed = section.meanSpeed {
            facts.append(FigureText.speed(speed))
        }
        if let unseen = unseen(section.unobservedDistance) { facts.append(unseen) }
        if let steps = FigureText.steps(section.steps) { facts.append(steps) }
        switch section.evidence {
        case .speed where !isPause:
            facts.append(section.isDoubtful ? "by speed, doubtful" : "by speed")
        case .correction: facts.append("corrected")
        case .speed, .reports: break
        }
        return joined(facts)
    }

    private static func joined(_ facts: [String]) -> String { facts.joined(separator: " · ") }
}
