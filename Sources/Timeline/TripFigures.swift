internal import TextFormats

/// The figures of a trip evaluation, of one day or pooled over several.
public struct TripFigures: Sendable, Hashable {
    /// Days pooled.
    public var days = 0
    /// Hours scored.
    public var hours = 0.0
    /// Expected trips, blind ones left out.
    public var expected = 0
    /// Expected trips of which the phone recorded next to nothing; in no other figure.
    public var blind = 0
    /// Expected trips with a predicted one.
    public var found = 0
    /// Expected trips without.
    public var missed = 0
    /// Predicted trips that are parts of an expected one beyond the first.
    public var pieces = 0
    /// Cuts of a trip at a scripted wait.
    public var cutsAtWaits = 0
    /// Other cuts of a trip.
    public var wrongCuts = 0
    /// Predicted trips that are none.
    public var invented = 0
    /// Predicted trips between scripted ones.
    public var unscripted = 0
    /// Predicted minus expected start of each found trip, in seconds.
    public var startErrors: [Double] = []
    /// Predicted minus expected end of each found trip, in seconds.
    public var endErrors: [Double] = []
    /// Seconds of expected moving time.
    public var expectedTime: [TripTruth.TravelClass: Double] = [:]
    /// Seconds of it with the right class.
    public var rightTime: [TripTruth.TravelClass: Double] = [:]
    /// Seconds of it with any class.
    public var labelledTime = 0.0
    /// Expected sections.
    public var sections = 0
    /// Predicted sections beyond the first of an expected one.
    public var split = 0
    /// Expected sections beyond the first of a predicted one.
    public var merged = 0

    /// No figures yet.
    public init(days: Int = 0, hours: Double = 0) {
        self.days = days
        self.hours = hours
    }

    /// The figures of several days together.
    public init(pooling parts: [TripFigures]) {
        for part in parts { add(part) }
    }

    private mutating func add(_ other: TripFigures) {
        days += other.days
        hours += other.hours
        expected += other.expected
        blind += other.blind
        found += other.found
        missed += other.missed
        pieces += other.pieces
        cutsAtWaits += other.cutsAtWaits
        wrongCuts += other.wrongCuts
        invented += other.invented
        unscripted += other.unscripted
        startErrors += other.startErrors
        endErrors += other.endErrors
        expectedTime.merge(other.expectedTime, uniquingKeysWith: +)
        rightTime.merge(other.rightTime, uniquingKeysWith: +)
        labelledTime += other.labelledTime
        sections += other.sections
        split += other.split
        merged += other.merged
    }

    /// Median and 90th percentile of the absolute error, and the signed median (positive is late), in seconds.
    public struct EdgeError: Sendable, Hashable {
        /// Median of the absolute error.
        public var median: Double
        /// 90th percentile of the absolute error.
        public var percentile90: Double
        /// Median of the signed error.
        public var signedMedian: Double

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
    public var startError: EdgeError? { EdgeError(startErrors) }
    /// How wrong the ends of found trips are; nil when none was found.
    public var endError: EdgeError? { EdgeError(endErrors) }

    /// Share of the expected moving time with the right class; nil without expected time.
    public var rightShare: Double? {
        let total = TripTruth.TravelClass.allCases.reduce(0) { $0 + (expectedTime[$1] ?? 0) }
        let right = TripTruth.TravelClass.allCases.reduce(0) { $0 + (rightTime[$1] ?? 0) }
        return total > 0 ? right / total : nil
    }

    /// The same share of one class; nil when none of it was expected.
    public func rightShare(_ travelClass: TripTruth.TravelClass) -> Double? {
        guard let total = expectedTime[travelClass], total > 0 else { return nil }
        return (rightTime[travelClass] ?? 0) / total
    }

    /// Invented trips per 24 h.
    public var inventedPerDay: Double { hours > 0 ? 24 * Double(invented) / hours : 0 }

    /// The quantile with linear interpolation between order statistics; nil of nothing.
    static func quantile(_ values: [Double], _ share: Double) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let position = Double(sorted.count - 1) * share
        let low = Int(position)
        let high = min(low + 1, sorted.count - 1)
        return sorted[low] + (sorted[high] - sorted[low]) * (position - Double(low))
    }

    /// The figures as one line of JSON; keys are those of this type's properties, in snake case.
    public func json(name: String) -> String {
        func number(_ value: Double?) -> String { value.map { DecimalText.text($0, places: 4) } ?? "null" }
        func edge(_ error: EdgeError?) -> String {
            guard let error else { return "null" }
            return "{\"median\":" + number(error.median) + ",\"p90\":" + number(error.percentile90)
                + ",\"signed_median\":" + number(error.signedMedian) + "}"
        }
        let counts: [(String, Int)] = [
            ("days", days), ("expected", expected), ("blind", blind), ("found", found), ("missed", missed),
            ("pieces", pieces), ("cuts_at_waits", cutsAtWaits), ("wrong_cuts", wrongCuts), ("invented", invented),
            ("unscripted", unscripted), ("sections", sections), ("split", split), ("merged", merged),
        ]
        var members = ["\"name\":" + JSONText.quoted(name)]
        members += counts.map { "\"" + $0.0 + "\":" + String($0.1) }
        members.append("\"hours\":" + number(hours))
        members.append("\"invented_per_24h\":" + number(inventedPerDay))
        members.append("\"start_error_s\":" + edge(startError))
        members.append("\"end_error_s\":" + edge(endError))
        members.append("\"right_share\":" + number(rightShare))
        let classes = TripTruth.TravelClass.allCases.map { "\"" + $0.rawValue + "\":" + number(rightShare($0)) }
        members.append("\"right_share_by_class\":{" + classes.joined(separator: ",") + "}")
        return "{" + members.joined(separator: ",") + "}"
    }
}
