/// How likely a reported activity is right; the raw values are those of Core Motion.
public enum Confidence: Int, CaseIterable, Comparable, Sendable, Hashable {
    case low = 0
    case medium = 1
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

    /// The level that a file calls `name`, or nil.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}
