// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Reads rows whose fields are all plain numbers, as nearly all rows of most logs are.
///
/// ``RowReader`` reads all rows, these to the same values. A separate loop without calls or cases keeps everything in
/// registers, and looks for the end of the line only behind the last separator.
enum PlainRow {
    /// The slots that a plain row of a table fills; nil if the table's rows cannot be plain, or need a closer look.
    static func slots(of layout: RowLayout) -> UInt32? {
        guard case .number(let scale) = layout.time, scale == 9 || scale == 6 else { return nil }
        guard layout.timeMark == nil, layout.dialect.mark != layout.dialect.separator else { return nil }
        var slots: UInt32 = 0
        for target in layout.plan where target != RowLayout.timeColumn {
            guard target < 16 else { return nil }
            slots |= 1 << UInt32(target)
        }
        return layout.plan.contains(RowLayout.timeColumn) ? slots : nil
    }

    /// Reads one line of a table that has ``slots(of:)``; false for a line that is not plain, whatever was written to
    /// `row`.
    @inline(never)
    static func read(
        _ bytes: Span<UInt8>, _ line: Range<Int>, layout: RowLayout, plan: Span<UInt8>, into row: inout RowValues
    ) -> Bool {
        guard case .number(let scale) = layout.time else { return false }
        let separator = layout.dialect.separator
        let mark = layout.dialect.mark
        let end = line.upperBound
        var position = line.lowerBound
        // The line ends with a line break, where all reading stops. With this, no index below is outside.
        guard position >= 0, position <= end, end &+ PlainNumber.lookahead <= bytes.count else { return false }
        let lineBreak = bytes.byte(end)
        guard lineBreak == UInt8(ascii: "\n") || lineBreak == UInt8(ascii: "\r") else { return false }
        for column in plan.indices {
            guard position <= end, let number = PlainNumber(bytes, at: &position, mark: mark) else { return false }
            guard bytes.byte(position) == separator || position == end else { return false }
            position &+= 1
            let target = Int(plan[column])
            if target < 16 {
                row.slots[target] = number.double
            } else {
                guard let time = number.integer(scale: scale) else { return false }
                row.time = time
            }
        }
        return true
    }
}
