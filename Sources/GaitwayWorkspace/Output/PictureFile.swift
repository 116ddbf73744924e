// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayPages
import Glibc

/// The file of a picture: SVG, or PNG, which a program of the system makes of it.
package struct PictureFile: Sendable {
    package let path: String
    /// The colours; nil for those that the viewer prefers. A PNG is then light.
    private let theme: Picture.Theme?
    private let replaces: Bool

    /// The program, and how to install it.
    private static let program = "rsvg-convert"
    private static let remedy: Remedy = "apt-get install librsvg2-bin, or give a file that ends in .svg"

    package init(path: String, theme: Picture.Theme?, replaces: Bool) {
        self.path = path
        self.theme = theme
        self.replaces = replaces
    }

    /// Whether a path ends as a picture's does.
    package static func isName(_ path: String) -> Bool { ["svg", "png"].contains(FileName.ending(path)) }

    private var isPNG: Bool { FileName.ending(path) == "png" }

    /// Refuses a PNG without the program, before the work whose result is drawn.
    package func check() throws(InputError) {
        guard isPNG else { return }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let isThere = folders.split(separator: ":").contains { access($0 + "/" + Self.program, X_OK) == 0 }
        guard isThere else {
            throw InputError(
                .unreadable, source: path, problem: "a PNG needs \(Self.program), which is not installed",
                remedy: Self.remedy)
        }
    }

    package func write(_ picture: Picture) throws {
        guard isPNG else {
            return try ResultFiles.save(Array(picture.svg(theme).utf8), to: path, replaces: replaces)
        }
        let bytes = try SystemProgram.output(
            of: Array(picture.svg(theme ?? .light).utf8), ending: "svg", remedy: Self.remedy, task: "draw the PNG"
        ) { input, output in [Self.program, "--output", output, input] }
        try ResultFiles.save(bytes, to: path, replaces: replaces)
    }
}
