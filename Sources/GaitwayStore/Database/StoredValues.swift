// SPDX-License-Identifier: Apache-2.0
internal import GRDB
import GaitwayBase
import GaitwayTimeline

// Times are stored as whole nanoseconds since 1970, activities and other words as text, flags and confidence as
// numbers. The types of other modules do not conform to protocols of GRDB, so that users of the store do not see it.
// Rows are decoded by throwing calls, since a subscript traps if damage has changed the type of a value.

extension Row {
    func time(_ column: String) throws -> Timestamp { Timestamp(nanoseconds: try decode(forColumn: column)) }

    /// The time in the column at an index.
    func time(at index: Int) throws -> Timestamp { Timestamp(nanoseconds: try decode(atIndex: index)) }

    /// The span of the columns `startTime` and `endTime`.
    var span: TimeSpan { get throws { TimeSpan(start: try time("startTime"), end: try time("endTime")) } }

    /// The number in the column `steps`, or nil.
    var steps: Int? {
        get throws {
            guard let steps = try decode(Int?.self, forColumn: "steps") else { return nil }
            guard StepCount.possible.contains(steps) else { throw StoreFault.damage("\(steps) steps are not possible") }
            return steps
        }
    }

    /// The case of an enumeration whose word is in a column.
    func word<Word: RawRepresentable<String>>(_ column: String) throws -> Word {
        let text = try decode(String.self, forColumn: column)
        guard let word = Word(rawValue: text) else {
            throw InputError.malformed(
                "the store is damaged: the \(column) \(quoted: text) does not exist",
                remedy: "go back to a copy of it, or add the logs to a new store")
        }
        return word
    }
}

extension PersistenceContainer {
    /// Stores a span in the columns `startTime` and `endTime`.
    mutating func setSpan(_ span: TimeSpan?) {
        self["startTime"] = span?.start.nanoseconds
        self["endTime"] = span?.end.nanoseconds
    }
}
