// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
import GaitwayRecognition

/// The look of tables of activities: column widths for 80 columns, times, names and colours.
package struct TableLayout: Sendable {
    /// One cell: a text, how wide its column is, and on which side the room is.
    struct Cell {
        let text: String
        /// The column's width in characters; a longer text sticks out.
        let width: Int
        /// True to align the text to the right.
        var isFlushRight = false
        /// The answer whose colour the cell has; nil for no colour.
        var prediction: Prediction?
    }

    let width: Int
    /// True to colour answers by terminal sequences.
    let isColoured: Bool
    /// The zone whose clock shows moments; nil for UTC.
    private let zone: LocalZone?

    /// A layout for `width` columns, with colours if the reader can show them, and moments by the clock of a zone, or
    /// in UTC.
    package init(width: Int, isColoured: Bool, zone: LocalZone? = nil) {
        self.width = width
        self.isColoured = isColoured
        self.zone = zone.flatMap { ["UTC", "GMT", "Etc/UTC"].contains($0.name) ? nil : $0 }
    }

    /// Where a window or stretch begins: since the log's beginning, and by the clock if the log has one. Only a wide
    /// table has room for the date.
    func times(_ time: String, _ moment: String?) -> [Cell] {
        [Cell(text: time, width: isNarrow ? 7 : 9, isFlushRight: true)]
            + [isNarrow ? nil : moment].compactMap(\.self).map {
                Cell(text: $0, width: hasDates ? 19 : 8, isFlushRight: true)
            }
    }

    func probability(_ text: String) -> Cell { Cell(text: text, width: hasDates ? 11 : 4, isFlushRight: true) }

    var probabilityTitle: String { hasDates ? "probability" : "prob" }

    private var isNarrow: Bool { width < TextWidth.standard }

    /// True if there is room for dates, and for notes after a row.
    var hasDates: Bool { width >= 100 }

    var hasSteps: Bool { !isNarrow }

    var momentTitle: String { zone == nil ? "UTC" : "clock" }

    func moment(_ moment: Timestamp) -> String {
        if let zone { return hasDates ? zone.text(of: moment) : zone.parts(of: moment).clock }
        let text = moment.iso8601
        let (date, time) = (text.prefix(10), text.dropFirst(11).prefix(8))
        return hasDates ? date + " " + time : String(time)
    }

    /// A row with its line end.
    func row(_ cells: [Cell]) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            let isLast = cells.dropFirst(index + 1).allSatisfy(\.text.isEmpty)
            let room = String(repeating: " ", count: max(0, cell.width - cell.text.count))
            let text = coloured(cell)
            line += cell.isFlushRight ? room + text : isLast ? text : text + room
            if isLast { break }
            line += "  "
        }
        return line + "\n"
    }

    /// Text of words, wrapped at spaces to the width.
    func paragraph(_ text: String) -> String {
        TextWidth.wrapped(text, width: width, indent: 2)
    }

    private func coloured(_ cell: Cell) -> String {
        guard isColoured, let colour = cell.prediction.flatMap(ActivityPalette.colour)?.terminal else {
            return cell.text
        }
        return "\u{1b}[\(colour)m\(cell.text)\u{1b}[0m"
    }

    /// The last lines: whose clock the moments are by, if there are any, and how the windows were joined.
    func closing(_ header: StreamHeader?) -> String {
        let clock = zone.map { header?.origin != nil ? paragraph("The clock is that of \($0.name).") : "" } ?? ""
        return clock + (header?.smoothing.flatMap(Smoothing.init(rawValue:)).map(closing) ?? "")
    }

    func closing(_ smoothing: Smoothing) -> String {
        paragraph("\(smoothing.meaning) (\(smoothing.rawValue)).")
    }

    /// The repairs by kind and count; empty without repairs.
    func repairs(_ repaired: [StreamFooter.Repair]) -> String {
        guard !repaired.isEmpty else { return "" }
        return paragraph("repaired: " + repaired.map { "\($0.kind) \($0.count)" }.joined(separator: ", "))
    }

    /// The number of windows that use a speed; empty if speeds were not used, or if that is unknown.
    func speeds(_ footer: StreamFooter) -> String {
        guard let count = footer.windowsWithSpeed else { return "" }
        return paragraph(
            count == 0
                ? "No window has a speed: the log has no location fixes with a speed."
                : "\(count) of \(footer.windows.counted("window")) \(count == 1 ? "goes" : "go") by the speed of "
                    + "location fixes."
        )
    }

    static func bySpeed(_ confidence: Confidence) -> String { confidence.name + ", by speed" }

    static func name(of prediction: Prediction, isAtRest: Bool = false) -> String {
        isAtRest ? "vehicle at rest" : prediction == .noneOfThese ? "none of these" : prediction.name
    }

    /// h:mm:ss of a non-negative time, seconds rounded down.
    static func clock(_ time: Duration) -> String {
        ClockText.text(wholeSeconds: time.components.seconds)
    }
}
