// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

/// How answers over time fare under each smoother.
///
/// By default a vehicle is entered and left on foot in the spliced rides. Without vehicles, or with too few walks, any
/// activity follows any other. Such jumps, as from a vehicle to a chair, stand beside the default, and so do whole
/// rides as they were recorded.
package struct OverTimeFigures: Sendable, Hashable {
    package struct Row: Sendable, Hashable {
        package let smoothing: Smoothing
        package let score: SplicedScore
    }

    /// How blocks follow each other in the spliced rides of ``rows``.
    package let variant: SplicedRides.Variant
    package let rows: [Row]
    /// The same on spliced rides in which any activity follows any other; empty where ``rows`` are that.
    package let jumps: [Row]
    /// The same on spliced rides of short stretches, of ``SplicedRides/Stretch/short``, which follow each other as in
    /// ``rows``.
    package let short: [Row]
    /// The causal score on the spliced windows whose activity their model had seen; nil where that is all of them.
    package let knowable: SplicedScore?
    /// The figures of whole rides; nil without windows of a known activity.
    package let whole: WholeRideFigures?
    package let causal: SplicedScore

    /// The figures of scored windows, whose default spliced rides are `splices`; nil when the rides are too short to be
    /// spliced.
    ///
    /// - Parameters:
    ///   - windows: of any order.
    ///   - splices: as ``SplicedRides/standard(_:)`` makes them of the windows.
    ///   - rides: the manifest's rows, by index.
    ///   - unseen: what the models had not seen.
    ///   - parameters: how the model of a fold joins windows.
    package init?(
        _ windows: [ScoredWindow], splices: SplicedRides, rides: [ManifestRow], unseen: UnseenTruths? = nil,
        parameters: (_ fold: Int) -> SmoothingParameters
    ) {
        guard !splices.rides.isEmpty else { return nil }
        func rows(_ splices: SplicedRides) -> [Row] {
            Smoothing.allCases.map {
                Row(smoothing: $0, score: splices.score(windows, smoothing: $0, parameters: parameters))
            }
        }
        variant = splices.variant
        let own = rows(splices)
        guard let causal = own.first(where: { $0.smoothing == .causal }) else { return nil }
        self.rows = own
        self.causal = causal.score
        jumps = variant == .direct ? [] : rows(SplicedRides(windows, variant: .direct))
        // Ten times as many, as each is a tenth as long.
        let short = SplicedRides(windows, variant: splices.variant, stretch: .short, blockCount: 4000)
        self.short = short.rides.isEmpty ? [] : rows(short)
        knowable = unseen.flatMap { unseen in
            let known = windows.filter { !unseen.contains($0) }
            let own = SplicedRides.standard(known)
            return own.rides.isEmpty || known.count == windows.count
                ? nil : own.score(known, smoothing: .causal, parameters: parameters)
        }
        whole = WholeRideFigures(windows, rides: rides, parameters: parameters)
    }
}

extension SplicedRides {
    /// The spliced rides on which answers over time are judged: vehicles are entered and left on foot, unless there are
    /// none or an activity would be left out.
    package static func standard(_ windows: [ScoredWindow]) -> SplicedRides {
        let (onFoot, direct) = (SplicedRides(windows, variant: .onFoot), SplicedRides(windows, variant: .direct))
        let isSame = direct.activities.contains(.automotive) && onFoot.activities == direct.activities
        return isSame ? onFoot : direct
    }

    private var activities: Set<Activity> { Set(rides.flatMap(\.blocks).map(\.activity)) }
}

extension SplicedScore {
    /// The share of the time in which the person does this; nil of none.
    package func shareOfTime(_ activity: Activity) -> Double? {
        let total = metrics.counts.total
        return total > 0 ? metrics.counts.total(of: activity) / total : nil
    }
}
