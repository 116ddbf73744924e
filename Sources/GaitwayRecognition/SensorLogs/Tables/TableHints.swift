// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What is known of a table before it is read: from its name, its folder, the logger's habits.
struct TableHints {
    /// Whether the table is a whole log: nothing beside it tells its logger.
    var isAlone = false
    /// What columns `x`, `y`, `z` without a name hold.
    var bare: ColumnRole = .acceleration
    /// The app that wrote it, if the folder or the user says so.
    var logger: Logger?
    /// Whether acceleration contains gravity, if the logger's format says so.
    var acceleration: LogOptions.Acceleration?
    /// The unit of acceleration, if the logger's format says so.
    var unit: LogOptions.Unit?
    /// Whether the signs are those of iOS, the negative of Android's.
    var hasNegativeSigns = false
    /// The roles to read; nil for all.
    var wanted: Set<ColumnRole>?
    /// Whether a column of row numbers may stand before those that the header names.
    var mayHoldRowNumbers = true
    /// The unit of the time as a power of ten in nanoseconds, if another table of the log has told it.
    var timeExponent: Int?
    /// The stem of the time column to read; nil for the best.
    var timeStem: String?
    /// Whether rows that repeat the time before are left out without being counted.
    var skipsRepeatedTimes = false
    /// Letters and digits of the file's name, lower case; empty if it has none.
    var fileStem = ""
}

extension ColumnRole {
    /// The roles of a table of fixes.
    static let ofFixes: Set<ColumnRole> = [.latitude, .longitude, .altitude, .speed, .course, .horizontalAccuracy]
}

/// A table that is ready to be read, and what was found out about it.
struct SettledTable {
    var layout: RowLayout
    var logger: Logger
    var guesses: [String]
    /// The header's columns; nameless without a header.
    var names: [ColumnName]
    /// If the user says what headings mean: those of the header; empty without one.
    var headings: [String]
    /// The units that values were converted from.
    var units: [Sensor: String]
}
