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
                + "prefer --token-file or the variable GAITWAY_TOKEN.", valueName: "text"))
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
        if let tokenFile { return try KeptToken.read(tokenFile) }
        if let token = Self.variable { return token }
        guard let file else { return AccessToken.random() }
        try KeptToken.removeUnfit(file)
        return try KeptToken.read(file)
    }

    private static var variable: String? {
        getenv("GAITWAY_TOKEN").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func check(_ token: String, _ name: String) throws(ValidationError) {
        try require(KeptToken.isFit(token), "\(name) \(KeptToken.rule)")
    }
}
