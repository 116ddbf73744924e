// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

/// What only a process of its own can show of the server: file descriptors that run out, and signals.
@Suite struct ServeBoundsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Starts a server under a line of bash, in which `$server` is its process and `$port` its port.
    private func serve(limits: String = "", _ script: String) throws -> CommandResult {
        try Command.shell(
            """
            set -eu
            cd '\(folder.root)'
            ( \(limits) exec "$GAITWAY" serve --port 0 --no-token 2> said.txt ) &
            server=$!
            until grep -q 'the page is at' said.txt; do kill -0 $server; done
            port=$(sed -n 's/.*127.0.0.1:\\([0-9]*\\).*/\\1/p' said.txt | head -1)
            \(script)
            """, in: folder)
    }

    @Test func thoseWhoFindNoDescriptorAreToldSo() throws {
        let result = try serve(
            limits: "ulimit -n 64;",
            """
            for number in $(seq 80); do exec {file}<>"/dev/tcp/127.0.0.1/$port"; files+=($file); done
            IFS= read -r -t 60 line <&${files[79]} && echo "$line"
            # It waits for a descriptor without asking for one all the time.
            used() { set -- $(cut -d ' ' -f 14,15 /proc/$server/stat); echo $(($1 + $2)); }
            before=$(used)
            read -r -t 3 line <&${files[0]} || true
            test $(($(used) - before)) -lt 100
            for file in "${files[@]}"; do exec {file}>&-; done
            exec 3<>"/dev/tcp/127.0.0.1/$port"
            printf 'GET /sessions HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3
            cat <&3
            kill -TERM $server
            wait $server
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.hasPrefix("HTTP/1.1 503 Service Unavailable\r\nHTTP/1.1 200 OK\r\n"), "\(result.text)")
        let said = String(decoding: try folder.read("said.txt"), as: UTF8.self)
        #expect(said.split(separator: "\n").count { $0.contains("no file descriptor is left") } == 1, "\(said)")
    }

    /// With too few descriptors for its event loop it does not start; with any more it runs and ends.
    @Test func tooFewDescriptorsAreAnError() throws {
        let result = try Command.shell(
            """
            cd '\(folder.root)'
            for limit in 6 10 14 18 22 26 30 1024; do
                rm -f said.txt
                ( ulimit -n $limit; exec "$GAITWAY" serve --port 0 --no-token 2> said.txt ) &
                server=$!
                until grep -q 'the page is at' said.txt 2> /dev/null || ! kill -0 $server 2> /dev/null; do :; done
                kill -TERM $server 2> /dev/null
                wait $server
                echo "$limit $? $(tail -1 said.txt)"
            done
            """, in: folder)
        let lines = result.text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2) }
        #expect(lines.count == 8, "\(result.text)")
        #expect(lines.first?[1] == "1" && lines.last?[1] == "0", "\(result.text)")
        for line in lines {
            let said = line[1] == "0" ? "ending" : "16 free file descriptors"
            #expect((line[1] == "0" || line[1] == "1") && line[2].contains(said), "\(line)")
        }
    }

    @Test(arguments: ["INT", "TERM", "HUP"]) func eachSignalEndsItInOrder(signal: String) throws {
        let result = try serve("kill -\(signal) $server; wait $server")
        #expect(result.status == 0, "\(result.errors)")
        #expect(String(decoding: try folder.read("said.txt"), as: UTF8.self).hasSuffix("ending\n"))
    }

    /// `nohup` asks for the hang-up to be ignored.
    @Test func aSignalThatIsIgnoredStaysIgnored() throws {
        let result = try serve(limits: "trap '' HUP;", "kill -HUP $server; kill -TERM $server; wait $server")
        #expect(result.status == 0, "\(result.errors)")
    }
}
