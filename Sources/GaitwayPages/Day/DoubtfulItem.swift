// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayReports
package import GaitwayStore
package import GaitwayTimeline

/// Part of a timeline that a person had better look at: a question, and the corrections that answer it.
package struct DoubtfulItem: Sendable, Hashable {
    /// The time that it is about.
    package let span: TimeSpan
    /// The question, such as "12 min at Home?".
    package let question: String
    /// What makes it doubtful.
    package let reason: String
    /// The answer that leaves the timeline as it is, and ends the doubt.
    package let confirming: CorrectionOffer
    /// The answer that changes it.
    package let declining: CorrectionOffer

    /// A visit between two moves that is shorter is often a wait, in seconds.
    static let shortVisit = 600.0
    /// A place without a name this near to another place is often the same one, in metres.
    static let nearPlace = 250.0

    /// The doubtful items of a timeline, the last first.
    ///
    /// - Parameters:
    ///   - timeline: the corrected timeline; it needs no paths.
    ///   - corrections: the corrections of the store. What one of them is about is not doubtful.
    package static func all(in timeline: TimelineDocument, corrections: [Correction]) -> [DoubtfulItem] {
        let stated = corrections.compactMap { correction -> TimeSpan? in
            switch correction {
            case .visit(let span), .move(let span), .stay(_, let span), .gap(let span),
                .trip(_, _, let span):
                span
            default: nil
            }
        }.sorted { $0.start < $1.start }
        let titles = PlaceTitles(timeline.places, areInSentences: true)
        var found: [DoubtfulItem] = []
        for (index, item) in timeline.items.enumerated() {
            switch item {
            case .visit(let visit):
                guard visit.span.seconds < shortVisit, index > 0, index + 1 < timeline.items.count,
                    case .move(let before) = timeline.items[index - 1],
                    case .move(let after) = timeline.items[index + 1],
                    !visit.isConfirmed, !visit.isOngoing,
                    !stated.contains(where: { visit.span.lies(mostlyIn: $0) })
                else { continue }
                found.append(
                    DoubtfulItem(
                        span: visit.span,
                        question: FigureText.duration(visit.span.seconds)
                            + (visit.placeIdentifier.map { " at " + titles[$0] } ?? "") + "?",
                        reason: "a short visit between two moves",
                        confirming: CorrectionOffer(words: "I was there", correction: .visit(during: visit.span)),
                        declining: CorrectionOffer(
                            words: "I was not there: one move",
                            correction: .move(during: TimeSpan(start: before.span.start, end: after.span.end)))))
            case .move(let move):
                for section in move.sections {
                    guard let doubt = SectionDoubt(section), let likelier = doubt.likelier else { continue }
                    found.append(
                        DoubtfulItem(
                            span: section.span, question: "\(section.activity.rawValue)?", reason: doubt.words,
                            confirming: CorrectionOffer(
                                words: "It was \(section.activity.rawValue)",
                                correction: .activity(section.activity, during: section.span)),
                            declining: CorrectionOffer(
                                words: "It was \(likelier.rawValue)",
                                correction: .activity(likelier, during: section.span))))
                }
            case .gap: continue
            }
        }
        return (found + newPlaces(in: timeline, corrections, titles)).sorted { $0.span.start > $1.span.start }
    }
}
