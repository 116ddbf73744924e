// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// A stay that an app found by itself.
package struct ReportedVisit: Sendable, Hashable {
    /// From arrival to departure.
    package var span: TimeSpan
    /// Degrees north.
    package var latitude: Double
    /// Degrees east.
    package var longitude: Double
    /// The app's name of the place, if it gives one.
    package var name: String?
    /// The app's identifier of the place, if it has one.
    package var place: String?
    /// Whether a person confirmed it, or the phone itself found it at the time.
    package var isConfirmed = false
    /// Whether it is time within a region, which says nothing about rest.
    var isRegion = false
}

/// A way from one place to another that an app found by itself.
package struct ReportedMove: Sendable, Hashable {
    /// From its start to its end.
    package var span: TimeSpan
    /// The app's own word for the activity.
    package var kind: String
    /// The activity's flags; nil if the app's word is unknown.
    package var flags: ActivityFlags?
    /// The confidence that the app stated.
    package var confidence: Confidence
    /// Metres, if the app gives it.
    package var distance: Double?
    /// Whether the phone has reports of its own within it, which outrank it.
    package var isOutranked = false
}

/// What an app derived from its fixes: stays, ways, and positions at their ends.
///
/// It ranks below what the phone measured. A derived fix is left out if a measured one is near in time. A stay or way
/// gives no report if the phone has reports of its own within it. The others serve as fixes and reports. All stays and
/// ways stay in the track.
struct AppKnowledge {
    var visits: [ReportedVisit] = []
    var moves: [ReportedMove] = []
    /// Positions that the app derived, with times since 1970.
    var fixes: [Location] = []
    /// The app's names of its places by their identifiers. They may come after the stays, or in another file.
    var placeNames: [String: String] = [:]
    /// A derived fix counts only if no measured one is closer in time.
    static let reach = Duration.seconds(120)
    /// Stays and ways that follow each other within this time touch.
    static let seam = Duration.seconds(1)

    var isEmpty: Bool { visits.isEmpty && moves.isEmpty && fixes.isEmpty }

    /// Adds a stay, and the position of its place at both ends.
    mutating func add(_ visit: ReportedVisit) {
        visits.append(visit)
        // The phone crossed the region's edge then.
        guard !visit.isRegion else { return }
        for time in [visit.span.start, visit.span.end] {
            fixes.append(
                Location(elapsed: time.sinceEpoch, latitude: visit.latitude, longitude: visit.longitude))
        }
    }

    /// The stays and ways as claims of an activity, by their starts.
    var claims: [ActivityClaim] {
        var claims = visits.filter { !$0.isRegion }
            .map { ActivityClaim(span: $0.span, flags: .stationary, confidence: .medium) }
        claims += moves.compactMap { move in
            move.flags.map { ActivityClaim(span: move.span, flags: $0, confidence: move.confidence) }
        }
        return ActivityClaim.ordered(claims)
    }
}

extension TrackBuilder {
    /// The times in which a recorder was paused: five minutes or more without a fix, and no more than 100 m between
    /// the fixes around them. A ride is one activity to an app, and the lunch is a part of it.
    private func pauses(before end: Int) -> [TimeSpan] {
        let epoch = Timestamp(nanoseconds: 0)
        return zip(fixes[..<end], fixes[..<end].dropFirst()).compactMap { before, after in
            guard after.elapsed - before.elapsed >= .seconds(300),
                Ellipsoid.way(before.latitude, before.longitude, after.latitude, after.longitude) <= 100
            else { return nil }
            return TimeSpan(start: epoch + before.elapsed, end: epoch + after.elapsed)
        }
    }

    /// Adds what an app derived for the times at which the phone has nothing. Fixes and reports must be in order.
    mutating func addKnowledge() {
        for index in knowledge.visits.indices where knowledge.visits[index].name == nil {
            knowledge.visits[index].name = knowledge.visits[index].place.flatMap { knowledge.placeNames[$0] }
        }
        let measured = fixes.map(\.elapsed)
        var taken: Set<Duration> = []
        for fix in knowledge.fixes {
            // A way ends where the stay behind it begins: at that moment the phone was at one place.
            guard taken.insert(fix.elapsed).inserted else { continue }
            guard fix.elapsed >= Self.earliest else {
                count(.withoutTime)
                continue
            }
            let next = measured.partitioningIndex { $0 >= fix.elapsed - AppKnowledge.reach }
            if next < measured.count, measured[next] <= fix.elapsed + AppKnowledge.reach {
                count(.derived)
            } else {
                let known = fixes.count
                append(fix)
                if fixes.count > known { derived.append(fix) }
            }
        }
        let own = reports.map(\.activity.elapsed).sorted()
        func isOutranked(_ span: TimeSpan) -> Bool {
            let next = own.partitioningIndex { $0 >= span.start.sinceEpoch }
            return next < own.count && own[next] <= span.end.sinceEpoch
        }
        for index in knowledge.moves.indices {
            knowledge.moves[index].isOutranked = isOutranked(knowledge.moves[index].span)
        }
        let claims = knowledge.claims.filter { claim in
            guard claim.span.start.sinceEpoch >= Self.earliest else {
                count(.withoutTime)
                return false
            }
            guard isOutranked(claim.span) else { return true }
            count(.derived)
            return false
        }
        let pauses = pauses(before: measured.count)
        claimed = ActivityClaim.reports(of: ActivityClaim.ordered(claims.flatMap { $0.parted(at: pauses) }))
        for report in claimed { reports.append(report.report(from: Timestamp(nanoseconds: 0))) }
    }
}
