// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayRecognition

/// The windows of a ride, or, where there are too many for a page, groups of two, four, eight and so on.
struct EstimateSeries: Sendable {
    /// A window or a group; each lasts until the next begins.
    struct Group: Sendable {
        /// When it begins and ends, in nanoseconds.
        fileprivate(set) var start: Int64
        fileprivate(set) var end: Int64
        /// The seconds of each class, by its probability; less in sum than the time where windows have no estimate.
        fileprivate(set) var classes = SIMD8<Float>()
        /// The seconds of each answer.
        fileprivate(set) var predictions = SIMD8<Float>()
        /// The seconds of each confidence.
        fileprivate(set) var confidences = SIMD4<Float>()
        /// The seconds of each reason against an estimate, and first of none.
        fileprivate(set) var reasons = SIMD16<Float>()

        /// A byte for the probability of each class, of 255 in all; the bytes of a group without an estimate are 0.
        var shares: [UInt8] {
            let time = Float(Double(end - start) * 1e-9)
            return ByteShares.bytes((0..<ActivityClass.allCases.count).map { time > 0 ? classes[$0] / time : 0 })
        }

        /// The prediction, confidence and reason that hold longest, as
        /// ``EstimateSeries/code(prediction:confidence:reason:)``.
        var code: UInt8 {
            func longest(_ times: some SIMD<Float>) -> Int {
                times.indices.reduce(0) { times[$1] > times[$0] ? $1 : $0 }
            }
            return EstimateSeries.code(
                prediction: longest(predictions), confidence: longest(confidences), reason: longest(reasons))
        }

        fileprivate mutating func absorb(_ later: Group) {
            end = later.end
            classes += later.classes
            predictions += later.predictions
            confidences += later.confidences
            reasons += later.reasons
        }
    }

    /// The code of a vehicle's rest, behind those of ``Prediction``.
    static let restCode = Prediction.allCases.count
    /// A day has 33,750 windows.
    static let limit = 40_000

    /// The groups in order.
    private(set) var groups: [Group] = []
    /// How many windows a group has, but for the last.
    private(set) var windowsPerGroup = 1

    private let limit: Int
    private var last: ActivityReport?
    private var lastStart: Int64 = 0
    private var inGroup = 0

    init(limit: Int = Self.limit) {
        precondition(limit > 1, "two groups become one")
        self.limit = limit
    }

    /// Takes the next window.
    mutating func append(_ window: ActivityReport) {
        // The log begins with its first accelerometer sample, and so does what is said about it.
        let start =
            last == nil ? 0 : max(lastStart, (window.window?.lowerBound ?? window.activity.elapsed).wholeNanoseconds)
        end(at: start)
        last = window
        lastStart = start
    }

    mutating func finish(at end: Int64) { self.end(at: max(end, lastStart)) }

    /// Adds the last window, which lasts until `end`.
    private mutating func end(at end: Int64) {
        guard let last else { return }
        let group = Self.group(last, from: lastStart, to: end)
        if inGroup > 0 { groups[groups.count - 1].absorb(group) } else { groups.append(group) }
        inGroup = (inGroup + 1) % windowsPerGroup
        if groups.count == limit, inGroup == 0 { halve() }
    }

    private mutating func halve() {
        let count = (groups.count + 1) / 2
        // An odd one stays open for the next.
        let isOdd = groups.count % 2 == 1
        for index in 0..<count {
            var group = groups[2 * index]
            if 2 * index + 1 < groups.count { group.absorb(groups[2 * index + 1]) }
            groups[index] = group
        }
        groups.removeLast(groups.count - count)
        if isOdd { inGroup = windowsPerGroup }
        windowsPerGroup *= 2
    }

    private static func group(_ report: ActivityReport, from start: Int64, to end: Int64) -> Group {
        var group = Group(start: start, end: end)
        // A window without any time counts next to nothing.
        let time = max(Float(Double(end - start) * 1e-9), .leastNormalMagnitude)
        if let probabilities = report.probabilities {
            for activityClass in ActivityClass.allCases {
                group.classes[activityClass.rawValue] = time * Float(probabilities[activityClass])
            }
        }
        let isAtRest = report.activity.flags.isSuperset(of: [.automotive, .stationary])
        group.predictions[isAtRest ? restCode : Prediction(report.activity.flags).rawValue] = time
        group.confidences[report.activity.confidence.rawValue] = time
        group.reasons[reasonCode(report.reason)] = time
        return group
    }

    /// One number for answer, confidence and reason: answer + 8 (confidence + 3 reason). Answer 7 is a vehicle at rest.
    static func code(prediction: Int, confidence: Int, reason: Int) -> UInt8 {
        UInt8(prediction + 8 * (confidence + 3 * reason))
    }

    /// 0 for no reason, else its place among all reasons, from 1 on.
    static func reasonCode(_ reason: String?) -> Int {
        guard let reason = reason.flatMap(UnknownReason.init) else { return 0 }
        return (UnknownReason.allCases.firstIndex(of: reason) ?? -1) + 1
    }
}

/// Shares of a whole as bytes whose sum is that of the whole.
enum ByteShares {
    /// Bytes that add up to 255 times the sum of `shares`, rounded: those with the largest fractions are rounded up.
    /// Shares lie in 0...1, and so does their sum.
    static func bytes(_ shares: [Float]) -> [UInt8] {
        let scaled = shares.map { 255 * max(0, min(1, $0)) }
        var bytes = scaled.map { UInt8(clamping: $0.rounded(.down)) }
        let whole = Int(clamping: scaled.reduce(0, +).rounded())
        let missing = min(255, whole) - bytes.reduce(0) { $0 + Int($1) }
        let order = scaled.indices.sorted { left, right in
            let (first, second) = (scaled[left] - Float(bytes[left]), scaled[right] - Float(bytes[right]))
            return first == second ? left < right : first > second
        }
        for index in order.prefix(max(0, missing)) where bytes[index] < 255 { bytes[index] += 1 }
        return bytes
    }
}
