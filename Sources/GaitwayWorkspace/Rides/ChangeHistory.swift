// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

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
        /// The choice of another model for phones and rides.
        var model: Choice?

        package init(name: String) { self.name = name }
    }

    /// The rows of one recording that a change removes, and those that it adds.
    package struct Rows: Sendable, Hashable {
        package var recording: String
        package var before: [LabelRow]
        package var after: [LabelRow]

        /// The difference of two lists of rows.
        package init(recording: String, from old: [LabelRow], to new: [LabelRow]) {
            self.recording = recording
            before = Self.rest(of: old, without: new)
            after = Self.rest(of: new, without: old)
        }

        /// Whether it changes nothing.
        package var isEmpty: Bool { before.isEmpty && after.isEmpty }

        /// Other rows with the change; nil if they lack one that it removes.
        package func applied(to rows: [LabelRow]) -> [LabelRow]? {
            let rest = Self.rest(of: rows, without: before)
            return rest.count == rows.count - before.count ? rest + after : nil
        }

        /// This change and the next as one; nil if the next removes a row that this one does not add.
        fileprivate func joined(with next: Rows) -> Rows? {
            guard ExactName(recording) == ExactName(next.recording), let rows = next.applied(to: after) else {
                return nil
            }
            return Rows(recording: recording, from: before, to: rows)
        }

        private static func rest(of rows: [LabelRow], without others: [LabelRow]) -> [LabelRow] {
            var counts = others.reduce(into: [LabelRow: Int]()) { $0[$1, default: 0] += 1 }
            return rows.filter { row in
                guard let count = counts[row], count > 0 else { return true }
                counts[row] = count - 1
                return false
            }
        }
    }

    /// A file of the workspace before and after a change.
    package struct File: Sendable, Hashable {
        /// The path below the workspace's folder.
        package var path: String
        package var before: String?
        package var after: String?
    }

    /// A log that a change adds to `rides/`, or puts aside.
    package struct Log: Sendable, Hashable {
        /// The path below `rides/`.
        package var path: String
        /// Whether the change adds it.
        var isAdded: Bool
        /// The folder that keeps it while it is put aside: each upload has one of its own.
        package var aside: String

        /// The log that takes this one's move back.
        var reversed: Log { Log(path: path, isAdded: !isAdded, aside: aside) }
    }

    /// The file of the model in use before and after a change; nil for the built-in one.
    struct Choice: Sendable, Hashable {
        var before: String?
        var after: String?
    }

    /// A step of the history, which the server's notes have a line for.
    package enum Step: Sendable, Hashable {
        case made(Change)
        /// The change goes on with the last one: both are taken back together.
        case continued(Change)
        case undone
        case redone
    }

    private struct Entry: Sendable {
        var change: Change
        /// Bytes of its text.
        var size: Int

        init(_ change: Change) {
            self.change = change
            size = JSONWriter.text { change.write(to: &$0) }.utf8.count
        }
    }

    private var done: [Entry] = []
    private var undone: [Entry] = []
    private static let most = 100
    /// The most bytes of all changes; the last one is kept whatever it has.
    static let mostBytes = 8 << 20

    /// The name of the change that ``undo`` gives.
    var undoName: String? { done.last?.change.name }
    /// The name of the change that ``redo`` gives.
    var redoName: String? { undone.last?.change.name }

    /// The last change, with before and after exchanged; nil without any. Take ``Step/undone`` once it is applied.
    package var undo: Change? { done.last?.change.reversed }

    /// The last change that was taken back; nil without any. Take ``Step/redone`` once it is applied.
    var redo: Change? { undone.last?.change }

    /// The step that a change is that may go on with the last one, as a label that grows while a phone records.
    package func continued(by change: Change) -> Step {
        joined(with: change) == nil ? .made(change) : .continued(change)
    }

    /// Notes a step. What was taken back before a new change can no longer be repeated.
    package mutating func take(_ step: Step) {
        switch step {
        case .made(let change): append(change)
        case .continued(let change):
            guard let whole = joined(with: change) else { return append(change) }
            done.removeLast()
            append(whole)
        case .undone: undone += [done.popLast()].compactMap(\.self)
        case .redone: done += [undone.popLast()].compactMap(\.self)
        }
    }

    private mutating func append(_ change: Change) {
        undone = []
        done.append(Entry(change))
        var size = done.reduce(0) { $0 + $1.size }
        while done.count > Self.most || size > Self.mostBytes && done.count > 1 { size -= done.removeFirst().size }
    }

    private func joined(with change: Change) -> Change? {
        guard var last = done.last?.change, last.name == change.name, last.rows.count == 1, change.rows.count == 1,
            let rows = last.rows[0].joined(with: change.rows[0])
        else { return nil }
        last.rows[0] = rows
        return last
    }

    // MARK: The server's notes

    /// Writes the history for the server's notes.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.array("done") { json in for entry in done { entry.change.write(to: &json) } }
            json.array("undone") { json in for entry in undone { entry.change.write(to: &json) } }
        }
    }

    /// Writes a step for the server's notes.
    package static func write(_ step: Step, to json: inout JSONWriter) {
        json.object { json in
            let (word, change): (String, Change?) =
                switch step {
                case .made(let change): ("made", change)
                case .continued(let change): ("continued", change)
                case .undone: ("undone", nil)
                case .redone: ("redone", nil)
                }
            json.add("step", word)
            guard let change else { return }
            json.key("change")
            change.write(to: &json)
        }
    }

    /// Takes a line of the server's notes: a whole history, or a step.
    ///
    /// - Throws: `InputError` for another text.
    package mutating func read(_ json: JSONElement) throws(InputError) {
        func change(_ element: JSONElement?) throws(InputError) -> Change {
            guard let change = element.flatMap(Change.init) else { throw json.fault("the change cannot be read") }
            return change
        }
        switch json["step"]?.text {
        case "made": take(.made(try change(json["change"])))
        case "continued": take(.continued(try change(json["change"])))
        case "undone": take(.undone)
        case "redone": take(.redone)
        default:
            guard let done = json["done"]?.elements, let undone = json["undone"]?.elements else {
                throw json.fault("this is neither a history nor a step of it")
            }
            var new = ChangeHistory()
            for element in done { new.append(try change(element)) }
            for element in undone { new.undone.append(Entry(try change(element))) }
            self = new
        }
    }
}

