// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The figures of a trip evaluation, of one day or pooled over several.
package struct TripFigures: Sendable, Hashable {
    /// Days pooled.
    package var days = 0
    /// Hours scored.
    package var hours = 0.0
    /// Expected trips, without blind ones.
    package var expected = 0
    /// Expected trips with almost no recorded fixes; not in any other figure.
    package var blind = 0
    /// Expected trips with a predicted one.
    package var found = 0
    /// Expected trips without a predicted one.
    package var missed = 0
    /// Pauses of 2 to 5 min between two expected trips.
    package var pauses = 0
    /// Such pauses with a predicted trip on both sides.
    package var partedPauses = 0
    /// Predicted trips that are parts of an expected one beyond the first.
    package var pieces = 0
    /// Cuts of a trip at a scripted wait.
    package var cutsAtWaits = 0
    /// Other cuts of a trip.
    package var wrongCuts = 0
    /// Predicted trips without an expected one.
    package var invented = 0
    /// Predicted trips between scripted ones.
    package var unscripted = 0
    /// Predicted minus expected start of each found trip, in seconds.
    package var startErrors: [Double] = []
    /// Predicted minus expected end of each found trip, in seconds.
    package var endErrors: [Double] = []
    /// ``startErrors`` with the expected start moved into tracked time.
    var trackedStartErrors: [Double] = []
    /// ``endErrors`` with the expected end moved into tracked time.
    var trackedEndErrors: [Double] = []
    /// Seconds of expected moving time.
    var expectedTime: [TripTruth.TravelClass: Double] = [:]
    /// Seconds of expected moving time with the right class.
    var rightTime: [TripTruth.TravelClass: Double] = [:]
    /// Seconds of expected moving time with any class.
    var labelledTime = 0.0
    /// Expected sections.
    package var sections = 0
    /// Predicted sections beyond the first of an expected one.
    package var split = 0
    /// Expected sections beyond the first of a predicted one.
    package var merged = 0

    package init(days: Int = 0, hours: Double = 0) {
        self.days = days
        self.hours = hours
    }

    /// The figures of several days together.
    package init(pooling parts: [TripFigures]) {
        for part in parts { add(part) }
    }

    private mutating func add(_ other: TripFigures) {
        days += other.days
        hours += other.hours
        expected += other.expected
        blind += other.blind
        found += other.found
        missed += other.missed
        pauses += other.pauses
        partedPauses += other.partedPauses
        pieces += other.pieces
        cutsAtWaits += other.cutsAtWaits
        wrongCuts += other.wrongCuts
        invented += other.invented
        unscripted += other.unscripted
        startErrors += other.startErrors
        endErrors += other.endErrors
        trackedStartErrors += other.trackedStartErrors
        trackedEndErrors += other.trackedEndErrors
        expectedTime.merge(other.expectedTime, uniquingKeysWith: +)
        rightTime.merge(other.rightTime, uniquingKeysWith: +)
        labelledTime += other.labelledTime
        sections += other.sections
        split += other.split
        merged += other.merged
    }

    /// Median and 90th percentile of the absolute error, and the signed median (positive is late), in seconds.
    package struct EdgeError: Sendable, Hashable {
        /// Median of the absolute error.
        package var median: Double
        /// 90th percentile of the absolute error.
        package var percentile90: Double
        /// Median of the signed error.
        package var signedMedian: Double

        init?(_ errors: [Double]) {
            let absolute = errors.map(\.magnitude)
            guard let median = Quantile.value(0.5, of: absolute), let high = Quantile.value(0.9, of: absolute),
                let signed = Quantile.value(0.5, of: errors)
            else { return nil }
            self.median = median
            percentile90 = high
            signedMedian = signed
        }
    }

    /// The errors of the starts of found trips; nil if none was found.
    package var startError: EdgeError? { EdgeError(startErrors) }
    /// The errors of the ends of found trips; nil if none was found.
    package var endError: EdgeError? { EdgeError(endErrors) }

    /// The errors of the starts within tracked time; nil if none was found.
    package var trackedStartError: EdgeError? { EdgeError(trackedStartErrors) }
    /// The errors of the ends within tracked time; nil if none was found.
    package var trackedEndError: EdgeError? { EdgeError(trackedEndErrors) }

    /// Share of the expected moving time with the right class; nil without expected time.
    package var rightShare: Double? {
        let total = TripTruth.TravelClass.allCases.reduce(0) { $0 + (expectedTime[$1] ?? 0) }
        return total > 0 ? allRightTime / total : nil
    }

    /// The right share of the expected moving time that has any class; nil if none has one.
    package var rightShareOfLabelled: Double? { labelledTime > 0 ? allRightTime / labelledTime : nil }

    private var allRightTime: Double { TripTruth.TravelClass.allCases.reduce(0) { $0 + (rightTime[$1] ?? 0) } }

    /// The right share of the expected time of one class; nil if none was expected.
    package func rightShare(_ travelClass: TripTruth.TravelClass) -> Double? {
        guard let total = expectedTime[travelClass], total > 0 else { return nil }
        return (rightTime[travelClass] ?? 0) / total
    }

    /// Invented trips per 24 h.
    package var inventedPerDay: Double { hours > 0 ? 24 * Double(invented) / hours : 0 }
}
