// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Corrections of times, joined where their spans touch, so that the corrections of a day are found without a look at
/// all of them.
struct CorrectionSpans: Sendable {
    /// The spans that touch each other, as one, and their corrections in the order in which they were made.
    struct Group: Sendable {
        fileprivate(set) var span: TimeSpan
        fileprivate(set) var records: [CorrectionRecord]
    }

    /// In time order. They do not touch.
    private(set) var groups: [Group] = []

    /// Takes corrections in the order in which they were made.
    init(_ records: [CorrectionRecord]) {
        let timed = records.enumerated().compactMap { number, record in
            record.correction.span.map { (number: number, record: record, span: $0) }
        }
        var numbers: [[Int]] = []
        for entry in timed.sorted(by: { $0.span.start < $1.span.start }) {
            if let last = groups.last, last.span.touches(entry.span) {
                groups[groups.count - 1].span = last.span.union(entry.span)
                numbers[numbers.count - 1].append(entry.number)
            } else {
                groups.append(Group(span: entry.span, records: []))
                numbers.append([entry.number])
            }
        }
        for (index, members) in numbers.enumerated() { groups[index].records = members.sorted().map { records[$0] } }
    }

    /// The groups that touch a span, in time order.
    func touching(_ span: TimeSpan) -> ArraySlice<Group> {
        let first = groups.partitioningIndex { $0.span.end >= span.start }
        let end = groups[first...].partitioningIndex { $0.span.start > span.end }
        return groups[first..<end]
    }
}
