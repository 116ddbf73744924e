// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import GaitwayBase
import GaitwayLiveServer
import GaitwayWorkspace
import Glibc

/// Where the server's token comes from.
struct AccessArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The access token. Other users of this machine can see it in the list of processes; "
                + "prefer --token-file or the variable GAITWAY_TOKEN.",
            valueName: "text"))
    var token: String?

    @Option(
        help: ArgumentHelp(
            "Read the access token from this file. If the file does not exist, the server makes it with a new token.",
            valueName: "file"), completion: .file())
    var tokenFile: String?

    @Flag(help: "Ask programs of this machine for no token.")
    var noToken = false

    func validate() throws {
        guard [token != nil, tokenFile != nil, noToken].count(where: \.self) <= 1 else {
            throw ValidationError("give only one of --token, --token-file and --no-token")
        }
        if let token { try Self.check(token, "--token") }
        if token == nil, tokenFile == nil, !noToken, let variable = Self.variable {
            try Self.check(variable, "GAITWAY_TOKEN")
        }
    }

    /// The token; nil if none is required.
    ///
    /// - Parameter file: where a token is kept if no option gives one; nil to make one at each start.
    func chosen(keptIn file: String? = nil) throws -> String? {
        if noToken { return nil }
        if let token { return token }
        if let tokenFile { return try Self.read(tokenFile) }
        if let token = Self.variable { return token }
        guard let file else { return AccessToken.random() }
        try Self.removeUnfit(file)
        return try Self.read(file)
    }

    /// Removes a kept token that other users of this machine may know, or that another made.
    private static func removeUnfit(_ path: String) throws(OutputError) {
        guard let status = FileStatus(path: path, followsLinks: false) else { return }
        let mode = status.mode & 0o777
        guard mode != 0o600 || !status.isOwn || status.kind != .file else { return }
        try OutputFile.remove(path)
        let fault = status.isOwn ? "has mode \(String(mode, radix: 8)) and not 600" : "belongs to another user"
        Diagnostics.error("\(path) \(fault), so that its token may be known: the server makes a new one")
    }

    private static var variable: String? {
        getenv("GAITWAY_TOKEN").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func isFit(_ token: String) -> Bool {
        token.utf8.count >= 8 && token.utf8.count <= longest && token.utf8.allSatisfy { $0 > 32 && $0 < 127 }
    }

    private static let longest = 1024
    private static let rule = "needs 8 to \(longest) ASCII characters, without spaces"

    private static func check(_ token: String, _ name: String) throws(ValidationError) {
        guard isFit(token) else { throw ValidationError("\(name) \(rule)") }
    }

    private static func read(_ path: String) throws -> String {
        guard FileStatus(path: path) != nil || errno != ENOENT else {
            let token = AccessToken.random()
            try GrowingFile(path: path, isPrivate: true).append(Array((token + "\n").utf8))
            return token
        }
        let bytes = try FileBytes.read(path, limit: 1 << 16, remedy: "give a file with the token alone")
        let text = String(decoding: bytes, as: UTF8.self)
        let token = text.split { $0 == "\n" || $0 == "\r\n" }
        guard token.count == 1, isFit(String(token[0])) else {
            throw InputError(
                .malformed, source: path, problem: "the token \(rule)", remedy: "write one line with the token")
        }
        return String(token[0])
    }
}
