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
        self.data = Self.escaped(data)
    }

    /// JSON in which neither HTML nor XML finds its end, or a reference. Byte by byte, as it may be megabytes.
    private static func escaped(_ json: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.utf8.count + 64)
        for byte in json.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append(contentsOf: "\\u0026".utf8)
            case UInt8(ascii: "<"): bytes.append(contentsOf: "\\u003c".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "\\u003e".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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
