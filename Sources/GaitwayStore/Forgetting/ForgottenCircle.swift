// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

/// A circle whose content a store forgets.
struct ForgottenCircle {
    let latitude: Double
    let longitude: Double
    /// In metres.
    let radius: Double

    func contains(_ latitude: Double, _ longitude: Double) -> Bool {
        guard (latitude - self.latitude).magnitude * Ellipsoid.leastMetresPerDegree <= radius else { return false }
        return Ellipsoid.shortDistance(latitude, longitude, self.latitude, self.longitude) <= radius
    }

    /// The spans between fixes within the circle, without one outside between them.
    func spansOfFixes(_ db: Database) throws -> [TimeSpan] {
        var spans: [TimeSpan] = []
        var isInside = false
        let rows = try Row.fetchCursor(db, sql: "SELECT time, latitude, longitude FROM fix ORDER BY time")
        while let row = try rows.next() {
            let time = try row.time(at: 0)
            guard try contains(row.decode(atIndex: 1), row.decode(atIndex: 2)) else {
                isInside = false
                continue
            }
            let end = time.advanced(byNanoseconds: 1)
            if isInside {
                spans[spans.count - 1].end = end
            } else {
                spans.append(TimeSpan(start: time, end: end))
            }
            isInside = true
        }
        return spans
    }

    /// The keys of fixes within the circle.
    func keysOfFixes(_ db: Database) throws -> [StatementArguments] {
        let reach = radius / Ellipsoid.leastMetresPerDegree
        let rows = try Row.fetchAll(
            db, sql: "SELECT time, latitude, longitude FROM fix WHERE latitude BETWEEN ? AND ?",
            arguments: [latitude - reach, latitude + reach])
        return try rows.compactMap { row in
            let (north, east): (Double, Double) = try (row.decode(atIndex: 1), row.decode(atIndex: 2))
            return contains(north, east) ? [try row.time(at: 0).nanoseconds, north, east] : nil
        }
    }

    /// The spans of imported visits within the circle, and of the parts of imported paths within it.
    func spansOfItems(_ db: Database) throws -> [TimeSpan] {
        var spans: [TimeSpan] = []
        let visits = try Row.fetchCursor(
            db,
            sql: """
                SELECT startTime, endTime, latitude, longitude FROM item WHERE timeline <> ? AND kind = 'visit'
                """, arguments: [StoreSchema.derivedTimeline])
        while let row = try visits.next() {
            if try contains(row.decode(atIndex: 2), row.decode(atIndex: 3)) { spans.append(try row.span) }
        }
        let points = try Row.fetchCursor(
            db,
            sql: """
                SELECT section, time, pathPoint.latitude, pathPoint.longitude FROM pathPoint
                JOIN section ON section.id = pathPoint.section JOIN item ON item.id = section.item
                WHERE timeline <> ? ORDER BY section, time
                """, arguments: [StoreSchema.derivedTimeline])
        var section: Int64?
        while let row = try points.next() {
            let (own, time) = try (row.decode(Int64.self, atIndex: 0), row.time(at: 1))
            guard try contains(row.decode(atIndex: 2), row.decode(atIndex: 3)) else {
                section = nil
                continue
            }
            let end = time.advanced(byNanoseconds: 1)
            if section == own {
                spans[spans.count - 1].end = end
            } else {
                spans.append(TimeSpan(start: time, end: end))
            }
            section = own
        }
        return spans
    }

    /// The rows of imported places within the circle.
    func givenPlaces(_ db: Database) throws -> [Int64] {
        try Row.fetchAll(db, sql: "SELECT id, latitude, longitude FROM givenPlace").compactMap { row in
            try contains(row.decode(atIndex: 1), row.decode(atIndex: 2)) ? try row.decode(atIndex: 0) : nil
        }
    }
}
