// SPDX-License-Identifier: Apache-2.0
package import GaitwayLiveSessions

/// The settings of a server.
package struct ServerOptions: Sendable {
    /// The address to listen to.
    package var host = "127.0.0.1"
    /// The port; 0 chooses a free one.
    package var port: UInt16 = 8080
    /// The token that clients must give; nil if none is required.
    package var token: String?
    /// The folder for logs of sessions; nil to keep none.
    package var recordFolder: String?
    /// The settings that all sessions share.
    package var settings: LiveSession.Settings
    /// True if other users of this machine may read the logs; the umask still applies.
    package var recordsForOthers = false
    /// The largest number of sessions at once.
    package var mostSessions = 100
    /// The largest number of connections at once.
    package var mostConnections = 400
    /// The longest body and the longest message of a WebSocket, in bytes.
    package var longestBody = 4 << 20
    /// The page's HTML; its security policy follows.
    package var page: String
    package var pagePolicy: String
    /// Chooses another page in its place at each request, nil for the page itself; nil if there is one page.
    package var otherPage: (@Sendable () -> (html: [UInt8], policy: String)?)?
    /// The page at `/phone`, by which a phone's browser streams, and its security policy; nil for none.
    package var phonePage: (html: String, policy: String)?
    /// Makes the page that a browser shows instead of a refusal, with its security policy; nil for a line of text.
    package var problemPage: (@Sendable (ServedResponse.Fault) -> (html: String, policy: String))?
    /// True to serve the page alone: no phones, no sessions, no program.
    package var isPageOnly = false
    /// The program that answers requests below `/api/`; nil for none.
    package var application: (any ServedApplication)?

    /// Options with the default address and bounds.
    package init(settings: LiveSession.Settings, page: String, pagePolicy: String) {
        self.settings = settings
        self.page = page
        self.pagePolicy = pagePolicy
    }

    /// True for an address that only this machine can reach.
    package static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.") && AccessRules.isAddress(host)
    }
}
