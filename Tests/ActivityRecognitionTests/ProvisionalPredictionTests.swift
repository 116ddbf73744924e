// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayRecognition

/// First answers from half a window.
@Suite struct ProvisionalPredictionTests {
    private static let samples = RecognizerTests.restWalkRest(seconds: 60)

    private static func reports(
        _ samples: [SensorSample], _ smoothing: Smoothing = .causal, everyWindow: Bool = false, gives: Bool = true,
        chunk: (() -> Int)? = nil
    ) throws -> [ActivityReport] {
        try RecognizerTests.reports(
            samples,
            .init(smoothing: smoothing, reportsEveryWindow: everyWindow, givesProvisionalAnswers: gives), chunk: chunk)
    }

    /// The samples with a silence from 20 to 23 s.
    private static var interrupted: [SensorSample] {
        samples.filter { !(20_000_000_000...23_000_000_000).contains($0.nanoseconds) }
    }

    @Test func theFirstHalfWindowHasAnAnswer() throws {
        let reports = try Self.reports(Self.samples)
        let first = try #require(reports.first)
        #expect(first.isProvisional && first.activity.flags == .stationary)
        #expect(first.activity.confidence < .high)
        // Half a window, the low-pass, and up to a hop of the grid.
        #expect(first.delivered > .seconds(2.56) && first.delivered < .seconds(3.3))
        let second = try #require(reports.dropFirst().first)
        #expect(!second.isProvisional && second.delivered > .seconds(5.12) && second.delivered < .seconds(5.8))
        #expect(second.activity.elapsed == .zero)
        #expect(reports.count(where: \.isProvisional) == 1)
    }

    @Test func soHasTheTimeAfterAGap() throws {
        let reports = try Self.reports(Self.interrupted)
        let provisional = reports.filter(\.isProvisional)
        #expect(provisional.count == 2)
        let after = try #require(provisional.last)
        #expect(after.activity.elapsed >= .seconds(23) && after.delivered < .seconds(26.4))
        let place = try #require(reports.lastIndex(of: after))
        #expect(reports[place - 1].reason == "gap")
        #expect(!reports[place + 1].isProvisional)
    }

    @Test(arguments: [false, true])
    func nothingElseChanges(everyWindow: Bool) throws {
        for samples in [Self.samples, Self.interrupted] {
            let with = try Self.reports(samples, everyWindow: everyWindow).filter { !$0.isProvisional && !$0.isRepeat }
            let without = try Self.reports(samples, everyWindow: everyWindow, gives: false).filter { !$0.isRepeat }
            // The gap is known 2.56 s sooner.
            let known = with.filter { $0.reason == nil }
            #expect(Set(without.filter { $0.reason == nil }).subtracting(known).isEmpty)
            #expect(with.count == without.count)
        }
    }

    @Test func onlyCausalAnswersAreProvisional() throws {
        for smoothing in Smoothing.allCases where smoothing != .causal {
            #expect(try Self.reports(Self.samples, smoothing) == Self.reports(Self.samples, smoothing, gives: false))
        }
    }

    @Test func piecesGiveTheSame() throws {
        let whole = try Self.reports(Self.interrupted)
        for length in [1, 7, 64, 1000] {
            #expect(try Self.reports(Self.interrupted, chunk: { length }) == whole)
        }
    }

    @Test func aStreamCarriesTheMark() throws {
        let reports = try Self.reports(Self.samples)
        for encoding in StreamEncoding.allCases {
            var bytes: [UInt8] = []
            var encoder = StreamEncoder(encoding)
            let header = StreamHeader(source: "a", model: "m", origin: nil, hasSteps: true, hasProvisional: true)
            encoder.append(header, to: &bytes)
            for report in reports { encoder.append(report, to: &bytes) }
            var decoder = StreamDecoder(encoding: encoding)
            var elements: [StreamElement] = []
            try decoder.append(bytes, to: &elements)
            try decoder.finish(to: &elements)
            let read = elements.compactMap { if case .report(let report) = $0 { report } else { nil } }
            #expect(read.map(\.isProvisional) == reports.map(\.isProvisional))
        }
    }
}
