// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct StreamRoundTripTests {
    @Test(arguments: StreamEncoding.allCases) func whatIsWrittenIsRead(encoding: StreamEncoding) throws {
        var random = RandomStreams(seed: 1)
        for round in 0..<300 {
            let streams = (0...round % 3).map { _ in random.next() }
            let bytes = encode(streams, encoding)
            let given = round % 2 == 0 ? encoding : nil
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(try DecodedStream.all(in: bytes, encoding: given) == streams, "round \(round): \(text)")
        }
    }

    /// Rows without comments keep all of each report. What describes the log is made of the rows.
    @Test func rowsAloneAreRead() throws {
        var random = RandomStreams(seed: 7)
        for round in 0..<300 {
            let streams = (0...round % 3).map { _ in
                var stream = random.next()
                // A log may come twice.
                if round % 5 == 0 { stream.header.source = "twice" }
                return stream
            }
            let bytes = encode(streams, .csv, hasComments: false)
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("# {\"gaitway\"") && !text.hasPrefix("#"))
            let expected = streams.filter { !$0.reports.isEmpty }.map(Self.knownFromRows)
            guard !expected.isEmpty else {
                #expect(throws: InputError.self) { try DecodedStream.all(in: bytes) }
                continue
            }
            var decoder = StreamDecoder()
            var elements: [StreamElement] = []
            for byte in bytes { try decoder.append(CollectionOfOne(byte), to: &elements) }
            try decoder.finish(to: &elements)
            #expect(elements == expected.flatMap(\.elements) && decoder.isComplete, "round \(round): \(text)")
            // Without its last line end, the last row is not whole. Names of columns may stand behind it.
            guard streams.last?.reports.isEmpty == false else { continue }
            let cut = try? DecodedStream.all(in: bytes.dropLast())
            #expect(cut?.last?.isComplete != true || cut?.count != expected.count)
        }
    }

    private static func knownFromRows(_ stream: DecodedStream) -> DecodedStream {
        var known = stream
        let (first, last) = (stream.reports[0], stream.reports[stream.reports.count - 1])
        known.header.model = ""
        known.header.smoothing = nil
        known.header.origin = first.activity.start.map { $0 - first.activity.elapsed }
        known.footer = StreamFooter(
            end: max(last.delivered, last.window?.upperBound ?? .zero), windows: stream.reports.count, repaired: [],
            windowsWithSpeed: stream.header.hasSpeed ? stream.reports.count { $0.speed != nil } : nil,
            steps: stream.header.hasSteps ? last.steps : nil)
        return known
    }

    @Test(arguments: StreamEncoding.allCases) func chunksDoNotMatter(encoding: StreamEncoding) throws {
        var random = RandomStreams(seed: 2)
        for _ in 0..<40 {
            let streams = [random.next(), random.next()]
            let bytes = encode(streams, encoding)
            let whole = streams.flatMap(\.elements)
            for longest in [1, 3, 100] {
                var decoder = StreamDecoder()
                var elements: [StreamElement] = []
                var position = 0
                while position < bytes.count {
                    let end = min(
                        bytes.count, position + Int.random(in: 0...longest, using: &random.generator))
                    try decoder.append(bytes[position..<end], to: &elements)
                    position = end
                }
                try decoder.finish(to: &elements)
                #expect(elements == whole && decoder.isComplete)
            }
        }
    }

    @Test(arguments: StreamEncoding.allCases) func aStreamCutAnywhereIsIncomplete(encoding: StreamEncoding)
        throws
    {
        var random = RandomStreams(seed: 3)
        let stream = random.next()
        let bytes = encode([stream], encoding)
        for length in bytes.indices.dropFirst() {
            var decoder = StreamDecoder(encoding: encoding)
            var elements: [StreamElement] = []
            try decoder.append(bytes[..<length], to: &elements)
            do throws(InputError) {
                try decoder.finish(to: &elements)
                // The closing line of NDJSON is whole without its line end.
                let isWhole = encoding == .ndjson && length == bytes.count - 1
                #expect(decoder.isComplete == isWhole, "cut to \(length) of \(bytes.count)")
            } catch {
                #expect(error.code == .truncated || error.code == .empty)
                #expect(elements.isEmpty)
            }
            #expect(elements == Array(stream.elements.prefix(elements.count)))
        }
    }

    @Test func aCutStreamBeforeAnotherIsNoticed() throws {
        var random = RandomStreams(seed: 4)
        var first = random.next()
        let second = random.next()
        first.footer = nil
        for encoding in StreamEncoding.allCases {
            let bytes = encode([first, second], encoding)
            let streams = try DecodedStream.all(in: bytes)
            #expect(streams == [first, second] && streams.map(\.isComplete) == [false, true])
            var decoder = StreamDecoder()
            var elements: [StreamElement] = []
            try decoder.append(bytes, to: &elements)
            try decoder.finish(to: &elements)
            #expect(!decoder.isComplete)
        }
    }

    @Test func joinedTablesAreRead() throws {
        var random = RandomStreams(seed: 5)
        var first = random.next()
        var second = random.next()
        first.header.source = "gaitway"
        first.header.model = "version"
        let bytes = encode([first], .csv) + encode([second], .csv)
        #expect(try DecodedStream.all(in: bytes) == [first, second])
        // Rows alone, after a stream that was cut.
        first.footer = nil
        second.reports = [
            random.report(
                hasClock: false, hasSpeed: second.header.hasSpeed, hasSteps: second.header.hasSteps)
        ]
        let mixed = encode([first], .csv) + encode([second], .csv, hasComments: false)
        let streams = try DecodedStream.all(in: mixed)
        #expect(streams == [first, Self.knownFromRows(second)])
    }

    /// An independent reader of JSON agrees on every line.
    @Test func everyLineIsJSON() throws {
        var random = RandomStreams(seed: 6)
        for _ in 0..<100 {
            let stream = random.next()
            let lines = encode([stream], .ndjson).split(separator: 10)
            let objects = try lines.map {
                try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
            }
            #expect(objects.first?["source"] as? String == stream.header.source)
            #expect(objects.first?["model"] as? String == stream.header.model)
            for (object, report) in zip(objects.dropFirst(), stream.reports) {
                #expect(
                    object["elapsed"] as? Double == Double(report.activity.elapsed.wholeNanoseconds / 1_000_000) / 1000)
                #expect(object["start"] as? String == report.activity.start?.iso8601)
                let probabilities = object["probabilities"] as? [String: Double]
                #expect(probabilities?["walking"] == report.probabilities?.walking)
                #expect(object["walking"] as? Bool == report.activity.flags.contains(.walking))
            }
            let counts = objects.last?["repaired"] as? [String: Int]
            #expect(counts?.values.sorted() == stream.footer?.repaired.map(\.count).sorted())
        }
    }
}
