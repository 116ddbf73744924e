// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation

/// The server's own notes in `.gaitway`: what is known of rides, the model in use, and the changes that can be taken
/// back.
///
/// All of it can be made again, so a note that cannot be read is left out, and one that cannot be written too.
struct WorkspaceNotes {
    let folder: WorkspaceFolder

    private var rides: String { folder.notes + "/rides.ndjson" }
    var history: String { folder.notes + "/history.json" }
    private var settings: String { folder.notes + "/settings.json" }

    /// The rides and the history, as a server left them; notes what cannot be read.
    func library(noting problems: inout [InputError]) -> RideLibrary {
        var library = RideLibrary()
        var entries: [RideEntry] = []
        Self.lines(of: rides, named: ".gaitway/rides.ndjson", noting: &problems) { json throws(InputError) in
            guard let entry = RideEntry(json) else { throw json.fault("the ride cannot be read") }
            entries.append(entry)
        }
        _ = library.list(entries)
        library.history = HistoryJournal.read(history, noting: &problems)
        return library
    }

    /// What a person chose on the page.
    struct Settings {
        /// The model in use; nil for the built-in one.
        var modelFile: String?
        /// Whether maps show streets, which come from elsewhere.
        var hasStreets = false
        /// The address of the street names that a person said yes to; nil without a yes.
        var streetNames: String?
    }

    func settings(noting problems: inout [InputError]) -> Settings {
        var chosen = Settings()
        Self.lines(of: settings, named: ".gaitway/settings.json", noting: &problems) { json throws(InputError) in
            guard json.members != nil else { throw json.fault("the settings cannot be read") }
            chosen = Settings(
                modelFile: json["model"]?.text, hasStreets: json["streets"]?.boolean ?? false,
                streetNames: json["streetNames"]?.text)
        }
        return chosen
    }

    func save(_ chosen: Settings) throws {
        let line = JSONWriter.objectLine { json in
            json.add("model", chosen.modelFile)
            if chosen.hasStreets { json.add("streets", true) }
            if let address = chosen.streetNames { json.add("streetNames", address) }
        }
        try OutputFile.save(Array(line.utf8), to: settings)
    }

    func save(_ entries: some Sequence<RideEntry>) {
        var bytes: [UInt8] = []
        for entry in entries { JSONWriter.appendLine(to: &bytes) { entry.write(to: &$0) } }
        try? OutputFile.save(bytes, to: rides)
    }

    /// Reads a note of one JSON value a line, if it exists, and notes the first line that cannot be read.
    static func lines(
        of path: String, named name: String, noting problems: inout [InputError],
        _ body: (JSONElement) throws(InputError) -> Void
    ) {
        guard FileStatus(path: path) != nil else { return }
        var first: InputError?
        do throws(InputError) {
            let lines = try FileBytes.read(path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where !line.isEmpty {
                do throws(InputError) {
                    var reader = JSONReader(Array(line))
                    let json = try reader.element()
                    try reader.expectEnd()
                    try body(json)
                } catch {
                    guard first == nil else { continue }
                    first = error
                    first?.line = index + 1
                }
            }
        } catch {
            first = error
        }
        guard var problem = first else { return }
        problem.source = name
        problem.remedy = "delete the file while the server is down; it is made again"
        problems.append(problem)
    }
}
