// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import TestSupport
import Testing

@testable import GaitwayStore

@Suite("Corrections by their spans")
struct CorrectionSpansTests {
    private func time(_ seconds: Int) -> Timestamp { Timestamp(nanoseconds: Int64(seconds) * 1_000_000_000) }

    @Test("a span finds the corrections that touch it, and those that touch these, in the order of making")
    func agreesWithASearch() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<Rounds.count(2000) {
            var number: Int64 = 0
            let records = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                let start = Int.random(in: 0...60, using: &random)
                let span = TimeSpan(start: time(start), end: time(start + .random(in: 1...6, using: &random)))
                var record = CorrectionRecord(
                    Bool.random(using: &random) ? .visit(during: span) : .split(at: span.start))
                number += 1
                record.id = number
                return record
            }
            let start = Int.random(in: 0...60, using: &random)
            let span = TimeSpan(start: time(start), end: time(start + .random(in: 0...10, using: &random)))
            // The definition: widened until no correction crosses its ends.
            var wider = span
            while true {
                let next = records.reduce(wider) { span, record in
                    record.correction.span.map { $0.touches(span) ? span.union($0) : span } ?? span
                }
                if next == wider { break }
                wider = next
            }
            let spans = CorrectionSpans(records)
            let found = spans.touching(span)
            #expect(found.reduce(span) { $0.union($1.span) } == wider)
            #expect(
                found.allSatisfy { group in group.records.compactMap(\.id) == group.records.compactMap(\.id).sorted() })
            #expect(
                Set(found.flatMap(\.records).compactMap(\.id))
                    == Set(records.filter { $0.correction.span?.touches(wider) == true }.compactMap(\.id)))
        }
    }
}
