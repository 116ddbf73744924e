// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What the columns of a log's table say beside its samples: whose the log is, and what the person did when.
///
/// They are for manifests. Recognition does not read them.
package struct LabelColumns: Sendable {
    /// A run of rows with the same word.
    package struct Span: Sendable, Hashable {
        package let word: String
        /// Where the run begins, as a share of the log from 0 to 1.
        package internal(set) var start: Double
        /// Where the next run begins; 1 for the last.
        package internal(set) var end: Double
    }

    /// The person of all rows; nil if the table does not say one.
    package private(set) var user: String?
    /// The runs of the column of activities, in order; empty without such a column.
    package private(set) var spans: [Span] = []

    /// The headings, in lower case without blanks and other marks.
    private static let activities: Set = [
        "activity", "activities", "activityname", "activitylabel", "label", "labels", "class", "action", "gt",
        "groundtruth", "aktivität", "aktivitaet", "activité", "actividad",
    ]
    /// The headings of people, which part a table too.
    static let people: Set = [
        "user", "userid", "subject", "subjectid", "participant", "participantid", "person",
    ]
    private static let users = people.union(["username", "personid", "volunteer"])
    /// The most lines above the header.
    private static let preamble = 100

    /// The columns of a log; nil unless it is a single table whose header names one of them.
    ///
    /// - Throws: `InputError` for a log that cannot be opened or read.
    package init?(_ log: FoundLog) throws(InputError) {
        let source: any ByteSource
        switch log.place {
        case .file(let path): source = try InputFile(path: path).unpacked(name: path)
        case .treeFile(let tree, let path): source = try tree.open(path)
        case .pipe, .folder: return nil
        }
        let (content, text) = try LogContent.of(TextSource.utf8(source))
        guard content == .table else { return nil }
        try self.init(table: text, name: log.name)
    }

    private init?(table source: any ByteSource, name: String) throws(InputError) {
        let lines = LineBuffer(source, name: name)
        try lines.skipByteOrderMark()
        var dialect = CSVDialect.standard
        func fields(_ line: Range<Int>) throws(InputError) -> [String] {
            var reader = CSVReader(Array(lines.storage[line]), dialect: dialect)
            return try reader.next()?.map(\.text) ?? []
        }
        var (names, header): ([String], [String]) = ([], [])
        while lines.lineNumber < Self.preamble, let line = try lines.nextLine() {
            dialect = CSVDialect(detecting: Array(lines.storage[line]))
            dialect.quotes = .loose
            names = try fields(line)
            header = names.map { $0.lowercased().filter(\.isLetter) }
            if header.contains(where: { Self.activities.union(Self.users).contains($0) }) { break }
        }
        let activity = header.firstIndex { Self.activities.contains($0) }
        let person = header.firstIndex { Self.users.contains($0) }
        guard activity != nil || person != nil else { return nil }
        let time = ColumnRole.time.column(among: names.map { ColumnName(Array($0.utf8)) })
        var (people, starts, times): (Set<String>, [(row: Int, time: Double?)], (Double?, Double?)) = (
            [], [], (nil, nil)
        )
        var rows = 0
        while let line = try lines.nextLine() {
            let row = try fields(line)
            guard row.count > 1 else { continue }
            let moment = time.flatMap { row.indices.contains($0) ? Double(row[$0]) : nil }
            if rows == 0 { times.0 = moment }
            times.1 = moment
            if let person, row.indices.contains(person), people.count < 2 { people.insert(row[person]) }
            if let activity, row.indices.contains(activity), row[activity] != spans.last?.word {
                spans.append(Span(word: row[activity], start: 0, end: 1))
                starts.append((rows, moment))
            }
            rows += 1
        }
        if people.count == 1, let only = people.first, !only.isEmpty { user = only }
        // Shares of the time, in any unit. If the times are not numbers that grow, shares of the rows.
        for (index, start) in starts.enumerated() {
            var share = Double(start.row) / Double(max(1, rows))
            if let first = times.0, let last = times.1, last > first, let own = start.time {
                share = min(1, max(0, (own - first) / (last - first)))
            }
            spans[index].start = share
            if index > 0 { spans[index - 1].end = share }
        }
    }
}
