internal import GRDB
import MotionTypes
import Timeline

// Times are stored as whole nanoseconds since 1970, activities and other words as text, flags and confidence as numbers.
// The types of other modules conform to nothing of GRDB's, so that no one who uses the store sees it. Rows are decoded by
// what throws: a subscript traps where damage has put another value than the column promises.

extension Row {
    /// A time.
    func time(_ column: String) throws -> Timestamp { Timestamp(nanoseconds: try decode(forColumn: column)) }

    /// A time of the column at an index.
    func time(at index: Int) throws -> Timestamp { Timestamp(nanoseconds: try decode(atIndex: index)) }

    /// A stretch of time: the columns `startTime` and `endTime`.
    var span: TimeSpan { get throws { TimeSpan(start: try time("startTime"), end: try time("endTime")) } }

    /// One of the words of an enumeration.
    func word<Word: RawRepresentable<String>>(_ column: String) throws -> Word {
        let text = try decode(String.self, forColumn: column)
        guard let word = Word(rawValue: text) else {
            throw InputError(
                .malformed, problem: "the store is damaged: the \(column) \(quoted: text) does not exist",
                remedy: "go back to a copy of it, or add the logs to a new store")
        }
        return word
    }
}

extension PersistenceContainer {
    /// Stores a stretch of time in the columns `startTime` and `endTime`.
    mutating func setSpan(_ span: TimeSpan?) {
        self["startTime"] = span?.start.nanoseconds
        self["endTime"] = span?.end.nanoseconds
    }
}