extension ChangeHistory.Change {
    fileprivate var reversed: Self {
        var change = Self(name: name)
        change.rows = rows.map { .init(recording: $0.recording, from: $0.after, to: $0.before) }
        change.files = files.map { .init(path: $0.path, before: $0.after, after: $0.before) }
        change.logs = logs.map(\.reversed)
        change.model = model.map { .init(before: $0.after, after: $0.before) }
        return change
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.add("name", name)
            json.objects("rows", rows) { rows, json in
                json.add("recording", rows.recording)
                json.add("before", Self.table(rows.before))
                json.add("after", Self.table(rows.after))
            }
            json.objects("files", files) { file, json in
                json.add("path", file.path)
                json.add("before", file.before)
                json.add("after", file.after)
            }
            json.objects("logs", logs) { log, json in
                json.add("path", log.path)
                json.add("isAdded", log.isAdded)
                json.add("aside", log.aside)
            }
            guard let model else { return }
            json.object("model") { json in
                json.add("before", model.before)
                json.add("after", model.after)
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
            rows.append(.init(recording: recording, from: before, to: after))
        }
        for element in json["files"]?.elements ?? [] {
            guard let path = element["path"]?.text else { return nil }
            files.append(.init(path: path, before: element["before"]?.text, after: element["after"]?.text))
        }
        for element in json["logs"]?.elements ?? [] {
            guard let path = element["path"]?.text, let isAdded = element["isAdded"]?.boolean,
                let aside = element["aside"]?.text
            else { return nil }
            logs.append(.init(path: path, isAdded: isAdded, aside: aside))
        }
        model = json["model"].map { .init(before: $0["before"]?.text, after: $0["after"]?.text) }
    }

    /// Rows as a table with a header of their own.
    private static func table(_ rows: [LabelRow]) -> String {
        let columns = rows.reduce(into: Set<String>()) { $1.add(to: &$0) }.sorted()
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
