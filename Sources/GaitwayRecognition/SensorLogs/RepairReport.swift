// SPDX-License-Identifier: Apache-2.0
/// What was repaired while a log was read. Nothing is dropped or changed without being counted here.
public struct RepairReport: Sendable, Hashable {
    /// A kind of repair; the raw value is its key in an activity stream's closing line.
    public enum Kind: String, CaseIterable, Sendable, Hashable {
        /// A row older than one before it, put back in its place.
        case outOfOrder = "out-of-order"
        /// A row too old to be put back, left out.
        case tooLate = "too-late"
        /// A row that repeats time and values of the one before, left out.
        case duplicate
        /// Rows that share a time stamp, spread over the step before.
        case sharedTime = "shared-time"
        /// The clock jumped back for good; later times were shifted so that it goes on.
        case clockReset = "clock-reset"
        /// A step of more than 0.5 s between samples of the accelerometer; never bridged.
        case gap
        /// A row without a usable number: NaN, infinite, empty, beyond 10⁴ m/s² or rad/s, or a position that is not on
        /// earth. The row is left out. Only its fix is left out if the fix is at fault and the row holds sensors, too.
        case notANumber = "not-a-number"
        /// A row cut off by the end of the file, left out.
        case cutRow = "cut-row"
        /// A row that is left out because it has too few columns, or a text where a number belongs.
        case badRow = "bad-row"
    }

    private var counts: [Kind: Int] = [:]

    /// A report without repairs.
    package init() {}

    /// How many repairs of one kind were made.
    package subscript(kind: Kind) -> Int {
        get { counts[kind] ?? 0 }
        set { counts[kind] = newValue == 0 ? nil : newValue }
    }

    /// The kinds that occurred, in the order of ``Kind``, with their counts.
    public var entries: [(kind: Kind, count: Int)] {
        Kind.allCases.compactMap { kind in counts[kind].map { (kind, $0) } }
    }
}
