// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import Testing

@testable import GaitwayWorkspace

struct RideLibraryTests {
    private func library() throws -> RideLibrary {
        var library = RideLibrary()
        _ = library.list([
            RideEntry(ride: "a.csv", size: 1, modified: 1), RideEntry(ride: "b.csv", size: 1, modified: 1),
        ])
        library.use(library.manifest(replacedBy: try ManifestText([], source: "m.csv")))
        return library
    }

    /// A file system keeps both files, so each has its entry, its labels and its row.
    @Test func namesThatDifferInTheirUnicodeFormAreTwoRides() throws {
        let (composed, decomposed) = ("caf\u{e9}.csv", "cafe\u{301}.csv")
        var library = RideLibrary()
        _ = library.list([
            RideEntry(ride: composed, size: 1, modified: 1), RideEntry(ride: decomposed, size: 2, modified: 1),
        ])
        #expect(library.entries[composed]?.size == 1 && library.entries[decomposed]?.size == 2)
        let walk = try #require(try library.changing([composed], by: .all(.activity(.walking))))
        library.use(try library.manifest(with: walk))
        #expect(library.labelled == 1 && library.labels(of: decomposed).spans.isEmpty)
        let drive = try #require(try library.changing([decomposed], by: .all(.activity(.automotive))))
        library.use(try library.manifest(with: drive))
        #expect(library.labels(of: composed).spans.map(\.label) == [.activity(.walking)])
        #expect(try library.removing([composed, decomposed]) { $0 }.logs.count == 2)
        let removal = try library.removing([decomposed]) { $0 }
        #expect(removal.rows.map { Array($0.recording.utf8) } == [Array("rides/\(decomposed)".utf8)])
        library.use(try library.manifest(with: removal))
        #expect(library.labels(of: composed).spans.map(\.label) == [.activity(.walking)])
        #expect(library.labels(of: decomposed).spans.isEmpty)
    }

