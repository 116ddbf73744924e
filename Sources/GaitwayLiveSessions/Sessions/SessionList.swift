// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The sessions of a server, up to a limit.
package struct SessionList: Sendable {
    /// The most sessions at once.
    package let limit: Int
    /// The settings of sessions that begin.
    package var settings: LiveSession.Settings
    private var sessions: [String: LiveSession] = [:]
    /// The identifiers, in the order in which the sessions began.
    package private(set) var identifiers: [String] = []

    /// The list ends a session after this silence.
    private static let longestSilence = 6 * 3600 * Nanoseconds.perSecond
    /// After this silence a session gives way to another phone.
    private static let shortestSilence = 60 * Nanoseconds.perSecond

    /// A list without sessions.
    package init(settings: LiveSession.Settings, limit: Int) {
        self.settings = settings
        self.limit = limit
    }

    /// The session with an identifier, or nil.
    package subscript(identifier: String) -> LiveSession? {
        get { sessions[identifier] }
        _modify { yield &sessions[identifier] }
    }

    /// The sessions that a message concerned.
    package struct Receipt: Sendable {
        /// The session of the message.
        package var identifier: String
        /// The session that ended to make room; its listeners must hear of it.
        package var ended: String?
    }

    /// Takes a message of a phone, which begins a session if it is the first.
    ///
    /// - Parameters:
    ///   - source: how the message came: `sensor-logger`, `samples`, `phyphox` or `replay`.
    ///   - name: the session's name for people, if the message names none.
    /// - Throws: `limitExceeded` if the list is full.
    package mutating func take(
        _ message: LiveMessage, source: String, name: String? = nil, at arrival: Int64
    ) throws(InputError) -> Receipt {
        let own = message.session ?? message.device ?? source
        let identifier = Self.identifier(own, source: source)
        var receipt = Receipt(identifier: identifier)
        if sessions[identifier]?.hasEnded ?? true {
            receipt.ended = try makeRoom(for: identifier, at: arrival)
            sessions[identifier] = LiveSession(
                identifier: identifier, name: name ?? Self.name(message, identifier), source: source,
                device: message.device, settings: settings, at: arrival)
            identifiers.append(identifier)
        }
        sessions[identifier]?.take(message, at: arrival)
        return receipt
    }

    /// Lets time pass for all sessions, and ends those that have been silent for hours.
    package mutating func pass(to now: Int64) {
        for identifier in identifiers {
            sessions[identifier]?.pass(to: now)
            if let session = sessions[identifier], now - session.lastArrival > Self.longestSilence {
                sessions[identifier]?.finish()
            }
        }
    }

    /// Ends all sessions.
    package mutating func finish() {
        for identifier in identifiers { sessions[identifier]?.finish() }
    }

    /// Forgets a session.
    package mutating func remove(_ identifier: String) {
        sessions[identifier] = nil
        identifiers.removeAll { $0 == identifier }
    }

    /// Makes room for a session; returns the session that ended for it.
    private mutating func makeRoom(for identifier: String, at now: Int64) throws(InputError) -> String? {
        identifiers.removeAll { $0 == identifier }
        guard identifiers.count >= limit else { return nil }
        let quiet = identifiers.min { (sessions[$0]?.lastArrival ?? 0) < (sessions[$1]?.lastArrival ?? 0) }
        guard let quiet, let session = sessions[quiet],
            session.hasEnded || now - session.lastArrival > Self.shortestSilence
        else {
            throw .limitExceeded(
                "all \(limit) sessions are active",
                remedy: "end one of them, or start the server with more \(name: .sessions)")
        }
        sessions[quiet]?.finish()
        return quiet
    }

    /// A name for addresses and folders, of letters, digits and dashes. If it leaves out other characters, it ends with
    /// a hash.
    package static func identifier(_ name: String, source: String) -> String {
        let allowed = name.utf8.filter { byte in
            byte | 32 >= 97 && byte | 32 <= 122 || byte &- 48 < 10 || byte == 45 || byte == 95
        }
        let kept = String(decoding: allowed.prefix(64), as: UTF8.self)
        // A name that begins with a dash is an option to most programs.
        guard kept.utf8.count != name.utf8.count || kept.isEmpty || kept.hasPrefix("-") else { return kept }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let start = kept.drop { $0 == "-" }.prefix(40)
        return (start.isEmpty ? source : String(start)) + "-" + String(hash, radix: 36)
    }

    private static func name(_ message: LiveMessage, _ identifier: String) -> String {
        if let device = message.device, device.unicodeScalars.count <= 40 { return QuotedText.text(device) }
        return "Phone " + identifier.prefix(8)
    }
}
