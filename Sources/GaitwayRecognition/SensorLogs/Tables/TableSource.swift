// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// One table of a log as a source of samples: reads lines and hands them to its intake.
final class TableSource: TrackSource {
    /// Where the samples and fixes go.
    let track = SampleTrack()
    /// How the table is read.
    let layout: RowLayout

    private let lines: LineBuffer
    private var intake: RowIntake
    private var waiting: [Range<Int>] = []
    /// The person and device of the first row, if columns name them.
    private var owner: [[UInt8]]?
    private var rowCount = 0

    /// A table whose lines stand at the first row.
    init(_ lines: LineBuffer, layout: RowLayout, readsLocation: Bool) {
        self.lines = lines
        self.layout = layout
        intake = RowIntake(layout, readsLocation: readsLocation)
    }

    /// Whether rows may arrive slowly.
    var isLive: Bool { lines.isLive }

    var report: RepairReport { intake.report }

    func feed() throws(InputError) {
        track.compact()
        let before = (track.samples.count, track.fixes.count)
        while !track.hasEnded {
            lines.takeBufferedLines(into: &waiting, limit: 1024)
            if waiting.isEmpty {
                guard let line = try lines.nextLine() else {
                    intake.finish()
                    intake.deliver(to: &track.samples, fixes: &track.fixes)
                    track.hasEnded = true
                    return
                }
                waiting.append(line)
            }
            // The array is held over many rows, so that no row pays for it, and released before more is read.
            let storage = lines.storage
            if !layout.owners.isEmpty { try checkOwners(storage) }
            intake.take(storage.span, waiting, lastIsOpen: lines.lastLineIsOpen)
            rowCount += waiting.count
            try intake.checkOrder(rows: rowCount, source: lines.name, line: lines.lineNumber)
            intake.deliver(to: &track.samples, fixes: &track.fixes)
            if (track.samples.count, track.fixes.count) != before { return }
        }
    }

    /// Refuses rows of a second person or device, which would be mixed into one recording.
    private func checkOwners(_ storage: [UInt8]) throws(InputError) {
        let scanner = FieldScanner(dialect: layout.dialect)
        for line in waiting {
            let fields = scanner.fields(storage.span, line)
            guard fields.count >= layout.columnCount else { continue }
            let own = layout.owners.map { Array(storage[fields[$0]]) }
            guard let owner else {
                self.owner = own
                continue
            }
            guard own != owner, let index = own.indices.first(where: { own[$0] != owner[$0] }) else { continue }
            throw InputError(
                .ambiguous, source: lines.name, column: layout.owners[index] + 1,
                problem: "two people or devices: "
                    + "\(quoted: String(decoding: owner[index], as: UTF8.self)) and "
                    + "\(quoted: String(decoding: own[index], as: UTF8.self))",
                remedy: LogFile(lines.name).isJSON
                    ? "write the rows of each to a file of their own" : layout.partingAdvice)
        }
    }
}

extension RepairReport {
    /// The sums of two reports.
    func adding(_ other: RepairReport) -> RepairReport {
        var sum = self
        for (kind, count) in other.entries { sum[kind] += count }
        return sum
    }
}
