// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads the rows of one table into slots.
struct RowReader {
    enum Outcome {
        case row
        case blank
        /// Too few columns or text for a number, in this column (from 1).
        case bad(column: Int)
    }

    let layout: RowLayout
    private let scanner: FieldScanner
    private let timeScanner: FieldScanner
    private var rowIndex: Int64 = 0
    private var lastClock = Int64.min
    /// The sum of the steps so far.
    private var stepTime: Int64 = 0
    private var midnights: Int64 = 0

    /// The slots that a plain row fills; nil for a table that has no such rows.
    private let plainSlots: UInt32?
    private let requiredColumns: Int
    /// Whether rows have readings of sensors beside a fix. Text in a column of the fix leaves those readings usable.
    private let hasSensors: Bool
    /// The number of fields of fixes that held text.
    private(set) var textsInFixes = 0
    /// The number of consecutive rows that were not plain; after ``mostMisses`` no more are tried.
    private var misses = 0
    private static let mostMisses = 32

    init(_ layout: RowLayout) {
        self.layout = layout
        scanner = FieldScanner(dialect: layout.dialect)
        timeScanner = layout.timeScanner
        plainSlots = PlainRow.slots(of: layout)
        requiredColumns = layout.requiredColumns
        hasSensors = layout.sensorCount > 0
    }

    /// Reads one line.
    ///
    /// - Parameter plan: the layout's, which the caller holds over many rows.
    @inline(__always)
    mutating func read(
        _ bytes: Span<UInt8>, _ line: Range<Int>, plan: Span<UInt8>, into row: inout RowValues
    ) -> Outcome {
        if let plainSlots, misses < Self.mostMisses {
            if PlainRow.read(bytes, line, layout: layout, plan: plan, into: &row) {
                row.present = plainSlots
                misses = 0
                return .row
            }
            misses += 1
        }
        return readAny(bytes, line, plan: plan, into: &row)
    }

    @inline(never)
    private mutating func readAny(
        _ bytes: Span<UInt8>, _ line: Range<Int>, plan: Span<UInt8>, into row: inout RowValues
    ) -> Outcome {
        row.present = 0
        let end = min(line.upperBound, bytes.count)
        var position = line.lowerBound
        var hasTime = false
        for column in 0..<plan.count {
            if position > end {
                if column >= requiredColumns { break }
                return isBlank(bytes, line) ? .blank : .bad(column: column + 1)
            }
            let target = plan[column]
            if target < 16 {
                let (value, kind) = scanner.number(bytes, at: &position, end: end)
                row.slots[Int(target)] = value
                if kind == .number {
                    row.present |= 1 << UInt32(target)
                } else if kind == .text {
                    guard hasSensors, RowLayout.isOfFix(target) else { return .bad(column: column + 1) }
                    textsInFixes += 1
                }
            } else if target == RowLayout.skipped {
                skipField(bytes, at: &position, end: end)
            } else {
                guard readTime(bytes, at: &position, end: end, into: &row) else {
                    return isBlank(bytes, line) ? .blank : .bad(column: column + 1)
                }
                hasTime = true
            }
        }
        if !hasTime {
            guard case .rowIndex(let step) = layout.time, !isBlank(bytes, line) else { return .blank }
            row.time = rowIndex * step
            rowIndex += 1
        }
        return .row
    }

    @inline(__always)
    private func skipField(_ bytes: Span<UInt8>, at position: inout Int, end: Int) {
        if position < end, bytes.byte(position) == UInt8(ascii: "\"") {
            _ = scanner.field(bytes, at: &position, end: end)
            return
        }
        while position < end, bytes.byte(position) != layout.dialect.separator { position += 1 }
        position += 1
    }

    @inline(__always)
    private mutating func readTime(
        _ bytes: Span<UInt8>, at position: inout Int, end: Int, into row: inout RowValues
    ) -> Bool {
        if case .number(let scale) = layout.time {
            let decimal = timeScanner.decimal(bytes, at: &position, end: end)
            guard decimal.kind == .number, let time = decimal.integer(scale: scale) else { return false }
            row.time = time
            return true
        }
        return readTimeText(bytes, at: &position, end: end, into: &row)
    }

    private mutating func readTimeText(
        _ bytes: Span<UInt8>, at position: inout Int, end: Int, into row: inout RowValues
    ) -> Bool {
        if case .step(let scale) = layout.time {
            let decimal = timeScanner.decimal(bytes, at: &position, end: end)
            guard decimal.kind == .number, let step = decimal.integer(scale: scale), step >= 0 else { return false }
            let (time, overflow) = stepTime.addingReportingOverflow(step)
            guard !overflow else { return false }
            stepTime = time
            row.time = time
            return true
        }
        if case .days = layout.time {
            let (days, kind) = timeScanner.number(bytes, at: &position, end: end)
            row.time = Nanoseconds.rounded(SpreadsheetDays.seconds(days))
            return kind == .number
        }
        guard case .text(let colon, let order) = layout.time else { return false }
        let field = scanner.field(bytes, at: &position, end: end)
        guard let text = TimeText.parse(bytes, field, colon: colon, order: order) else { return false }
        guard !text.hasDate else {
            row.time = text.nanoseconds
            return true
        }
        // A clock that falls by more than half a day has passed midnight.
        let day: Int64 = 86_400_000_000_000
        if lastClock != .min, text.nanoseconds < lastClock - day / 2, midnights < 10000 { midnights += 1 }
        lastClock = text.nanoseconds
        row.time = text.nanoseconds + midnights * day
        return true
    }

    /// Whether a line holds nothing but spaces.
    private func isBlank(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
        for index in line.clamped(to: 0..<bytes.count)
        where bytes.byte(index) != UInt8(ascii: " ") && bytes.byte(index) != UInt8(ascii: "\t") {
            return false
        }
        return true
    }
}
