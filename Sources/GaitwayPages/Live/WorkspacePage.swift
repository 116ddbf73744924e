// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayRecognition
import GaitwayReports

/// The page of a workspace: one app whose rooms its script makes. The script gets all figures from the
/// server.
package struct WorkspacePage: Sendable {
    /// The folder's name.
    package var name: String
    /// The length of a window in seconds.
    package var windowDuration: Double
    /// The server of map tiles; nil for maps without tiles.
    package var tiles: TileServer?

    /// - Parameters:
    ///   - name: the folder's name, for people.
    ///   - tiles: the server of map tiles; nil for maps without tiles.
    package init(name: String, windowDuration: Double, tiles: TileServer? = nil) {
        self.name = name
        self.windowDuration = windowDuration
        self.tiles = tiles
    }

    /// The page's build: a hash of its scripts and styles.
    package static let program: String = {
        let text = (styles + [.kitScript] + scripts).map(\.text).joined()
        return String(SHA256.text(SHA256.hash(Array(text.utf8))).prefix(16))
    }()

    /// The page.
    package var html: String { document.html }

    /// The security policy, which the server sends as a header.
    package var policy: String { document.policySource }

    private static let scripts: [PageAsset] = [
        .axisScript, .mapScript, .dayScript, .workspaceScript, .liveScript, .roomsScript,
    ]
    private static let styles: [PageAsset] = [
        .axisStyle, .mapStyle, .dayStyle, .liveStyle, .workspaceStyle, .roomsStyle,
    ]

    private var ground: MapGround { MapGround(tiles: tiles, land: MapGround.served) }

    private var document: PageDocument {
        PageDocument(
            title: "\(name) – Gaitway",
            kicker: "Gaitway workspace",
            heading: "\(name)",
            lead: "",
            introduction: "<nav class=\"rooms\" aria-label=\"Rooms\"></nav>\n",
            sections: [],
            body: "<div id=\"rooms\"></div>\n",
            footer: "<p>This page needs its script and a connection to the server.</p>\n",
            styles: Self.styles,
            script: PageScript(Self.scripts, data: data),
            permissions: ["connect-src 'self'"] + ground.permissions(others: ["'self'", "data:", "blob:"]),
            hasContents: false)
    }

    private var data: String {
        JSONWriter.text { json in
            json.object { json in
                json.add("workspace", 1)
                json.add("program", Self.program)
                json.add("window", windowDuration, places: 2)
                json.add("activities", ActivityClass.allCases.map(\.name))
                ground.add(to: &json)
                json.object("reasons") { json in
                    for reason in UnknownReason.allCases { json.add(reason.rawValue, reason.words) }
                }
            }
        }
    }
}
