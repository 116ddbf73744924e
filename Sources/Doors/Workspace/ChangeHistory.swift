package import Formats
import MotionTypes

/// The changes that can be taken back and repeated, newest last. A pure value.
package struct ChangeHistory: Sendable {
    /// What one click or key changed: rows of recordings, and files.
    package struct Change: Sendable, Hashable {
        /// What was changed, for people.
        package var name: String
        /// The rows of recordings before and after.
        package var rows: [Rows] = []
        /// The texts of files before and after; nil for a file that does not exist.
        package var files: [File] = []
        /// The logs that it adds, or puts aside.
        package var logs: [Log] = []

        package init(name: String) { self.name = name }
    }

    /// The rows of one recording before and after a change.
    package struct Rows: Sendable, Hashable {
        package var recording: String
        package var before: [LabelRow]
        package var after: [LabelRow]

        package init(recording: String, before: [LabelRow], after: [LabelRow]) {
            self.recording = recording
            self.before = before
            self.after = after
        }
    }

    /// A file of the workspace before and after a change.
    package struct File: Sendable, Hashable {
        /// The path below the workspace's folder.
        package var path: String
        package var before: String?
        package var after: String?

        package init(path: String, before: String?, after: String?) {
            self.path = path
            self.before = before
            self.after = after
        }
    }

    /// A log that a change adds to `rides/`, or puts aside.
    package struct Log: Sendable, Hashable {
        /// The path below `rides/`.
        package var path: String
        /// Whether the change adds it.
        package var isAdded: Bool
        /// The folder that keeps it while it is put aside: each upload has one of its own. Empty in older histories.
        package var aside: String

        package init(path: String, isAdded: Bool, aside: String) {
            self.path = path
            self.isAdded = isAdded
            self.aside = aside
        }
    }

    private var done: [Change] = []
    private var undone: [Change] = []
    private static let most = 100

    package init() {}

    /// The name of the change that ``takeUndo()`` gives.
    package var undoName: String? { done.last?.name }
    /// The name of the change that ``takeRedo()`` gives.
    package var redoName: String? { undone.last?.name }

    /// Notes a change. What was taken back before can no longer be repeated.
    ///
    /// - Parameter continues: whether the change goes on with the last one if it has the same name, as a label that
    ///   grows while a phone records. Both are then taken back together.
    package mutating func append(_ change: Change, continues: Bool = false) {
        if continues, var last = done.last, last.name == change.name, last.rows.count == 1, change.rows.count == 1,
            last.rows[0].after == change.rows[0].before
        {
            last.rows[0].after = change.rows[0].after
            done[done.count - 1] = last
            undone = []
            return
        }
        done.append(change)
        if done.count > Self.most { done.removeFirst() }
        undone = []
    }

    /// The last change, with before and after exchanged; nil without any. Call ``confirmUndo()`` once it is
    /// applied.
    package var undo: Change? { done.last?.reversed }

    /// The last change that was taken back; nil without any. Call ``confirmRedo()`` once it is applied.
    package var redo: Change? { undone.last }

    /// Moves the last change to those taken back.
    package mutating func confirmUndo() { undone += [done.popLast()].compactMap(\.self) }

    /// Moves the last change that was taken back to those done.
    package mutating func confirmRedo() { done += [undone.popLast()].compactMap(\.self) }

    // MARK: The server's notes

    /// Writes the history for the server's notes.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.array("done") { json in for change in done { change.write(to: &json) } }
            json.array("undone") { json in for change in undone { change.write(to: &json) } }
        }
    }

    /// Reads a history of the server's notes; entries that cannot be read are left out.
    package init(_ json: JSONElement) {
        done = json["done"]?.elements?.compactMap(Change.init) ?? []
        undone = json["undone"]?.elements?.compactMap(Change.init) ?? []
    }
}

extension ChangeHistory.Change {
    fileprivate var reversed: Self {
        var change = Self(name: name)
        change.rows = rows.map { .init(recording: $0.recording, before: $0.after, after: $0.before) }
        change.files = files.map { .init(path: $0.path, before: $0.after, after: $0.before) }
        change.logs = logs.map { .init(path: $0.path, isAdded: !$0.isAdded, aside: $0.aside) }
        return change
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.add("name", name)
            json.array("rows") { json in
                for rows in rows {
                    json.object { json in
                        json.add("recording", rows.recording)
                        json.add("before", Self.table(rows.before))
                        json.add("after", Self.table(rows.after))
                    }
                }
            }
            json.array("files") { json in
                for file in files {
                    json.object { json in
                        json.add("path", file.path)
                        json.add("before", file.before)
                        json.add("after", file.after)
                    }
                }
            }
            json.array("logs") { json in
                for log in logs {
                    json.object { json in
                        json.add("path", log.path)
                        json.add("isAdded", log.isAdded)
                        json.add("aside", log.aside)
                    }
                }
            }
        }
    }

    fileprivate init?(_ json: JSONElement) {
        guard let name = json["name"]?.text else { return nil }
        self.init(name: name)
        for element in json["rows"]?.elements ?? [] {
            guard let recording = element["recording"]?.text, let before = Self.rows(element["before"]?.text),
                let after = Self.rows(element["after"]?.text)
            else { return nil }
            rows.append(.init(recording: recording, before: before, after: after))
        }
        for element in json["files"]?.elements ?? [] {
            guard let path = element["path"]?.text else { return nil }
            files.append(.init(path: path, before: element["before"]?.text, after: element["after"]?.text))
        }
        for element in json["logs"]?.elements ?? [] {
            guard let path = element["path"]?.text, let isAdded = element["isAdded"]?.boolean else { return nil }
            logs.append(.init(path: path, isAdded: isAdded, aside: element["aside"]?.text ?? ""))
        }
    }

    /// Rows as a table with a header of their own.
    private static func table(_ rows: [LabelRow]) -> String {
        let columns = rows.reduce(into: Set<String>()) { $0.formUnion($1.columns) }.sorted()
        return rows.reduce(into: columns.isEmpty ? "" : CSVText.record(columns)) { $0 += $1.line(columns) }
    }

    private static func rows(_ text: String?) -> [LabelRow]? {
        guard let text else { return nil }
        var reader = CSVReader(Array(text.utf8))
        do throws(InputError) {
            guard let names = try reader.next() else { return [] }
            var rows: [LabelRow] = []
            while let fields = try reader.next() { rows.append(try LabelRow(fields, columns: names.map(\.text))) }
            return rows
        } catch {
            return nil
        }
    }
}
