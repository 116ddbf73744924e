import MotionTypes
import TextFormats
import Timeline

/// What a timeline's page says of time, ways and items. The script shows these words and makes none of its own.
enum DayText {
    /// `45 s`, `38 min`, `1 h 12 min` or `1,204 h`; number and unit stay together.
    static func duration(_ seconds: Double) -> String {
        guard seconds >= 59.5 else { return "\(Int(max(0, seconds).rounded()))\u{A0}s" }
        let minutes = Int((seconds / 60).rounded())
        guard minutes >= 60 else { return "\(minutes)\u{A0}min" }
        guard minutes < 6000 else { return FigureText.count(Int((seconds / 3600).rounded())) + "\u{A0}h" }
        let rest = minutes % 60 == 0 ? "" : " \(minutes % 60)\u{A0}min"
        return "\(minutes / 60)\u{A0}h" + rest
    }

    /// `840 m`, `4.1 km` or `1,204 km`.
    static func distance(_ metres: Double) -> String {
        FigureText.distance(metres, space: "\u{A0}")
    }

    /// The same of a way; `way not known` without one.
    static func way(_ metres: Double?) -> String { metres.map(distance) ?? "way\u{A0}not\u{A0}known" }

    /// `1.2 km unseen`; nil for less than a metre.
    static func unseen(_ metres: Double) -> String? { metres < 1 ? nil : distance(metres) + " unseen" }

    /// What there is to say of an item as a whole: of a move, that of its sections together; nil if it has one.
    static func facts(of item: TimelineItem) -> String? {
        let time = duration(item.span.seconds)
        switch item {
        case .visit(let visit):
            // A shorter silence within a visit is not worth a word; the table has the same limit.
            let silence =
                visit.longestSilence >= .seconds(1800)
                ? ["without a fix for " + duration(visit.longestSilence.inSeconds)] : []
            return joined([time] + silence)
        case .move(let move):
            return move.sections.count > 1 ? "A move of \(time), " + way(move.distance) : nil
        case .gap(let gap):
            return joined([time] + (gap.displacement.map { [distance($0) + " apart"] } ?? []))
        }
    }

    /// What there is to say of a section.
    static func facts(of section: MoveSection) -> String {
        let isPause = section.activity == .stationary
        var facts = [duration(section.span.seconds)]
        if !isPause || section.distance != nil { facts.append(way(section.distance)) }
        if !isPause, let speed = section.meanSpeed {
            facts.append(DecimalText.text(speed * 3.6, places: 1) + "\u{A0}km/h")
        }
        if let unseen = unseen(section.unobservedDistance) { facts.append(unseen) }
        switch section.evidence {
        case .speed where !isPause: facts.append("by speed")
        case .correction: facts.append("corrected")
        case .speed, .reports: break
        }
        return joined(facts)
    }

    private static func joined(_ facts: [String]) -> String { facts.joined(separator: " · ") }
}
