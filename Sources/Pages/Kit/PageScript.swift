internal import TextFormats

/// The one script of a page and the data it works on. The page names the script by its hash, so that nothing else runs in it.
struct PageScript: Sendable {
    /// The script's text.
    let source: String
    /// What the script finds as `pageData`, JSON.
    let data: String

    /// A script of assets, the kit first.
    ///
    /// - Parameter data: JSON of any kind.
    init(_ assets: [PageAsset], data: String) {
        source = "//<![CDATA[\n" + ([.kitScript] + assets).map(\.text).joined(separator: "\n") + "\n//]]>"
        // Neither HTML nor XML may find its end, or a reference, in the data.
        self.data = data.replacing("&", with: "\\u0026").replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
    }

    /// The source by which the page's security policy knows the script.
    var policySource: String { "'sha256-" + Base64.text(SHA256.hash(Array(source.utf8))) + "'" }

    var markup: Markup {
        Markup(
            stringLiteral: """
                <script type="application/json" id="page-data">\(data)</script>
                <script>\(source)</script>

                """)
    }
}
