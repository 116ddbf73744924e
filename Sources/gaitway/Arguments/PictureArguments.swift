// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayPages
import GaitwayWorkspace

/// A picture of the result.
struct PictureArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also draw the result, 1200 pixels wide. The file ends in .svg, or in .png, which needs rsvg-convert.",
            valueName: "file"))
    var picture: String?

    @Option(
        help: ArgumentHelp(
            "The colours of the picture. Default: an SVG follows its viewer, and a PNG is light.", valueName: "theme"))
    var theme: Picture.Theme?

    func validate() throws {
        if theme != nil, picture == nil { throw ValidationError("--theme is for --picture: give both") }
        if let picture, !PictureFile.isName(picture) {
            throw ValidationError("--picture takes a file that ends in .svg or .png, not \(quoted: picture)")
        }
    }

    /// The file; nil without one.
    func file(replaces: Bool) throws -> PictureFile? {
        let file = picture.map { PictureFile(path: $0, theme: theme, replaces: replaces) }
        try file?.check()
        return file
    }
}

extension Picture.Theme: ExpressibleByArgument {}
