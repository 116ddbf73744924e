import MotionTypes

/// One table of a log as a source of samples: reads lines and hands them to its intake.
final class TableSource: TrackSource {
    /// Where the samples and fixes go.
    let track = SampleTrack()
    /// How the table is read.
    let layout: RowLayout

    private let lines: LineBuffer
    private var intake: RowIntake
    private var waiting: [Range<Int>] = []

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
            intake.take(storage.span, waiting, lastIsOpen: lines.lastLineIsOpen)
            intake.deliver(to: &track.samples, fixes: &track.fixes)
            if (track.samples.count, track.fixes.count) != before { return }
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
