import ArgumentParser
import Files
import MotionTypes
import Pages

/// A page of the timeline, and the tiles of its map.
struct TimelineReportArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also write the timeline as an HTML page: storyline, map, calendar. "
                + "- writes the page alone to standard output.",
            valueName: "file"))
    var report: String?

    @Option(
        help: ArgumentHelp(
            "With --report: draw the map over this server's tiles, 'https://tile.example.org/{z}/{x}/{y}.png'. "
                + "The page asks no other server.",
            valueName: "url"))
    var tiles: String?

    @Option(help: ArgumentHelp("With --tiles: the credit to show on the map.", valueName: "text"))
    var tilesCredit: String?

    func validate() throws {
        guard report != nil || tiles == nil else { throw ValidationError("--tiles needs --report") }
        guard tiles != nil || tilesCredit == nil else { throw ValidationError("--tiles-credit needs --tiles") }
        _ = try tileServer()
    }

    /// The server of the tiles; nil if none was named.
    func tileServer() throws -> TileServer? {
        do throws(InputError) {
            return try tiles.map { url throws(InputError) in try TileServer(template: url, credit: tilesCredit) }
        } catch {
            throw ValidationError("--tiles: \(error.forCommandLine)")
        }
    }
}
