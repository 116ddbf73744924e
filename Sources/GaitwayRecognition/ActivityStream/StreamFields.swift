// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The fields of one line of either encoding, in any order, and the rules for them.
struct StreamFields {
    var present: Set<StreamKey> = []
    /// The first key that the format does not have.
    var unknownKey: String?

    var kind = ""
    var version = 0
    var source = ""
    var model = ""
    var origin: Timestamp?
    var smoothing: String?
    var optional: [StreamField] = []
    var elapsed = Duration.zero
    var start: Timestamp?
    var delivered = Duration.zero
    var activity = ""
    var flags: ActivityFlags = []
    var confidence = Confidence.low
    var probabilities: ActivityProbabilities?
    var smoothed: ActivityProbabilities?
    var reason: String?
    var isRepeat = false
    var isProvisional = false
    var window: Range<Duration>?
    var end = Duration.zero
    var speed: Double?
    var steps: Int?
    var cadence: Double?
    var windows = 0
    var windowsWithSpeed: Int?
    var repaired: [StreamFooter.Repair] = []

    /// The element that the fields make up, in a stream of a version; a header may be of any.
    func element(of streamVersion: Int) throws(InputError) -> StreamElement {
        if present.contains(.gaitway) {
            // The version is checked first, since a later one may have other keys.
            try checkVersion()
            let required = StreamKey.header(of: version)
            try check(required: required, allowed: version < 3 ? required : required.union([.fields]), of: "header")
            return .header(
                StreamHeader(
                    source: source, model: model, origin: origin, smoothing: smoothing,
                    hasSpeed: version == StreamEncoding.versionWithSpeed || optional.contains(.speed),
                    hasSteps: optional.contains(.steps), hasProvisional: optional.contains(.provisional)))
        }
        if present.contains(.end) {
            try check(
                required: StreamKey.footer, allowed: StreamKey.footer.union([.windowsWithSpeed, .steps]),
                of: "closing line")
            guard windows >= 0, windowsWithSpeed ?? 0 >= 0, steps ?? 0 >= 0, repaired.allSatisfy({ $0.count >= 0 })
            else { throw .malformed("a count is negative") }
            return .footer(
                StreamFooter(
                    end: end, windows: windows, repaired: repaired, windowsWithSpeed: windowsWithSpeed, steps: steps))
        }
        let required = StreamKey.report(of: streamVersion)
        try check(required: required, allowed: required.union(StreamKey.optionalOfReport), of: "report")
        guard !flags.contains(.unknown) || flags == .unknown else {
            throw .malformed("unknown and an activity are both true", remedy: "unknown excludes the activities")
        }
        guard !required.contains(.activity) || activity == Prediction(flags).name else {
            throw .malformed(
                "the activity is \(quoted: activity), but the flags mean \(Prediction(flags).name)",
                remedy: "write the activity that the flags mean")
        }
        guard speed.map({ $0 >= 0 && $0.isFinite }) ?? true else { throw .malformed("the speed is negative") }
        guard steps ?? 0 >= 0, cadence.map({ $0 >= 0 && $0.isFinite }) ?? true else {
            throw .malformed("the steps or the cadence are negative")
        }
        let activity = MotionActivity(flags: flags, confidence: confidence, elapsed: elapsed, start: start)
        return .report(
            ActivityReport(
                activity: activity, delivered: delivered, probabilities: probabilities, smoothed: smoothed,
                reason: reason, isRepeat: isRepeat, isProvisional: isProvisional, window: window, speed: speed,
                steps: steps, cadence: cadence))
    }

    private func checkVersion() throws(InputError) {
        guard kind == StreamEncoding.kind else {
            throw .unsupported(
                "\(quoted: kind) is not an activity stream",
                remedy: "a stream begins with {\"gaitway\":\(quoted: StreamEncoding.kind),…}")
        }
        let versions = StreamEncoding.readVersions
        guard !present.contains(.version) || versions.contains(version) else {
            throw .unsupported(
                "version \(version) is not supported; this build reads \(versions.lowerBound) to "
                    + "\(versions.upperBound)",
                remedy: "write the stream again with this gaitway, or read it with a newer one")
        }
    }

    private func check(required: Set<StreamKey>, allowed: Set<StreamKey>, of line: String) throws(InputError) {
        if let unknownKey {
            throw .malformed(
                "the key \(quoted: unknownKey) is not known",
                remedy: "the versions up to \(StreamEncoding.version) have no such key")
        }
        for key in StreamKey.allCases {
            if required.contains(key), !present.contains(key) {
                throw .malformed("the \(line) has no \(quoted: key.rawValue)")
            }
            if present.contains(key), !allowed.contains(key) {
                throw .malformed("a \(line) cannot have \(quoted: key.rawValue)")
            }
        }
    }

    /// `values` as a distribution, in the order of `ActivityClass`.
    ///
    /// - Throws: `malformed` unless they are six numbers from 0 to 1 with the sum 1.
    static func distribution(_ values: [Double]) throws(InputError) -> ActivityProbabilities {
        // Each is rounded to four decimals, so that the sum may be off by a few units of the last.
        guard values.count == ActivityClass.allCases.count, values.allSatisfy({ (0...1).contains($0) }),
            (values.reduce(0, +) - 1).magnitude < 0.01
        else { throw .malformed("the probabilities must be six numbers from 0 to 1 whose sum is 1") }
        return ActivityProbabilities { values[$0.rawValue] }
    }

    /// The window from one time to another.
    static func window(from: Duration, to: Duration) throws(InputError) -> Range<Duration> {
        guard from <= to else { throw .malformed("the window ends before it begins") }
        return from..<to
    }

    static func field(_ name: String) throws(InputError) -> StreamField {
        guard let field = StreamField(rawValue: name) else {
            throw .unsupported("the field \(quoted: name) is not known", remedy: "read the stream with a newer gaitway")
        }
        return field
    }

    static func confidence(_ name: String) throws(InputError) -> Confidence {
        guard let confidence = Confidence(name: name) else {
            throw .malformed("the confidence \(quoted: name) is not known", remedy: "write low, medium or high")
        }
        return confidence
    }

    /// The moment that `text` names.
    static func moment(_ text: String) throws(InputError) -> Timestamp {
        guard let moment = Timestamp(iso8601: text) else {
            throw .malformed("\(quoted: text) is not a time", remedy: "write 2026-05-01T08:00:12.800Z")
        }
        return moment
    }
}
