// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
import GaitwayReports

/// The page of a workspace: one app whose rooms its script makes. The script gets all figures from the
/// server.
package struct WorkspacePage: Sendable {
    package var name: String
    /// The length of a window in seconds.
    package var windowDuration: Double
    /// The server of map tiles; nil for maps without tiles.
    package var tiles: TileServer?
    /// Whether the person said yes to streets; nil if the page does not offer them.
    package var hasStreets: Bool?
    /// The service that names streets, and whether the person said yes to it; nil if the page does not offer it.
    package var streetNames: (service: StreetNames, isAllowed: Bool)?

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

    package var html: String { document.html }

    /// The security policy, which the server sends as a header.
    package var policy: String { document.policySource }

    private static let scripts: [PageAsset] = [
        .axisScript, .mapScript, .dayScript, .workspaceScript, .liveScript, .roomsScript,
    ]
    private static let styles: [PageAsset] = [
        .axisStyle, .mapStyle, .dayStyle, .liveStyle, .workspaceStyle, .roomsStyle,
    ]

    private var ground: MapGround { MapGround(tiles: tiles, land: MapGround.served, hasStreets: hasStreets) }

    /// Where the page's requests may go.
    private var sources: String {
        guard let (service, isAllowed) = streetNames, isAllowed else { return "'self'" }
        return "'self' " + service.policySource
    }

    private var document: PageDocument {
        PageDocument(
            title: "\(name) – Gaitway",
            kicker: "Gaitway workspace",
            heading: "\(name)",
            lead: "",
            introduction: "<nav class=\"rooms\" aria-label=\"Rooms\"></nav>\n",
            sections: [],
            body: """
                <noscript><p>This page needs JavaScript, which this browser has turned off.</p></noscript>
                <div id="rooms"></div>

                """,
            footer: """
                <p>All files are in the folder <b>\(name)</b>, on the machine that serves this page.</p>

                """,
            styles: Self.styles,
            script: PageScript(Self.scripts, data: data),
            permissions: ["connect-src \(sources)"] + ground.permissions(others: ["'self'", "data:", "blob:"]),
            hasContents: false)
    }

    private var data: String {
        JSONWriter.object { json in
            json.add("workspace", 1)
            json.add("program", Self.program)
            json.addLiveWords(windowDuration: windowDuration)
            ground.add(to: &json)
            if let (service, isAllowed) = streetNames {
                json.key("streetNames")
                service.write(to: &json, isAllowed: isAllowed)
            }
        }
    }
}
