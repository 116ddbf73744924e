// SPDX-License-Identifier: Apache-2.0
/// Whether motion activity is available. Hardware and permission are two questions.
public enum MotionAvailability: String, CaseIterable, Sendable, Hashable, Codable {
    /// Motion hardware is missing.
    case unsupported
    /// There is hardware, and the person declined its use.
    case unauthorised
    /// There is hardware, and it may be used.
    case available
}

/// Whether and how motion activity was known at a decision. The four ways of not knowing it stay apart.
public enum MotionSourceState: String, CaseIterable, Sendable, Hashable {
    /// Motion hardware is missing.
    case unsupported
    /// The person declined its use.
    case unauthorised
    /// No report has arrived yet.
    case noReport = "no-report"
    /// The source has been silent for too long.
    case stale
    /// There is a report that counts.
    case fresh
}
