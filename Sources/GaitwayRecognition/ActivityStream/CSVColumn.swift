// SPDX-License-Identifier: Apache-2.0
/// The columns of an activity stream's CSV: the log's name, then the keys of a report in NDJSON, with a dot for nested
/// objects. The columns of header and closing line are those of versions 1 and 2.
package enum CSVColumn: String, CaseIterable {
    case source
    case elapsed, start, delivered
    case activity
    case stationary, walking, running, automotive, cycling, unknown
    case confidence
    case probabilityOfStationary = "probabilities.stationary"
    case probabilityOfWalking = "probabilities.walking"
    case probabilityOfRunning = "probabilities.running"
    case probabilityOfCycling = "probabilities.cycling"
    case probabilityOfAutomotive = "probabilities.automotive"
    case probabilityOfNone = "probabilities.none"
    case smoothedStationary = "smoothed.stationary"
    case smoothedWalking = "smoothed.walking"
    case smoothedRunning = "smoothed.running"
    case smoothedCycling = "smoothed.cycling"
    case smoothedAutomotive = "smoothed.automotive"
    case smoothedNone = "smoothed.none"
    case reason
    case isRepeat = "repeat"
    case windowFrom = "window.from"
    case windowTo = "window.to"
    case windowStart = "window_start"
    case windowEnd = "window_end"
    case speed
    case steps, cadence
    case isProvisional = "provisional"
    case gaitway, version, model, origin
    case end, windows
    case windowsWithSpeed = "windows_with_speed"
    case repaired

    /// The columns of a stream with some optional fields, in written order.
    package static func columns(_ fields: [StreamField], hasMomentsOfWindow: Bool = false) -> [CSVColumn] {
        allCases.filter { column in
            let field: StreamField? = column == .cadence ? .steps : StreamField(rawValue: column.rawValue)
            return !ofFrame.contains(column) && (hasMomentsOfWindow || !momentsOfWindow.contains(column))
                && (field.map(fields.contains) ?? true)
        }
    }

    /// The columns of versions 1 and 2.
    static func earlierColumns(hasSpeed: Bool) -> [CSVColumn] {
        allCases.filter {
            ![.activity, .steps, .cadence, .isProvisional, .windowStart, .windowEnd].contains($0)
                && (hasSpeed || $0 != .speed && $0 != .windowsWithSpeed)
        }
    }

    /// The moments of a window, beside its times: only where each window has a row.
    static let momentsOfWindow: Set<CSVColumn> = [.windowStart, .windowEnd]

    /// The columns of the header and the closing line, which were rows before version 3.
    private static let ofFrame: Set<CSVColumn> = [
        .gaitway, .version, .model, .origin, .end, .windows, .windowsWithSpeed, .repaired,
    ]

    /// The key of the field that the column belongs to.
    var key: StreamKey? { StreamKey(rawValue: String(rawValue.prefix { $0 != "." })) }

    static let probabilities: [CSVColumn] = [
        .probabilityOfStationary, .probabilityOfWalking, .probabilityOfRunning, .probabilityOfCycling,
        .probabilityOfAutomotive, .probabilityOfNone,
    ]
    static let smoothed: [CSVColumn] = [
        .smoothedStationary, .smoothedWalking, .smoothedRunning, .smoothedCycling, .smoothedAutomotive,
        .smoothedNone,
    ]
}
