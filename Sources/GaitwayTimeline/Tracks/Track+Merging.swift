// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension Track {
    /// Joins this track with another of the same person by time: one may hold the fixes and the other the reports.
    ///
    /// Where both have fixes, those of the lower ``SourceRank`` count: a fix or report of the other is left out within
    /// ``SourceRank/reach`` of one of them. What apps derived fills what is left open.
    ///
    /// - Throws: `InputError` if one has a wall clock and the other has none.
    package func merged(with other: Track) throws(InputError) -> Track {
        guard (origin == nil) == (other.origin == nil) else {
            throw InputError(
                .ambiguous, problem: "one track has a wall clock and the other has none",
                remedy: "give tracks of one recording, or tracks with dates only")
        }
        let epoch = Timestamp(nanoseconds: 0)
        let hasWallClock = origin != nil
        let (own, added) = (counted(from: epoch), other.counted(from: epoch))
        var (first, second) = (own.measured, added.measured)
        var outranked = first.giveWay(to: second)
        outranked += second.giveWay(to: first)
        var builder = TrackBuilder(format: format)
        builder.fixes = first.fixes + second.fixes
        builder.reports = first.reports + second.reports
        builder.knowledge.visits = visits + other.visits
        builder.knowledge.moves = moves + other.moves
        builder.knowledge.fixes = own.derived + added.derived
        builder.sortFixes()
        builder.sortReports()
        let duplicates = builder.repairs.filter { $0.key == .duplicate }
        if hasWallClock, !builder.knowledge.isEmpty {
            builder.addKnowledge()
            builder.sortFixes()
            builder.sortReports()
        }
        var copy = self
        copy.rank = min(rank, other.rank)
        copy.origin = hasWallClock ? epoch : nil
        copy.fixes = builder.fixes
        copy.reports = builder.reports
        copy.visits = builder.knowledge.visits
        copy.moves = builder.knowledge.moves
        copy.derived = builder.derived
        copy.claimed = builder.claimed
        copy.remarks += other.remarks
        let counted = [repairs, other.repairs, duplicates, outranked > 0 ? [.outranked: outranked] : [:]]
        copy.repairs = counted.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        guard let origin, let otherOrigin = other.origin else { return copy }
        return copy.counted(from: min(origin, otherOrigin))
    }

    /// The track without what an app derived.
    package var measured: Track {
        guard !derived.isEmpty || !claimed.isEmpty else { return self }
        var copy = self
        let positions = Set(derived.map(DerivedFix.init))
        copy.fixes.removeAll { positions.contains(DerivedFix($0)) }
        if let origin {
            let stated = Set(claimed.map { $0.report(from: origin) })
            copy.reports.removeAll(where: stated.contains)
        }
        copy.derived = []
        copy.claimed = []
        return copy
    }

    /// Leaves out what lies close to a fix or report of a track above this one.
    ///
    /// - Returns: the number of fixes and reports.
    private mutating func giveWay(to other: Track) -> Int {
        guard other.rank < rank else { return 0 }
        let (fixCount, reportCount) = (fixes.count, reports.count)
        let times = other.fixes.map(\.elapsed)
        fixes.removeAll { times.hasMoment(near: $0.elapsed) }
        let reported = other.reports.map(\.delivered)
        reports.removeAll { reported.hasMoment(near: $0.delivered) }
        return fixCount - fixes.count + reportCount - reports.count
    }
}

/// The moment and position of a fix.
private struct DerivedFix: Hashable {
    var elapsed: Duration
    var latitude: Double
    var longitude: Double

    init(_ fix: Location) { (elapsed, latitude, longitude) = (fix.elapsed, fix.latitude, fix.longitude) }
}

extension [Duration] {
    /// Whether one of these moments, which ascend, is close to a moment.
    fileprivate func hasMoment(near moment: Duration) -> Bool {
        let next = partitioningIndex { $0 >= moment - SourceRank.reach }
        return next < count && self[next] <= moment + SourceRank.reach
    }
}
