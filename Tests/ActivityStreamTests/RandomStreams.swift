// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport

@testable import GaitwayRecognition

/// Streams with every field in every state, of values that the format keeps exactly: whole milliseconds, and
/// probabilities of four decimals whose sum is 1.
struct RandomStreams {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> DecodedStream {
        let origin = coin() ? moment() : nil
        let (hasSpeed, hasSteps) = (coin(), coin())
        let header = StreamHeader(
            source: text(), model: text(), origin: origin, smoothing: coin() ? text() : nil, hasSpeed: hasSpeed,
            hasSteps: hasSteps)
        let count = Int.random(in: 0...6, using: &generator)
        var reports = (0..<count).map { _ in report(hasClock: origin != nil, hasSpeed: hasSpeed, hasSteps: hasSteps) }
        // In time order, equal times among them.
        let (starts, deliveries) = (times(count), times(count))
        for index in reports.indices {
            reports[index].activity.elapsed = starts[index]
            reports[index].delivered = deliveries[index]
        }
        let kinds = ["gap", "duplicate", "out-of-order", text()].shuffled(using: &generator)
        var repaired: [StreamFooter.Repair] = []
        for kind in kinds where coin() && !repaired.contains(where: { $0.kind == kind }) {
            repaired.append(.init(kind: kind, count: Int.random(in: 0...1_000_000, using: &generator)))
        }
        let footer = StreamFooter(
            end: time(), windows: Int.random(in: 0...1_000_000, using: &generator), repaired: repaired,
            windowsWithSpeed: hasSpeed ? Int.random(in: 0...1000, using: &generator) : nil,
            steps: hasSteps ? Int.random(in: 0...100_000, using: &generator) : nil)
        return DecodedStream(header: header, reports: reports, footer: footer)
    }

    mutating func report(hasClock: Bool, hasSpeed: Bool = false, hasSteps: Bool = false) -> ActivityReport {
        let isUnknown = Int.random(in: 0...4, using: &generator) == 0
        let flags =
            isUnknown ? .unknown : ActivityFlags(rawValue: UInt8.random(in: 0..<32, using: &generator))
        let activity = MotionActivity(
            flags: flags, confidence: Confidence.allCases.randomElement(using: &generator) ?? .low,
            elapsed: time(), start: hasClock ? moment() : nil)
        let from = time()
        return ActivityReport(
            activity: activity, delivered: time(), probabilities: isUnknown ? nil : distribution(),
            smoothed: isUnknown || coin() ? nil : distribution(), reason: isUnknown ? "gap" : nil,
            isRepeat: coin(), window: coin() ? nil : from..<from + .milliseconds(5120),
            speed: hasSpeed && coin() ? Double(Int.random(in: 0...60_000, using: &generator)) / 1000 : nil,
            steps: hasSteps ? Int.random(in: 0...100_000, using: &generator) : nil,
            cadence: hasSteps && coin() ? Double(Int.random(in: 0...400, using: &generator)) / 100 : nil)
    }

    private mutating func coin() -> Bool { Bool.random(using: &generator) }

    private mutating func time() -> Duration {
        let range: ClosedRange<Int64> = coin() ? -20_000...20_000 : 0...8_000_000_000_000
        return .milliseconds(Int64.random(in: range, using: &generator))
    }

    private mutating func times(_ count: Int) -> [Duration] {
        var times = (0..<count).map { _ in time() }.sorted()
        for index in times.indices.dropFirst() where coin() { times[index] = times[index - 1] }
        return times
    }

    private mutating func moment() -> Timestamp {
        Timestamp(
            nanoseconds: Int64.random(in: -8_000_000_000_000...8_000_000_000_000, using: &generator)
                * 1_000_000)
    }

    private mutating func distribution() -> ActivityProbabilities {
        var cuts = (0..<5).map { _ in Int.random(in: 0...10_000, using: &generator) }.sorted()
        if coin() { cuts = [0, 0, 10_000, 10_000, 10_000] }
        let ends = cuts + [10_000]
        let starts = [0] + cuts
        return ActivityProbabilities { Double(ends[$0.rawValue] - starts[$0.rawValue]) / 10_000 }
    }

    private mutating func text() -> String {
        let pieces = [
            "ride", "\"", "\\", ",", "\n", "\r", "\r\n", "\t", "\u{0}", "\u{1f}", "\u{7f}", "größe", "散歩",
            "🚲", "\u{2028}",
            " ", "gaitway", "{", "}", "'", ";", "=1", "e\u{301}", "#", "# {",
        ]
        return (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            pieces.randomElement(using: &generator) ?? ""
        }.joined()
    }
}

extension DecodedStream {
    /// The stream's elements in order.
    var elements: [StreamElement] {
        [.header(header)] + reports.map(StreamElement.report) + (footer.map { [.footer($0)] } ?? [])
    }
}

/// All of `streams` in one encoding; a CSV with header and closing line, or of rows alone.
func encode(_ streams: [DecodedStream], _ encoding: StreamEncoding, hasComments: Bool = true) -> [UInt8] {
    var encoder = StreamEncoder(encoding, hasComments: hasComments)
    var bytes: [UInt8] = []
    for element in streams.flatMap(\.elements) { encoder.append(element, to: &bytes) }
    return bytes
}
