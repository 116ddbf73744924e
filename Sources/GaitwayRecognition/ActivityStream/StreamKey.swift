// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

enum StreamKey: String, CaseIterable, Sendable {
    case gaitway, version, source, model, origin, smoothing, fields
    case elapsed, start, delivered, activity
    case stationary, walking, running, automotive, cycling, unknown
    case confidence, probabilities, smoothed, reason
    case isRepeat = "repeat"
    case isProvisional = "provisional"
    case window, speed, steps, cadence
    case end, windows
    case windowsWithSpeed = "windows_with_speed"
    case repaired

    static let footer: Set<StreamKey> = [.end, .windows, .repaired]
    static let optionalOfReport: Set<StreamKey> = [
        .probabilities, .smoothed, .reason, .isRepeat, .isProvisional, .window, .speed, .steps, .cadence,
    ]

    static func header(of version: Int) -> Set<StreamKey> { version < 3 ? earlierHeader : header }

    static func report(of version: Int) -> Set<StreamKey> { version < 3 ? earlierReport : report }

    private static let earlierHeader: Set<StreamKey> = [.gaitway, .version, .source, .model, .origin]
    private static let header = earlierHeader.union([.smoothing])
    private static let earlierReport: Set<StreamKey> = [
        .elapsed, .start, .delivered, .stationary, .walking, .running, .automotive, .cycling, .unknown, .confidence,
    ]
    private static let report = earlierReport.union([.activity])

    /// The flag that the key sets; nil for other keys.
    var flag: ActivityFlags? { Self.flags.first { $0.key == self }?.flag }

    /// The keys that set flags, in the order in which they are written.
    static let flags: [(key: StreamKey, flag: ActivityFlags)] = [
        (.stationary, .stationary), (.walking, .walking), (.running, .running), (.automotive, .automotive),
        (.cycling, .cycling), (.unknown, .unknown),
    ]
}
