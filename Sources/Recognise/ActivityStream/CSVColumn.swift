/// The columns of an activity stream's CSV, in written order: the keys of the NDJSON, with a dot for nested objects.
/// The columns of reports come first, then those of the header and the footer. A row fills the columns of its kind.
package enum CSVColumn: String, CaseIterable {
    case elapsed, start, delivered
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
    case speed
    case gaitway, version, source, model, origin
    case end, windows
    case windowsWithSpeed = "windows_with_speed"
    case repaired

    /// The columns of a stream with or without speeds.
    package static func columns(hasSpeed: Bool) -> [CSVColumn] {
        allCases.filter { hasSpeed || !ofSpeed.contains($0) }
    }

    /// The columns that version 2 adds.
    static let ofSpeed: [CSVColumn] = [.speed, .windowsWithSpeed]

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
