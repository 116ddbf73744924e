// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The style sheet of a page: system fonts, light and dark, wide and narrow, screen and paper.
enum PageStyle {
    /// The whole sheet; it has no character that means something to XML.
    static let sheet = Markup(stringLiteral: colours + PageAsset.pageStyle.text)

    private static let colours = """
        :root {
          --paper: #fcfcfa; --ink: #1b1f24; --quiet: #56606b; --rule: #dcdfe2; --shade: #f1f2f1; --accent: #1f5f99;
          --right: 116 173 209; --wrong: 240 140 88; --extent: #9db8cf; --bar: #cfd6dc;
          \(ActivityPalette.variables(\.light))
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --paper: #15181b; --ink: #e7e9eb; --quiet: #a0a9b2; --rule: #30363c; --shade: #1e2226; --accent: #8fc1ee;
            --right: 30 96 140; --wrong: 172 76 32; --extent: #49667f; --bar: #3b434b;
            \(ActivityPalette.variables(\.dark))
          }
        }

        """
}
