package import LiveSessions

/// How a server is to run.
package struct ServerOptions: Sendable {
    /// The address to listen to.
    package var host = "127.0.0.1"
    /// The port; 0 for any that is free.
    package var port: UInt16 = 8080
    /// What a client must give; nil where only this machine's programs can connect.
    package var token: String?
    /// The folder for logs of what comes; nil for none.
    package var recordFolder: String?
    /// What all sessions have in common.
    package var settings: LiveSession.Settings
    /// The most sessions at once.
    package var mostSessions = 100
    /// The most connections at once.
    package var mostConnections = 400
    /// The longest body, in bytes.
    package var longestBody = 4 << 20
    /// The page, and the security policy that goes with it.
    package var page: String
    package var pagePolicy: String

    /// Options.
    package init(settings: LiveSession.Settings, page: String, pagePolicy: String) {
        self.settings = settings
        self.page = page
        self.pagePolicy = pagePolicy
    }

    /// Whether an address is this machine's alone.
    package static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.") && AccessRules.isAddress(host)
    }
}
