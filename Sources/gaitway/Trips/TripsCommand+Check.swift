// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayReplay
import GaitwayStore
import GaitwayTimeline
import GaitwayWorkspace

extension TripsCommand {
    /// Checks the timeline of a file, or a store and its timeline.
    func runCheck() throws {
        var output = StandardOutput()
        let policy = try input.timelinePolicy()
        let timeline: TimelineDocument
        var fixes: [(Timestamp, Location)] = []
        if let path = store.store {
            let database = try TimelineDatabase(path: path, creation: .never)
            let contents = try database.check()
            try output.write(
                "sound: \(contents.fixes.counted("fix", "fixes")), \(contents.reports.counted("report")), "
                    + "\(contents.items.counted("item")), "
                    + "\(contents.places.counted("place")), \(contents.corrections.counted("correction"))\n")
            timeline = try database.timeline(during: nil, withPaths: false)
        } else {
            let path = checking.check ?? ""
            let inputs = try TimelineInputs(
                [path] + input.track, activities: nil, options: input.reading.options)
            guard let finished = inputs.finished.first, !finished.isDerived,
                finished.source == StandardInput.name(of: path)
            else {
                throw InputError(
                    .unsupported, source: path, problem: "this is not a timeline",
                    remedy: "give a timeline that gaitway wrote as JSON, or a Moves export; its track goes to --track")
            }
            timeline = finished.timeline
            if let ride = inputs.ride {
                let start = try ride.origin ?? input.originTime ?? Timestamp(nanoseconds: 0)
                fixes = ride.fixes.map { (start + $0.elapsed, $0) }
            }
        }
        let faults = TimelineCheck(policy: policy).faults(of: timeline, fixes: fixes)
        let zones = input.local.zones(of: timeline.positions)
        for fault in faults {
            try output.write(
                "\(zones.text(of: fault.span.start)): \(fault.rule.rawValue): \(fault.problem)\n")
        }
        let rules = TimelineFault.Rule.allCases.compactMap { rule in
            let count = faults.count { $0.rule == rule }
            return count > 0 ? "\(count) \(rule.rawValue)" : nil
        }
        let items = timeline.items.count
        try output.write(
            faults.isEmpty
                ? "\(items) \(items == 1 ? "item keeps" : "items keep") every rule\n"
                : "\(items) \(items == 1 ? "item breaks" : "items break") rules: \(rules.joined(separator: ", "))\n")
        try output.flush()
        if !faults.isEmpty { throw ExitCode(ExitStatus.badInput) }
    }
}
