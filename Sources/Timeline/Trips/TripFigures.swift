/// The figures of a trip evaluation, of one day or pooled over several.
package struct TripFigures: Sendable, Hashable {
    /// Days pooled.
    package var days = 0
    /// Hours scored.
    package var hours = 0.0
    /// Expected trips, blind ones left out.
    package var expected = 0
    /// Expected trips of which the phone recorded next to nothing; in no other figure.
    package var blind = 0
    /// Expected trips with a predicted one.
    package var found = 0
    /// Expected trips without.
    package var missed = 0
    /// Pauses of 2 to 5 min between two expected trips.
    package var pauses = 0
    /// Those with a predicted trip on both sides.
    package var partedPauses = 0
    /// Predicted trips that are parts of an expected one beyond the first.
    package var pieces = 0
    /// Cuts of a trip at a scripted wait.
    package var cutsAtWaits = 0
    /// Other cuts of a trip.
    package var wrongCuts = 0
    /// Predicted trips that are none.
    package var invented = 0
    /// Predicted trips between scripted ones.
    package var unscripted = 0
    /// Predicted minus expected start of each found trip, in seconds.
    package var startErrors: [Double] = []
    /// Predicted minus expected end of each found trip, in seconds.
    package var endErrors: [Double] = []
    /// The same as ``startErrors``, with the expected start moved to when the phone recorded.
    package var trackedStartErrors: [Double] = []
    /// The same as ``endErrors``, with the expected end moved to when the phone recorded.
    package var trackedEndErrors: [Double] = []
    /// Seconds of expected moving time.
    package var expectedTime: [TripTruth.TravelClass: Double] = [:]
    /// Seconds of it with the right class.
    package var rightTime: [TripTruth.TravelClass: Double] = [:]
    /// Seconds of it with any class.
    package var labelledTime = 0.0
    /// Expected sections.
    package var sections = 0
    /// Predicted sections beyond the first of an expected one.
    package var split = 0
    /// Expected sections beyond the first of a predicted one.
    package var merged = 0

    /// No figures yet.
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
            let absolute = errors.map(abs)
            guard let median = TripFigures.quantile(absolute, 0.5), let high = TripFigures.quantile(absolute, 0.9),
                let signed = TripFigures.quantile(errors, 0.5)
            else { return nil }
            self.median = median
            percentile90 = high
            signedMedian = signed
        }
    }

    /// How wrong the starts of found trips are; nil when none was found.
    package var startError: EdgeError? { EdgeError(startErrors) }
    /// How wrong the ends of found trips are; nil when none was found.
    package var endError: EdgeError? { EdgeError(endErrors) }

    /// How wrong the starts are against when the phone recorded; nil when none was found.
    package var trackedStartError: EdgeError? { EdgeError(trackedStartErrors) }
    /// How wrong the ends are against when the phone recorded; nil when none was found.
    package var trackedEndError: EdgeError? { EdgeError(trackedEndErrors) }

    /// Share of the expected moving time with the right class; nil without expected time.
    package var rightShare: Double? {
        let total = TripTruth.TravelClass.allCases.reduce(0) { $0 + (expectedTime[$1] ?? 0) }
        return total > 0 ? allRightTime / total : nil
    }

    /// Share of the expected moving time that has any class in which it has the right one; nil when none has one.
    package var rightShareOfLabelled: Double? { labelledTime > 0 ? allRightTime / labelledTime : nil }

    private var allRightTime: Double { TripTruth.TravelClass.allCases.reduce(0) { $0 + (rightTime[$1] ?? 0) } }

    /// The same share of one class; nil when none of it was expected.
    package func rightShare(_ travelClass: TripTruth.TravelClass) -> Double? {
        guard let total = expectedTime[travelClass], total > 0 else { return nil }
        return (rightTime[travelClass] ?? 0) / total
    }

    /// Invented trips per 24 h.
    package var inventedPerDay: Double { hours > 0 ? 24 * Double(invented) / hours : 0 }

    /// The quantile with linear interpolation between order statistics; nil of nothing.
    static func quantile(_ values: [Double], _ share: Double) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let position = Double(sorted.count - 1) * share
        let low = Int(position)
        let high = min(low + 1, sorted.count - 1)
        return sorted[low] + (sorted[high] - sorted[low]) * (position - Double(low))
    }
}
