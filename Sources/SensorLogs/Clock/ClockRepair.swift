import MotionTypes

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
struct ClockRepair<Row: TimedRow> {
    /// How many rows wait for late ones.
    static var windowSize: Int { 8 }
    /// How many rows that share a time are kept at the most before they are let go.
    static var longestGroup: Int { 65536 }
    private static var historySize: Int { 512 }

    /// Repaired rows, in time order.
    private(set) var ready: [Row] = []
    /// What was repaired.
    private(set) var report = RepairReport()

    private let spreadsSharedTimes: Bool
    private var window: [Row] = []
    private var head = 0
    private var count = 0
    private var pending: Row?
    private var pendingTime = Int64.min
    private var group: [Row] = []
    private var groupStep: Int64 = 0
    private var released: Int64?
    private var suspects: [Row] = []
    private var history: [Row] = []
    private var historyEnd = 0
    private var shift: Int64 = 0
    private var steps = StepHistogram()

    /// - Parameter spreadsSharedTimes: false for fixes, which may share a time.
    init(spreadsSharedTimes: Bool = true) {
        self.spreadsSharedTimes = spreadsSharedTimes
    }

    /// Empties ``ready`` and keeps its memory.
    mutating func clearReady() { ready.removeAll(keepingCapacity: true) }

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
        if count > 0, row.time < window[(head + count - 1) & 15].time {
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

    @inline(__always)
    private mutating func append(_ row: Row) {
        if window.isEmpty { window = [Row](repeating: row, count: 16) }
        if count == Self.windowSize { popOldest() }
        window[(head + count) & 15] = row
        count += 1
        remember(row)
    }

    @inline(__always)
    private mutating func popOldest() {
        let row = window[head]
        head = (head + 1) & 15
        count -= 1
        group(row)
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
        if row.time < pendingTime {
            pushSuspect(row)
            return
        }
        for offset in 0..<count {
            let other = window[(head + offset) & 15]
            if other.time == row.time, other.hasSameValues(as: row) {
                report[.duplicate] += 1
                return
            }
        }
        if count == Self.windowSize {
            // The window is full: either this row or the oldest in it goes on.
            if row.time < window[head].time {
                report[.outOfOrder] += 1
                group(row)
                remember(row)
                dropSuspects()
                return
            }
            popOldest()
        }
        var offset = count
        while offset > 0, window[(head + offset - 1) & 15].time > row.time {
            window[(head + offset) & 15] = window[(head + offset - 1) & 15]
            offset -= 1
        }
        window[(head + offset) & 15] = row
        count += 1
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
        let rows = suspects
        suspects.removeAll(keepingCapacity: true)
        guard let released, let first = rows.map(\.time).min() else { return }
        let (target, overflow) = released.addingReportingOverflow(steps.median ?? 1)
        let (change, secondOverflow) = target.subtractingReportingOverflow(first)
        let (sum, thirdOverflow) = shift.addingReportingOverflow(change)
        guard !overflow, !secondOverflow, !thirdOverflow else {
            report[.tooLate] += rows.count
            return
        }
        shift = sum
        for var row in rows {
            let (time, overflow) = row.time.addingReportingOverflow(change)
            guard !overflow, Self.isInRange(time) else {
                report[.badRow] += 1
                continue
            }
            row.time = time
            if count > 0, time < window[(head + count - 1) & 15].time { pushLate(row) } else { append(row) }
        }
    }

    private mutating func flush() {
        while count > 0 { popOldest() }
        closeGroup(before: nil)
    }

    // MARK: Rows that share a time

    @inline(__always)
    private mutating func group(_ row: Row) {
        guard spreadsSharedTimes, pending != nil, row.time == pendingTime || groupStep != 0 else {
            closeGroup(before: row.time)
            pending = row
            pendingTime = row.time
            return
        }
        extendGroup(row)
    }

    private mutating func extendGroup(_ row: Row) {
        if row.time == pendingTime {
            for other in group.suffix(Self.windowSize)
            where other.hasSameValues(as: row) && other.time == row.time {
                report[.duplicate] += 1
                return
            }
            if group.isEmpty, let pending, pending.hasSameValues(as: row) {
                report[.duplicate] += 1
                return
            }
        } else if !isBacklog(row) {
            closeGroup(before: row.time)
            pending = row
            pendingTime = row.time
            return
        }
        if group.isEmpty, let pending { group.append(pending) }
        group.append(row)
        pending = row
        pendingTime = row.time
        // From 16 rows with one stamp on, rows that follow at once belong to the same backlog.
        if group.count == 16 { groupStep = min(steps.median ?? 0, 10_000_000_000) }
        if group.count >= Self.longestGroup { closeGroup(before: nil) }
    }

    /// Whether a row with a new stamp still belongs to the backlog in ``group``.
    private func isBacklog(_ row: Row) -> Bool {
        guard groupStep > 0, let first = group.first else { return false }
        let (span, overflow) = row.time.subtractingReportingOverflow(first.time)
        return !overflow && span < groupStep / 4 * Int64(group.count)
    }

    @inline(__always)
    private mutating func closeGroup(before next: Int64?) {
        guard let row = pending else { return }
        if group.isEmpty {
            if let released { steps.add(row.time &- released) }
            ready.append(row)
        } else {
            spread(before: next)
        }
        released = row.time
        pending = nil
    }

    private mutating func spread(before next: Int64?) {
        guard let last = group.last else { return }
        let size = Int64(group.count)
        var room: Int64 = 0
        if let released {
            room = last.time.subtractingReportingOverflow(released).partialValue
        } else if let next {
            room = next.subtractingReportingOverflow(last.time).partialValue
        }
        room = max(0, room)
        let even = room / size
        let step = steps.median.map { min($0, even) } ?? even
        for (index, row) in group.enumerated() {
            var row = row
            row.time = last.time - step * (size - 1 - Int64(index))
            ready.append(row)
        }
        steps.add(even, weight: group.count)
        report[.sharedTime] += group.count - 1
        group.removeAll(keepingCapacity: true)
        groupStep = 0
    }
}
