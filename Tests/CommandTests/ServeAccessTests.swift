// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// Who may use the server, and who may read what it keeps.
@Suite struct ServeAccessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs a line of bash beside a server with options: `$port` is its port, `ask` sends a request and prints the
    /// status of the answer.
    private func serve(_ options: String, environment: String = "", _ script: String) throws -> CommandResult {
        try Command.shell(
            """
            set -eu
            umask 022
            rm -f '\(folder.root)/said.txt'
            cd '\(folder.root)'
            \(environment) "$GAITWAY" serve --port 0 \(options) 2> said.txt &
            server=$!
            until grep -q 'the page is at' said.txt 2> /dev/null; do kill -0 $server; done
            page=$(sed -n 's/.*the page is at \\(.*\\)/\\1/p' said.txt)
            port=$(echo "$page" | cut -d : -f 3 | cut -d / -f 1)
            ask() {
                exec 3<>"/dev/tcp/127.0.0.1/$port"
                printf '%s HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n%b\\r\\n%s' \
                    "$1" "${2:-}" "${3:-}" >&3
                cat <&3 > answer.txt
                head -c 12 answer.txt | tail -c 3
                echo
            }
            \(script)
            kill -TERM $server 2> /dev/null || true
            wait $server
            """, in: folder)
    }

    @Test func thisMachineIsAskedForTheToken() throws {
        let result = try serve(
            "",
            """
            ask 'GET /sessions'
            ask "GET /?token=${page#*token=}"
            cookie=$(sed -n 's/^Set-Cookie: \\([^;]*\\);.*/\\1/p' answer.txt)
            ask 'GET /sessions' "Cookie: $cookie\\\\r\\\\n"
            ask 'GET /sessions' "Authorization: Bearer ${page#*token=}\\\\r\\\\n"
            """)
        #expect(result.text == "401\n200\n200\n200\n" && result.status == 0, "\(result.text) \(result.errors)")
    }

    @Test func noTokenIsForThisMachineAlone() throws {
        #expect(try serve("--no-token", "ask 'GET /sessions'").text == "200\n")
        for host in ["0.0.0.0", "::", "192.168.0.1"] {
            let result = try Command.run(["serve", "--port", "0", "--host", host, "--no-token"], in: folder)
            #expect(result.status == 2 && result.errors.contains("--no-token"), "\(result.errors)")
        }
    }

    /// Other users see a command's arguments. A file or a variable hides the token from them.
    @Test func aTokenComesFromAFileOrTheEnvironment() throws {
        try folder.write(Array("correct-horse\n".utf8), to: "token")
        let file = try serve("--token-file token", "ask 'GET /?token=correct-horse'")
        let variable = try serve("", environment: "GAITWAY_TOKEN=correct-horse", "ask 'GET /?token=correct-horse'")
        #expect(file.text == "200\n" && variable.text == "200\n", "\(file.errors) \(variable.errors)")
        // A file that does not exist is made, for its owner alone, and used again.
        let made = try (0..<2).map { _ in
            try serve("--token-file new", "stat -c %a new; echo \"${page#*token=}\"; ask \"GET /?token=$(cat new)\"")
                .text
        }
        #expect(made[0] == made[1] && made[0].hasPrefix("600\n") && made[0].hasSuffix("\n200\n"), "\(made)")
        try folder.write(Array("short\n".utf8), to: "token")
        let short = ["serve", "--port", "0", "--token-file", folder.path("token")]
        #expect(try Command.run(short, in: folder).status == 3)
        for options in [["--token", "short"], ["--token", "long enough"], ["--token", "12345678", "--no-token"]] {
            #expect(try Command.run(["serve", "--port", "0"] + options, in: folder).status == 2)
        }
        #expect(try Command.shell("GAITWAY_TOKEN=short \"$GAITWAY\" serve --port 0", in: folder).status == 2)
    }

    private static let samples =
        #"{"gaitway":"samples","version":1,"session":"ride"}"# + "\n"
        + (0..<200).map {
            #"{"sensor":"acceleration","ns":\#(1_777_741_200_000_000_000 + $0 * 20_000_000),"x":0,"y":0,"z":9.8}"#
        }
        .joined(separator: "\n")

    /// The folder of logs is named by the user and follows the umask. What the server makes in it is the owner's alone.
    @Test(arguments: [("", "755 700 600"), ("--public", "755 755 644")])
    func logsAreForTheirOwner(option: String, modes: String) throws {
        try folder.write(Array(Self.samples.utf8), to: "body")
        let result = try serve(
            "--no-token --record logs \(option)",
            """
            ask 'POST /samples' "Content-Length: $(wc -c < body)\\\\r\\\\n" "$(cat body)"
            echo $(stat -c %a logs logs/ride logs/ride/TotalAcceleration.csv)
            test "$(stat -c %a logs/ride/* | sort -u | wc -l)" = 1
            """)
        #expect(result.text == "200\n\(modes)\n" && result.status == 0, "\(result.text) \(result.errors)")
    }

    /// Clients learn the names of logs, never the folders of this machine above them.
    @Test func clientsLearnNoPathOfThisMachine() throws {
        try folder.write(Array(Self.samples.utf8), to: "body")
        let result = try serve(
            "--no-token --record \"$PWD/logs\"",
            """
            ask 'POST /samples' "Content-Length: $(wc -c < body)\\\\r\\\\n" "$(cat body)"
            ask 'GET /sessions'
            cat answer.txt
            exec 4<>"/dev/tcp/127.0.0.1/$port" 5<>"/dev/tcp/127.0.0.1/$port"
            printf 'GET /sessions/ride/events HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' >&4
            printf 'GET /sessions/ride/stream HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n' >&5
            read -r line <&4
            read -r line <&5
            kill -TERM $server
            cat <&4
            cat <&5
            """)
        #expect(result.text.contains(#""recording":{"folder":"ride""#), "\(result.text) \(result.errors)")
        #expect(!result.text.contains("/logs"), "\(result.text)")
    }
}
