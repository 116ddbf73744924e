// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension RideTimeline {
    /// A typical stretch of the spliced rides: of all that begin with a block, show as many activities as any and
    /// last `duration` seconds, the one whose share of right answers is the median. Nil without spliced rides.
    ///
    /// A spliced ride that is shorter is taken whole. `models` are those that scored the windows, by fold.
    package static func typicalStretch(
        of splices: SplicedRides, _ windows: [ScoredWindow], models: [Int: ActivityModel], duration: Double = 1200
    ) -> RideTimeline? {
        let wanted = max(1, Int(clamping: duration / splices.hop))
        var candidates: [(activities: Int, right: Double, timeline: RideTimeline)] = []
        for ride in splices.rides {
            guard let model = models[ride.fold] else { continue }
            let whole = RideTimeline(ride.windows.map { windows[$0] }, model: model, isSpliced: true)
            var start = 0
            for block in ride.blocks {
                defer { start += block.windows.count }
                let end = min(start + wanted, whole.moments.count)
                guard start == 0 || end - start == wanted else { break }
                let excerpt = whole.excerpt(start..<end)
                candidates.append((Set(excerpt.parts.map(\.truth)).count, excerpt.shareRight ?? 0, excerpt))
            }
        }
        let most = candidates.map(\.activities).max()
        let equals = candidates.filter { $0.activities == most }.sorted { $0.right < $1.right }
        return equals.isEmpty ? nil : equals[(equals.count - 1) / 2].timeline
    }

    /// The longest run of neighbouring windows of one ride of an activity, or its first `duration` seconds; nil
    /// without any.
    package static func longestRide(
        of activity: Activity, _ windows: [ScoredWindow], models: [Int: ActivityModel], duration: Double = 2400
    ) -> RideTimeline? {
        let runs = WindowRun.runs(of: windows, minimum: 1).filter {
            $0.activity == activity && models[$0.fold] != nil
        }
        // Of equals the first, whatever order the runs are found in.
        guard let longest = runs.max(by: { ($0.windows.count, $1.windows[0]) < ($1.windows.count, $0.windows[0]) }),
            let model = models[longest.fold]
        else { return nil }
        let whole = RideTimeline(longest.windows.map { windows[$0] }, model: model, isSpliced: false)
        return whole.excerpt(0..<min(whole.moments.count, max(1, Int(clamping: duration / whole.hop))))
    }
}
