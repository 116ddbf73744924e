// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayWorkspace

/// A page of the timeline, and the tiles of its map.
struct TimelineReportArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also write the timeline as an HTML page: storyline, map, calendar. "
                + "- writes the page alone to standard output.",
            valueName: "file"), completion: .file())
    var report: String?

    @OptionGroup var map: TilesArguments
    @OptionGroup var drawing: PictureArguments

    /// The option that asks for a page or a picture, which show paths; nil without both.
    var option: String? { report != nil ? "--report" : drawing.picture != nil ? "--picture" : nil }
    var isAskedFor: Bool { option != nil }

    func validate() throws { try map.validate(report: report) }
}
