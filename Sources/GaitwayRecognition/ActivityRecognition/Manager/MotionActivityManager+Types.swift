// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

extension MotionActivityManager {
    /// Whether the person allowed the use of motion activity; the cases are Core Motion's.
    public enum Authorization: String, CaseIterable, Sendable, Hashable {
        /// The person was not asked yet.
        case notDetermined = "not-determined"
        /// The person cannot allow it.
        case restricted
        /// The person declined.
        case denied
        /// The person allowed it.
        case authorized
    }

    /// What is known of the source. The ways of not knowing the activity differ and stay apart.
    public enum SourceState: Sendable, Hashable {
        /// There is nothing that could report.
        case unsupported
        /// The person did not allow it.
        case unauthorized(Authorization)
        /// No report has arrived yet.
        case noReport
        /// Nothing was heard, not even a repeat, for too long.
        case stale(since: Timestamp)
        /// The current report counts.
        case fresh
    }

    /// Why a question has no answer.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// There is nothing that could report.
        case unavailable
        /// The person did not allow it.
        case unauthorized(Authorization)
        /// The range begins after the time that is now.
        case futureRange(Timestamp)
        /// The range ends before it begins.
        case reversedRange
        /// The speed of a replay is neither 0.001 to 1,000,000 nor infinite.
        case speed(Double)
        /// Another source is running.
        case sourceRunning

        /// One line for people.
        public var description: String {
            switch self {
            case .unavailable: "motion activity is not available"
            case .unauthorized(let authorization): "motion activity is not authorised: \(authorization.rawValue)"
            case .futureRange(let now): "the range lies in the future; it is \(now.iso8601)"
            case .reversedRange: "the range ends before it begins"
            case .speed(let speed): "\(speed) is not a speed for a replay; give 0.001 to 1000000, or infinity"
            case .sourceRunning: "another source is running"
            }
        }
    }
}
