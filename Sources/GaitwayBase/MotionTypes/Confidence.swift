// SPDX-License-Identifier: Apache-2.0
/// How likely a reported activity is right; the raw values are those of Core Motion.
public enum Confidence: Int, CaseIterable, Comparable, Sendable, Hashable {
    /// The answer is often wrong.
    case low = 0
    /// The answer is right in most windows of this level.
    case medium = 1
    /// The answer is right in nearly all windows of this level.
    case high = 2

    /// Low lies below medium, medium below high.
    public static func < (left: Confidence, right: Confidence) -> Bool { left.rawValue < right.rawValue }

    /// The word used in files.
    public var name: String {
        switch self {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
    }

    /// The level with this word in files, or nil.
    package init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}
