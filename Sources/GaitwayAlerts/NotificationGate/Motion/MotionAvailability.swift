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
