// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The phone's reports of significant changes of location: after 500 m at least, and at most one in five minutes.
package struct SignificantChange: Sendable, Hashable {
    /// Metres from the last report's position.
    package var minimumDistance = 500.0
    /// The time from the last report.
    package var minimumInterval = Duration.seconds(300)

    package init() {}
}

/// The state of significant-change reports.
struct ChangeDetector: Sendable {
    let rule: SignificantChange
    private var last: (point: SIMD3<Double>, time: Duration)?

    init(_ rule: SignificantChange) { self.rule = rule }

    /// Whether a fix makes a report; the first one does.
    mutating func reports(_ fix: Location) -> Bool {
        let point = Sphere.vector(latitude: fix.latitude, longitude: fix.longitude)
        if let last {
            guard fix.elapsed - last.time >= max(.zero, rule.minimumInterval),
                Sphere.distance(point, last.point) >= rule.minimumDistance
            else { return false }
        }
        last = (point, fix.elapsed)
        return true
    }
}
