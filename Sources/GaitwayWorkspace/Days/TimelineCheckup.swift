// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition
import GaitwayReplay
import GaitwayStore
package import GaitwayTimeline

/// A timeline that is checked rule by rule, with the fixes that it came from if they are known.
package struct TimelineCheckup {
    private let timeline: TimelineDocument
    private var fixes: [(Timestamp, Location)] = []
    /// What the store said about itself.
    private var head = ""

    /// The timeline of a store that is read whole.
    package init(store path: String) throws {
        let database = try TimelineDatabase(path: path, creation: .never)
        let contents = try database.check()
        head =
            "sound: \(contents.fixes.counted("fix", "fixes")), \(contents.reports.counted("report")), "
            + "\(contents.items.counted("item")), "
            + "\(contents.places.counted("place")), \(contents.corrections.counted("correction"))\n"
        timeline = try database.timeline(during: nil, withPaths: false)
    }

    /// The timeline of a file, with its tracks.
    ///
    /// - Parameter origin: the wall-clock time of elapsed 0 for a track without one.
    package init(file path: String, tracks: [String], options: LogOptions, origin: Timestamp?) throws {
        let inputs = try TimelineInputs([path] + tracks, activities: nil, options: options)
        guard let finished = inputs.finished.first, !finished.isDerived,
            finished.source == StandardInput.name(of: path)
        else {
            throw InputError(
                .unsupported, source: path, problem: "this is not a timeline",
                remedy: "give a timeline that gaitway wrote as JSON, or a Moves export; its track goes to --track")
        }
        timeline = finished.timeline
        if let ride = inputs.ride {
            let start = ride.origin ?? origin ?? Timestamp(nanoseconds: 0)
            fixes = ride.fixes.map { (start + $0.elapsed, $0) }
        }
    }

    /// The faults, one per line, and their sums; whether there are none.
    package func report(policy: TimelinePolicy, zone: LocalZone?) -> (text: String, isSound: Bool) {
        let faults = TimelineCheck(policy: policy).faults(of: timeline, fixes: fixes)
        let zones = TravelZones(given: zone, of: timeline.positions)
        let lines = faults.map { "\(zones.text(of: $0.span.start)): \($0.rule.rawValue): \($0.problem)\n" }
        let rules = TimelineFault.Rule.allCases.compactMap { rule in
            let count = faults.count { $0.rule == rule }
            return count > 0 ? "\(count) \(rule.rawValue)" : nil
        }
        let items = timeline.items.count
        let sum =
            faults.isEmpty
            ? "\(items) \(items == 1 ? "item keeps" : "items keep") every rule\n"
            : "\(items) \(items == 1 ? "item breaks" : "items break") rules: \(rules.joined(separator: ", "))\n"
        return (head + lines.joined() + sum, faults.isEmpty)
    }
}
