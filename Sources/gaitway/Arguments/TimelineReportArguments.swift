import ArgumentParser
import FileWriting
import MotionTypes
import Pages

/// A page of the timeline, and what lies below its map.
struct TimelineReportArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the timeline as one HTML page, too: storyline, map, calendar; - is standard output, which then has nothing else.",
            valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "With --report: show tiles of this server below the map, as 'https://tile.example.org/{z}/{x}/{y}.png'. The page asks no other.",
            valueName: "url"))
    var tiles: String?

    @Option(help: ArgumentHelp("With --tiles: whom to credit for them, on the map.", valueName: "text"))
    var tilesCredit: String?

    func validate() throws {
        guard report != nil || tiles == nil else { throw ValidationError("--tiles goes with --report") }
        guard tiles != nil || tilesCredit == nil else { throw ValidationError("--tiles-credit goes with --tiles") }
        _ = try tileServer()
    }

    /// The server of the tiles; nil if none was named.
    func tileServer() throws -> TileServer? {
        do throws(InputError) {
            return try tiles.map { url throws(InputError) in try TileServer(template: url, credit: tilesCredit) }
        } catch {
            throw ValidationError("--tiles: \(error)")
        }
    }
}
