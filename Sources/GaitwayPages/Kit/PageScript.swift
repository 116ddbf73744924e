// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The script of a page and its data. The page's security policy names the script by its hash, so no other script runs.
struct PageScript: Sendable {
    let source: String
    /// The script's `pageData`, as JSON.
    let data: String

    /// A script of assets, the kit first.
    ///
    /// - Parameter data: JSON of any kind.
    init(_ assets: [PageAsset], data: String) {
        let modules = PageModules(([.kitScript] + assets).map(\.text))
        precondition(modules.missing.isEmpty, "no module of this page exports \(modules.missing)")
        source = "//<![CDATA[\n" + modules.script + "\n//]]>"
        self.data = Self.escaped(data)
    }

    /// JSON without characters that HTML or XML would read as markup. It works byte by byte, as data may be megabytes.
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
