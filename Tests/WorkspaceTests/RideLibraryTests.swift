import Evaluation
import Formats
import MotionTypes
import Testing

@testable import Workspace

struct RideLibraryTests {
    private func library() throws -> RideLibrary {
        var library = RideLibrary()
        _ = library.list([
            RideEntry(ride: "a.csv", size: 1, modified: 1), RideEntry(ride: "b.csv", size: 1, modified: 1),
        ])
        library.use(try ManifestText([], source: "m.csv"))
        return library
    }

    @Test func aChangeIsTakenBackAndRepeated() throws {
        var library = try library()
        let change = try #require(try library.changing(["a.csv", "b.csv"], by: .all(.activity(.walking))))
        library.use(try library.manifest(with: change))
        library.history.append(change)
        #expect(library.labelled == 2)
        #expect(library.history.undoName == "labels of 2 rides")
        library.use(try library.manifest(with: try #require(library.history.undo)))
        library.history.confirmUndo()
        #expect(library.labelled == 0)
        #expect(library.history.undoName == nil)
        library.use(try library.manifest(with: try #require(library.history.redo)))
        #expect(library.labelled == 2)
    }

    @Test func aChangeOfLabelsThatOthersChangedIsRefused() throws {
        var library = try library()
        let first = try #require(try library.changing(["a.csv"], by: .all(.activity(.walking))))
        library.use(try library.manifest(with: first))
        library.history.append(first)
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
            library.history.append(change, continues: true)
        }
        #expect(library.labels(of: "a.csv").spans.map(\.to) == [4])
        library.use(try library.manifest(with: try #require(library.history.undo)))
        library.history.confirmUndo()
        #expect(library.labels(of: "a.csv").spans.isEmpty)
        #expect(library.history.undoName == nil)
    }

    @Test func aHistoryIsReadBack() throws {
        var library = try library()
        var change = try #require(try library.changing(["a.csv"], by: .put(from: 1, to: 2, .noneOfThese)))
        change.files = [.init(path: "places.geojson", before: nil, after: "{}")]
        library.history.append(change)
        var reader = JSONReader(Array(JSONWriter.text { library.history.write(to: &$0) }.utf8))
        let read = ChangeHistory(try reader.element())
        #expect(read.undo == library.history.undo)
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

    @Test(arguments: ["", "/etc/passwd", "../a", "a/../b", "a//b", "a/.hidden", "a/./b", "a\u{0}b", "a\nb"])
    func namesThatLeadElsewhereAreRefused(_ name: String) {
        #expect(throws: InputError.self) { try WorkspaceFolder.path(of: name, in: "rides") }
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
