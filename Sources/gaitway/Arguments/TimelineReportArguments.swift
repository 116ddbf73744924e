// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayWorkspace

/// A page of the timeline, and the tiles of its map.
struct TimelineReportArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also write the timeline as an HTML page: storyline, map, calendar. "
                + "- writes the page alone to standard output.",
            valueName: "file"))
    var report: String?

    @OptionGroup var map: TilesArguments

    func validate() throws { try map.validate(report: report) }
}
