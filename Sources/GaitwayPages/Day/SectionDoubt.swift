// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayReports
import GaitwayTimeline

/// Why a section's activity is questionable: its distance or its speed is not that of the activity.
struct SectionDoubt: Sendable {
    /// The reason, for the reader of a page.
    let words: String

    /// A drive shorter than this is more often a walk, or a fix that jumped; in metres.
    private static let shortestDrive = 300.0

    /// The mean speeds of each activity, in km/h: slower and faster ones are possible, and worth a look.
    private static let speeds: [Activity: ClosedRange<Double>] = [
        .walking: 0...8, .running: 4...22, .cycling: 5...45, .automotive: 5...1000,
    ]

    /// The activity that the section looks like instead; nil if none.
    let likelier: Activity?

    /// Nil for a section that looks like its activity, and for one that a person corrected.
    init?(_ section: MoveSection) {
        guard section.evidence != .correction, let range = Self.speeds[section.activity] else { return nil }
        if section.activity == .automotive, let metres = section.distance,
            metres + section.unobservedDistance < Self.shortestDrive
        {
            words = "questionable: \(FigureText.distance(metres + section.unobservedDistance)) is short for a drive"
            likelier = Self.likely(section)
            return
        }
        guard let speed = section.meanSpeed, !range.contains(speed * 3.6) else {
            guard section.isDoubtful else { return nil }
            words = "doubtful: of rides with such speeds, about half are \(Self.noun(section.activity))"
            likelier = section.activity == .cycling ? .automotive : .cycling
            return
        }
        let size = speed * 3.6 < range.lowerBound ? "slow" : "fast"
        words = "questionable: \(FigureText.speed(speed)) is \(size) for \(Self.noun(section.activity))"
        likelier = Self.likely(section)
    }

    /// The activity of the mean speed: of those that fit it, the first of walking, cycling and automotive that the
    /// section has not.
    private static func likely(_ section: MoveSection) -> Activity? {
        guard let speed = section.meanSpeed.map({ $0 * 3.6 }) else { return nil }
        return [Activity.walking, .cycling, .automotive].first {
            $0 != section.activity && speeds[$0]?.contains(speed) ?? false
        }
    }

    private static func noun(_ activity: Activity) -> String {
        activity == .automotive ? "a drive" : activity.rawValue
    }
}
