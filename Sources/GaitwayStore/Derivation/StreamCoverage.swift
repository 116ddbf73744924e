// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// The stream whose reports count at each moment: among those that cover it, the one added last.
struct StreamCoverage: Sendable {
    /// The moments from which on each stream counts, until the next.
    private var starts: [Timestamp] = []
    private var streams: [Int64?] = []

    /// The coverage of streams in the order in which they were added.
    init(_ records: [StreamRecord]) {
        // Ends count as covered, since a report may be at the very end of its stream.
        let bounds = Set(records.flatMap { [$0.span.start, $0.span.end.advanced(byNanoseconds: 1)] }).sorted()
        let begun = Dictionary(grouping: records, by: \.span.start)
        let ended = Dictionary(grouping: records) { $0.span.end.advanced(byNanoseconds: 1) }
        var open: Set<Int64> = []
        for bound in bounds {
            for record in ended[bound] ?? [] { _ = record.id.map { open.remove($0) } }
            for record in begun[bound] ?? [] { _ = record.id.map { open.insert($0) } }
            starts.append(bound)
            streams.append(open.max())
        }
    }

    /// The stream whose reports count at a moment; nil for the phone's own.
    func stream(at time: Timestamp) -> Int64? {
        let low = starts.partitioningIndex { $0 > time }
        return low > 0 ? streams[low - 1] : nil
    }
}
