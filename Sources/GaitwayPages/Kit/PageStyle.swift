// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The style sheet of a page: system fonts, light and dark, wide and narrow, screen and paper.
enum PageStyle {
    /// The whole sheet; it has no character that means something to XML.
    static let sheet = Markup(stringLiteral: colours + PageAsset.pageStyle.text)

    private static let colours = """
        :root {
          \(PageColours.light.variables(indent: "  "))
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            \(PageColours.dark.variables(indent: "    "))
          }
        }

        """
}
