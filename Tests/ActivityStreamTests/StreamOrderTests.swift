// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

/// A stream is read in time order or not at all.
@Suite struct StreamOrderTests {
    private func fault(_ stream: DecodedStream, _ encoding: StreamEncoding) -> InputError? {
        do throws(InputError) {
            _ = try DecodedStream.all(in: encode([stream], encoding), source: "s")
            return nil
        } catch {
            return error
        }
    }

    /// A stream with a report a second.
    private func stream(_ random: inout RandomStreams, _ count: Int) -> DecodedStream {
        var stream = random.next()
        stream.header.source = "ride"
        stream.header.model = "m"
        stream.header.hasSpeed = false
        stream.header.hasSteps = false
        stream.footer?.windowsWithSpeed = nil
        stream.footer?.steps = nil
        stream.reports = (0..<count).map { index in
            var report = random.report(hasClock: stream.header.origin != nil)
            report.activity.elapsed = .seconds(index)
            report.delivered = .seconds(index + 5)
            return report
        }
        return stream
    }

    @Test(arguments: StreamEncoding.allCases) func whatIsOutOfOrderIsRefusedWithItsLine(_ encoding: StreamEncoding) {
        var random = RandomStreams(seed: 21)
        // The lines above the first report: the header, and a table's names.
        let above = encoding == .csv ? 2 : 1
        for _ in 0..<Rounds.count(200) {
            var stream = stream(&random, Int.random(in: 2...12, using: &random.generator))
            stream.reports.shuffle(using: &random.generator)
            // Which of the two times tells does not matter.
            switch Int.random(in: 0...2, using: &random.generator) {
            case 0: for index in stream.reports.indices { stream.reports[index].delivered = .seconds(99) }
            case 1: for index in stream.reports.indices { stream.reports[index].activity.elapsed = .zero }
            default: break
            }
            let reports = stream.reports
            let wrong = reports.indices.dropFirst().first { index in
                reports[index].delivered < reports[index - 1].delivered
                    || reports[index].activity.elapsed < reports[index - 1].activity.elapsed
            }
            let error = fault(stream, encoding)
            #expect(error?.line == wrong.map { above + $0 + 1 })
            if wrong != nil {
                #expect(error?.code == .malformed && error?.problem.contains("out of order") == true)
            }
        }
    }

    @Test(arguments: StreamEncoding.allCases) func equalTimesAreInOrder(_ encoding: StreamEncoding) {
        var random = RandomStreams(seed: 22)
        var stream = stream(&random, 4)
        for index in stream.reports.indices {
            stream.reports[index].activity.elapsed = .seconds(7)
            stream.reports[index].delivered = .seconds(9)
        }
        #expect(fault(stream, encoding) == nil)
    }

    @Test func eachStreamHasAnOrderOfItsOwn() throws {
        var random = RandomStreams(seed: 23)
        let (late, early) = (stream(&random, 5), stream(&random, 3))
        #expect(try DecodedStream.all(in: encode([late, early], .ndjson)) == [late, early])
    }
}
