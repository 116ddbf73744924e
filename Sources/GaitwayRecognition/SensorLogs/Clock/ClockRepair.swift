// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A row with a time, as the clock repair sees it.
protocol TimedRow {
    /// Nanoseconds on the log's own clock.
    var time: Int64 { get set }
    /// Whether the rows hold the same values, whatever their times.
    func hasSameValues(as other: Self) -> Bool
}

/// Puts the rows of one table in time order: a pure state machine with bounded memory.
///
/// - A row up to eight rows late is put back in its place; an older one is left out.
/// - A row that repeats time and values of one before is left out.
/// - Rows that share a time stamp (a buffered sensor stamps them when it hands them over, a rounded clock has
///   no finer one) are spread evenly backwards over the step before, in steps no longer than the median one.
///   A backlog that is stamped within a small part of its duration is spread as one.
/// - Nine rows in a row that are all too old mean that the clock was set back: it goes on from there, and later
///   times are shifted to continue one median step after the last row.
///
/// Rows come out through ``ready``, which the owner empties.
///
/// A row stays where it was put when it came: all rows lie in one array, and become ready by a limit that moves on.
/// Nearly all rows are in order, so that each is written once.
struct ClockRepair<Row: TimedRow> {
    /// How many rows wait for late ones.
    static var windowSize: Int { 8 }
    /// How many rows that share a time are kept at the most before they are let go.
    static var longestGroup: Int { 65536 }
    private static var historySize: Int { 512 }

    private(set) var report = RepairReport()

    private let spreadsSharedTimes: Bool
    /// Rows that are ready; then those of one time, or one backlog, that are held until the next is seen; then the
    /// window of rows that wait for late ones. Each part is in time order.
    private var rows: [Row] = []
    private var readyEnd = 0
    private var heldEnd = 0
    /// The time of the row that was held last.
    private var heldTime = Int64.min
    private var groupStep: Int64 = 0
    private var released: Int64?
    private var suspects: [Row] = []
    private var history: [Row] = []
    private var historyEnd = 0
    private var shift: Int64 = 0
    private var steps = StepHistogram()

    /// - Parameter spreadsSharedTimes: false for fixes, which may share a time.
    init(spreadsSharedTimes: Bool = true) { self.spreadsSharedTimes = spreadsSharedTimes }

    /// Repaired rows, in time order.
    var ready: ArraySlice<Row> { rows[..<readyEnd] }

    /// Empties ``ready`` and keeps its memory.
    mutating func clearReady() {
        rows.removeFirst(readyEnd)
        heldEnd -= readyEnd
        readyEnd = 0
    }

    /// Takes the next row in the order of the log.
    mutating func push(_ row: Row) {
        var row = row
        if shift != 0 {
            let (time, overflow) = row.time.addingReportingOverflow(shift)
            guard !overflow, Self.isInRange(time) else {
                report[.badRow] += 1
                return
            }
            row.time = time
        }
        if rows.count > heldEnd, row.time < rows[rows.count - 1].time {
            pushLate(row)
            return
        }
        append(row)
        if !suspects.isEmpty { dropSuspects() }
    }

    /// Lets go of everything that waits; the log has ended.
    mutating func finish() {
        dropSuspects()
        flush()
    }

    private var windowCount: Int { rows.count - heldEnd }

    @inline(__always)
    private mutating func append(_ row: Row) {
        if windowCount == Self.windowSize { popOldest() }
        rows.append(row)
        remember(row)
    }

    @inline(__always)
    private mutating func remember(_ row: Row) {
        if history.count < Self.historySize {
            history.append(row)
        } else {
            history[historyEnd] = row
            historyEnd = (historyEnd + 1) & (Self.historySize - 1)
        }
    }

    private static func isInRange(_ time: Int64) -> Bool { time > -(1 << 62) && time < 1 << 62 }

    // MARK: Late rows

    private mutating func pushLate(_ row: Row) {
        if row.time < heldTime {
            pushSuspect(row)
            return
        }
        for other in rows[heldEnd...] where other.time == row.time && other.hasSameValues(as: row) {
            report[.duplicate] += 1
            return
        }
        if windowCount == Self.windowSize {
            // The window is full: either this row or the oldest in it goes on.
            if row.time < rows[heldEnd].time {
                report[.outOfOrder] += 1
                rows.insert(row, at: heldEnd)
                popOldest()
                remember(row)
                dropSuspects()
                return
            }
            popOldest()
        }
        var place = rows.count
        while place > heldEnd, rows[place - 1].time > row.time { place -= 1 }
        rows.insert(row, at: place)
        report[.outOfOrder] += 1
        remember(row)
        if !suspects.isEmpty { dropSuspects() }
    }