    @Test func aChangeIsTakenBackAndRepeated() throws {
        var library = try library()
        let change = try #require(try library.changing(["a.csv", "b.csv"], by: .all(.activity(.walking))))
        library.use(try library.manifest(with: change))
        library.history.take(.made(change))
        #expect(library.labelled == 2)
        #expect(library.history.undoName == "labels of 2 rides")
        library.use(try library.manifest(with: try #require(library.history.undo)))
        library.history.take(.undone)
        #expect(library.labelled == 0)
        #expect(library.history.undoName == nil)
        library.use(try library.manifest(with: try #require(library.history.redo)))
        #expect(library.labelled == 2)
    }

    @Test func aChangeOfLabelsThatOthersChangedIsRefused() throws {
        var library = try library()
        let first = try #require(try library.changing(["a.csv"], by: .all(.activity(.walking))))
        library.use(try library.manifest(with: first))
        library.history.take(.made(first))
        let other = try #require(try library.changing(["a.csv"], by: .all(.activity(.cycling))))
        library.use(try library.manifest(with: other))
        #expect(throws: InputError.self) { try library.manifest(with: try #require(library.history.undo)) }
    }

    @Test func aLabelThatGrowsIsTakenBackAtOnce() throws {
        var library = try library()
        for end in [2.0, 3, 4] {
            let change = try #require(
                library.replacing([(from: 1, to: end, label: .activity(.walking))], of: "a.csv"))
            library.use(try library.manifest(with: change))
            library.history.take(library.history.continued(by: change))
        }
        #expect(library.labels(of: "a.csv").spans.map(\.to) == [4])
        library.use(try library.manifest(with: try #require(library.history.undo)))
        library.history.take(.undone)
        #expect(library.labels(of: "a.csv").spans.isEmpty)
        #expect(library.history.undoName == nil)
    }

    @Test func aHistoryIsReadBack() throws {
        var library = try library()
        var change = try #require(try library.changing(["a.csv"], by: .put(from: 1, to: 2, .noneOfThese)))
        change.files = [.init(path: "places.geojson", before: nil, after: "{}")]
        library.history.take(.made(change))
        var reader = JSONReader(Array(JSONWriter.text { library.history.write(to: &$0) }.utf8))
        var read = ChangeHistory()
        try read.read(try reader.element())
        #expect(read.undo == library.history.undo)
    }

    /// A change of one label among many keeps that label alone, and others may change meanwhile.
    @Test func aChangeHoldsWhatDiffersAlone() throws {
        var library = try library()
        let many = (0..<500).map {
            (from: Double($0), to: Double($0) + 0.5, label: RideLabel?.some(.activity(.walking)))
        }
        let all = try #require(try library.labelling([ExactName("a.csv"): many]))
        library.use(try library.manifest(with: all))
        let one = try #require(try library.changing(["a.csv"], by: .put(from: 7, to: 7.5, .activity(.cycling))))
        #expect(one.rows[0].before.count == 1 && one.rows[0].after.count == 1)
        library.use(try library.manifest(with: one))
        library.history.take(.made(one))
        let other = try #require(try library.changing(["a.csv"], by: .put(from: 90, to: 90.5, nil)))
        library.use(try library.manifest(with: other))
        library.use(try library.manifest(with: try #require(library.history.undo)))
        #expect(library.labels(of: "a.csv").spans.count == 499)
        #expect(library.labels(of: "a.csv").spans.allSatisfy { $0.label == .activity(.walking) })
    }

    /// A label that was put where the taken-back one would stand again is not overlapped.
    @Test func undoNeverOverlapsALaterLabel() throws {
        var library = try library()
        let first = try #require(try library.changing(["a.csv"], by: .put(from: 0, to: 10, .activity(.walking))))
        library.use(try library.manifest(with: first))
        let removal = try #require(try library.changing(["a.csv"], by: .put(from: 0, to: 10, nil)))
        library.use(try library.manifest(with: removal))
        library.history.take(.made(removal))
        let text = Array("recording,activity,mode,start_s,end_s\nrides/a.csv,cycling,,5,6\n".utf8)
        library.use(library.manifest(replacedBy: try ManifestText(text, source: "m.csv")))
        #expect(throws: InputError.self) { try library.manifest(with: try #require(library.history.undo)) }
    }

    /// A journal of steps gives the history that made them, and no history grows without bound.
    @Test func aJournalGivesTheHistoryAndBytesAreBounded() throws {
        var library = try library()
        var lines: [String] = []
        func take(_ step: ChangeHistory.Step) {
            library.history.take(step)
            lines.append(JSONWriter.text { ChangeHistory.write(step, to: &$0) })
        }
        for number in 0..<12 {
            let label = RideLabel.activity(number % 2 == 0 ? .walking : .running)
            let change = try #require(try library.changing(["a.csv"], by: .put(from: 0, to: Double(number + 1), label)))
            library.use(try library.manifest(with: change))
            take(number % 3 == 1 ? library.history.continued(by: change) : .made(change))
            if number % 4 == 3 { take(.undone) }
            if number % 4 == 3, number > 4 { take(.redone) }
        }
        var read = ChangeHistory()
        for line in lines {
            var reader = JSONReader(Array(line.utf8))
            try read.read(try reader.element())
        }
        #expect(JSONWriter.text { read.write(to: &$0) } == JSONWriter.text { library.history.write(to: &$0) })
        var big = ChangeHistory.Change(name: "model")
        big.files = [.init(path: "models/a.json", before: nil, after: String(repeating: "x", count: 3 << 20))]
        for _ in 0..<5 { read.take(.made(big)) }
        #expect(JSONWriter.text { read.write(to: &$0) }.utf8.count <= ChangeHistory.mostBytes + 100)
        #expect(read.undo != nil)
    }

    @Test func anEntryWithAHugeNumberIsNoEntry() throws {
        for size in ["1e300", "-1e300", "9223372036854775808", "0.5"] {
            var reader = JSONReader(Array(#"{"ride":"a","size":\#(size),"nanoseconds":"1"}"#.utf8))
            #expect(RideEntry(try reader.element()) == nil)
        }
        var reader = JSONReader(
            Array(#"{"ride":"a","size":1,"nanoseconds":"1","duration":1e300,"origin":-1e300}"#.utf8))
        let entry = RideEntry(try reader.element())
        #expect(entry != nil && entry?.duration == nil && entry?.origin == nil)
    }

    @Test func anEntryIsReadBack() throws {
        var entry = RideEntry(ride: "a/<b>.csv", size: 12, modified: 1_795_782_348_804_274_671)
        entry.model = "default-7"
        entry.duration = 61.914
        entry.answer = "ww"
        entry.doubt = "09"
        entry.hasFixes = true
        var reader = JSONReader(Array(JSONWriter.text { entry.write(to: &$0) }.utf8))
        #expect(RideEntry(try reader.element()) == entry)
    }

    @Test func aLogThatChangedIsReadAgain() throws {
        var library = try library()
        var entry = try #require(library.entries["a.csv"])
        entry.model = "default-7"
        library.note(entry)
        #expect(library.unread(by: "default-7") == ["b.csv"])
        #expect(library.unread(by: "other") == ["a.csv", "b.csv"])
        let isNews = library.list([RideEntry(ride: "a.csv", size: 2, modified: 2)])
        #expect(isNews)
        #expect(library.unread(by: "default-7") == ["a.csv"])
        // What was read of the old file does not count.
        library.note(entry)
        #expect(library.unread(by: "default-7") == ["a.csv"])
    }

    @Test(arguments: ["", "/etc/passwd", "../a", "a/../b", "a//b", "a/.hidden", "a/./b", "a\u{0}b"])
    func namesThatLeadElsewhereAreRefused(_ name: String) {
        #expect(throws: InputError.self) { try WorkspaceFolder.path(of: name, in: "rides") }
    }

    /// Linux allows every other byte in a name: a ride of such a name is listed, so that it has a page.
    @Test(arguments: ["a.csv", "ann/monday.zip", "new\nline.csv", "tab\t.csv", "\u{7F}"])
    func namesOfRidesLeadToTheirFiles(_ name: String) throws {
        #expect(try WorkspaceFolder.path(of: name, in: "rides") == "rides/" + name)
    }

    @Test func namesOfPeopleBecomeFileNames() {
        #expect(WorkspaceFolder.fileName("Änn's <walk>/../x.csv") == "Änn-s -walk--..-x.csv")
        #expect(WorkspaceFolder.fileName("..") == "unnamed")
        #expect(WorkspaceFolder.fileName("") == "unnamed")
    }

    @Test(arguments: ["a", "ä", "字", "e\u{301}\u{302}\u{303}"])
    func longNamesKeepTheirEndingAndDiffer(_ letter: String) {
        let long = String(repeating: letter, count: 300)
        let names = ["1", "2"].map { WorkspaceFolder.fileName(long + $0 + ".csv") }
        #expect(names[0] != names[1])
        for name in names {
            #expect(name.hasSuffix(".csv"))
            #expect(name.utf8.count <= WorkspaceFolder.longestName)
            #expect(WorkspaceFolder.fileName(name) == name)
        }
        #expect(WorkspaceFolder.fileName(String(repeating: "a", count: 96) + ".csv").utf8.count == 100)
    }
}
