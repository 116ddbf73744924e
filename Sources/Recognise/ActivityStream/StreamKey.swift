import MotionTypes

/// The keys of an activity stream's lines.
enum StreamKey: String, CaseIterable, Sendable {
    case gaitway, version, source, model, origin
    case elapsed, start, delivered
    case stationary, walking, running, automotive, cycling, unknown
    case confidence, probabilities, smoothed, reason
    case isRepeat = "repeat"
    case window, speed
    case end, windows
    case windowsWithSpeed = "windows_with_speed"
    case repaired

    static let header: Set<StreamKey> = [.gaitway, .version, .source, .model, .origin]
    static let footer: Set<StreamKey> = [.end, .windows, .repaired]
    /// The keys that version 2 adds.
    static let ofSpeed: Set<StreamKey> = [.speed, .windowsWithSpeed]
    static let requiredOfReport: Set<StreamKey> = [
        .elapsed, .start, .delivered, .stationary, .walking, .running, .automotive, .cycling, .unknown,
        .confidence,
    ]
    static let report = requiredOfReport.union([.probabilities, .smoothed, .reason, .isRepeat, .window, .speed])

    /// The flag that the key sets; nil for other keys.
    var flag: ActivityFlags? {
        switch self {
        case .stationary: .stationary
        case .walking: .walking
        case .running: .running
        case .automotive: .automotive
        case .cycling: .cycling
        case .unknown: .unknown
        default: nil
        }
    }
}
