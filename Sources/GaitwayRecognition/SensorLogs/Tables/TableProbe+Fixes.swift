// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension TableProbe {
    /// How many rows are looked at, fewer where they arrive slowly.
    private static let speedRows = 100
    private static let liveSpeedRows = 10

    /// Leaves the speeds of a table of sensors out if their column holds text, and says so: the sensors can be read all
    /// the same.
    mutating func leaveTextOut(_ layout: inout RowLayout) throws(InputError) {
        guard layout.deliversSpeed, layout.sensorCount > 0,
            let column = layout.plan.firstIndex(of: UInt8(RowLayout.location + 3))
        else { return }
        goToFirstRow(headerLines: layout.headerLines)
        let scanner = FieldScanner(dialect: layout.dialect)
        var text: String?
        for _ in 0..<(lines.isLive ? Self.liveSpeedRows : Self.speedRows) {
            guard let line = try nextProbeLine() else { break }
            let storage = lines.storage
            let fields = scanner.fields(storage.span, line)
            guard fields.indices.contains(column) else { continue }
            var position = fields[column].lowerBound
            switch scanner.number(storage.span, at: &position, end: fields[column].upperBound).1 {
            case .number: return
            case .text: text = text ?? QuotedText.text(storage[fields[column]])
            default: break
            }
        }
        guard let text else { return }
        layout.deliversSpeed = false
        if !options.readsLocation { layout.plan[column] = RowLayout.skipped }
        guesses.append("the speeds are left out, as \(quoted: text) is not a number")
    }
}