    private mutating func pushSuspect(_ row: Row) {
        if history.contains(where: { $0.time == row.time && $0.hasSameValues(as: row) }) {
            report[.duplicate] += 1
            return
        }
        suspects.append(row)
        guard suspects.count > Self.windowSize else { return }
        resetClock()
    }

    private mutating func dropSuspects() {
        guard !suspects.isEmpty else { return }
        report[.tooLate] += suspects.count
        suspects.removeAll(keepingCapacity: true)
    }

    private mutating func resetClock() {
        flush()
        report[.clockReset] += 1
        let late = suspects
        suspects.removeAll(keepingCapacity: true)
        guard let released, let first = late.map(\.time).min() else { return }
        let (target, overflow) = released.addingReportingOverflow(steps.median ?? 1)
        let (change, secondOverflow) = target.subtractingReportingOverflow(first)
        let (sum, thirdOverflow) = shift.addingReportingOverflow(change)
        guard !overflow, !secondOverflow, !thirdOverflow else {
            report[.tooLate] += late.count
            return
        }
        shift = sum
        for var row in late {
            let (time, overflow) = row.time.addingReportingOverflow(change)
            guard !overflow, Self.isInRange(time) else {
                report[.badRow] += 1
                continue
            }
            row.time = time
            if windowCount > 0, time < rows[rows.count - 1].time { pushLate(row) } else { append(row) }
        }
    }

    private mutating func flush() {
        while windowCount > 0 { popOldest() }
        closeGroup(before: nil)
    }

    // MARK: Rows that share a time

    /// Moves the oldest row of the window to the held ones, which are let go first if it does not belong to them.
    @inline(__always)
    private mutating func popOldest() {
        let time = rows[heldEnd].time
        if spreadsSharedTimes, heldEnd > readyEnd, time == heldTime || groupStep != 0 {
            extendGroup()
            return
        }
        closeGroup(before: time)
        heldEnd += 1
        heldTime = time
    }

    private mutating func extendGroup() {
        let row = rows[heldEnd]
        if row.time == heldTime {
            for other in rows[max(readyEnd, heldEnd - Self.windowSize)..<heldEnd]
            where other.time == row.time && other.hasSameValues(as: row) {
                report[.duplicate] += 1
                rows.remove(at: heldEnd)
                return
            }
        } else if !isBacklog(row) {
            closeGroup(before: row.time)
            heldEnd += 1
            heldTime = row.time
            return
        }
        heldEnd += 1
        heldTime = row.time
        let count = heldEnd - readyEnd
        // From 16 rows with one stamp on, rows that follow at once belong to the same backlog.
        if count == 16 { groupStep = min(steps.median ?? 0, 10_000_000_000) }
        if count >= Self.longestGroup { closeGroup(before: nil) }
    }

    /// Whether a row with a new stamp still belongs to the backlog that is held.
    private func isBacklog(_ row: Row) -> Bool {
        guard groupStep > 0 else { return false }
        let (span, overflow) = row.time.subtractingReportingOverflow(rows[readyEnd].time)
        return !overflow && span < groupStep / 4 * Int64(heldEnd - readyEnd)
    }

    /// Makes the held rows ready.
    @inline(__always)
    private mutating func closeGroup(before next: Int64?) {
        guard heldEnd > readyEnd else { return }
        if heldEnd - readyEnd == 1 {
            if let released { steps.add(heldTime &- released) }
        } else {
            spread(before: next)
        }
        released = heldTime
        readyEnd = heldEnd
    }

    private mutating func spread(before next: Int64?) {
        let size = Int64(heldEnd - readyEnd)
        var room: Int64 = 0
        if let released {
            room = heldTime.subtractingReportingOverflow(released).partialValue
        } else if let next {
            room = next.subtractingReportingOverflow(heldTime).partialValue
        }
        room = max(0, room)
        let even = room / size
        let step = steps.median.map { min($0, even) } ?? even
        for index in readyEnd..<heldEnd { rows[index].time = heldTime - step * Int64(heldEnd - 1 - index) }
        steps.add(even, weight: Int(size))
        report[.sharedTime] += Int(size) - 1
        groupStep = 0
    }
}
