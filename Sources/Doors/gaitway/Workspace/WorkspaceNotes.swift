import Evaluation
import Files
import Formats
import MotionTypes
import Workspace

/// The server's own notes in `.gaitway`: what is known of rides, the model in use, and the changes that can be taken
/// back.
///
/// All of it can be made again, so a note that cannot be read or written is left out.
struct WorkspaceNotes {
    let folder: WorkspaceFolder

    private var rides: String { folder.notes + "/rides.ndjson" }
    private var history: String { folder.notes + "/history.json" }
    private var settings: String { folder.notes + "/settings.json" }

    /// The rides and the history, as a server left them.
    var library: RideLibrary {
        var library = RideLibrary()
        let lines = (try? FileBytes.read(rides)) ?? []
        _ = library.list(
            lines.split(separator: UInt8(ascii: "\n")).compactMap { line in
                var reader = JSONReader(Array(line))
                return (try? reader.element()).flatMap(RideEntry.init)
            })
        if let json = element(history) { library.history = ChangeHistory(json) }
        return library
    }

    /// The model in use; nil for the built-in one.
    var modelFile: String? { element(settings)?["model"]?.text }

    func save(modelFile: String?) throws {
        try OutputFile.save(
            Array(JSONWriter.line { json in json.object { $0.add("model", modelFile) } }.utf8), to: settings)
    }

    func save(_ history: ChangeHistory) {
        try? OutputFile.save(Array(JSONWriter.line { history.write(to: &$0) }.utf8), to: self.history)
    }

    func save(_ entries: some Sequence<RideEntry>) {
        var bytes: [UInt8] = []
        for entry in entries { JSONWriter.appendLine(to: &bytes) { entry.write(to: &$0) } }
        try? OutputFile.save(bytes, to: rides)
    }

    private func element(_ path: String) -> JSONElement? {
        guard FileStatus(path: path) != nil, let bytes = try? FileBytes.read(path) else { return nil }
        var reader = JSONReader(bytes)
        return try? reader.element()
    }
}
