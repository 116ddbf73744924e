// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct StreamDecoderTests {
    private let header =
        #"{"gaitway":"activity-stream","version":3,"source":"a","model":"m","origin":null,"smoothing":null}"#
    private let report =
        #"{"elapsed":1,"start":null,"delivered":2,"activity":"automotive","stationary":true,"walking":false,"#
        + #""running":false,"#
        + #""automotive":true,"cycling":false,"unknown":false,"confidence":"low"}"#
    private let footer = #"{"end":3,"windows":1,"repaired":{}}"#

    private func fault(_ lines: String...) -> InputError? {
        do throws(InputError) {
            _ = try DecodedStream.all(in: (lines.joined(separator: "\n") + "\n").utf8, source: "s")
            return nil
        } catch {
            return error
        }
    }

    @Test func freedomsOfJSONAreTaken() throws {
        let text =
            "\u{feff}\r\n { \"version\" : 3, \"smoothing\" : \"odd\", \"gaitway\":\"activity-stream\","
            + "\"model\":\"\\u00e9\\ud83d\\udeb2\\/\","
            + "\"source\":\"\",\"origin\":\"2026-05-01T10:00:00+02:00\"}\r\n\r\n"
            + report.replacing("\"elapsed\":1", with: "\"elapsed\":-1.5e-3") + "\n"
            + report.replacing("\"elapsed\":1", with: "\"elapsed\":1.23456789") + "\n" + footer
        let stream = try #require(try DecodedStream.all(in: text.utf8).first)
        #expect(stream.header.model == "é🚲/" && stream.header.smoothing == "odd")
        #expect(stream.header.origin?.iso8601 == "2026-05-01T08:00:00.000Z")
        #expect(stream.reports.map(\.activity.elapsed) == [.nanoseconds(-1_500_000), .nanoseconds(1_234_567_890)])
        #expect(stream.reports.first?.activity.flags == [.stationary, .automotive])
        #expect(stream.isComplete)
    }

    @Test func anotherVersionIsRefused() {
        let error = fault(header.replacing("\"version\":3", with: "\"new\":[{}],\"version\":4"))
        #expect(
            error?.code == .unsupported && error?.line == 1 && error?.problem.contains("version 4") == true)
        #expect(fault(header.replacing("activity-stream", with: "model"))?.code == .unsupported)
    }

    @Test func speedsAreAnnounced() throws {
        let second = header.replacing("null}", with: "null,\"fields\":[\"speed\"]}")
        let fast = report.replacing("\"low\"", with: "\"low\",\"speed\":1.25")
        let counted = footer.replacing("\"windows\":1", with: "\"windows\":1,\"windows_with_speed\":1")
        #expect(fault(second, fast, report, counted) == nil)
        #expect(fault(header, fast, footer)?.line == 2)
        #expect(fault(header, report, counted)?.line == 3)
        #expect(fault(second, report, footer)?.line == 3)
        #expect(fault(second, fast.replacing("1.25", with: "-1"), counted)?.line == 2)
        #expect(fault(second.replacing("\"speed\"", with: "\"pulse\""))?.code == .unsupported)
        let stream = try #require(
            try DecodedStream.all(in: [second, fast, counted].joined(separator: "\n").utf8).first)
        #expect(stream.header.hasSpeed && stream.reports[0].speed == 1.25 && stream.footer?.windowsWithSpeed == 1)
    }

    @Test func stepsAreAnnounced() throws {
        let announcing = header.replacing("null}", with: "null,\"fields\":[\"steps\"]}")
        let walked = report.replacing("\"low\"", with: "\"low\",\"steps\":7,\"cadence\":null")
        let counted = footer.replacing("\"windows\":1", with: "\"windows\":1,\"steps\":7")
        #expect(fault(announcing, walked, counted) == nil)
        #expect(fault(header, walked, footer)?.line == 2)
        #expect(fault(header, report, counted)?.line == 3)
        #expect(fault(announcing, report, counted)?.line == 2)
        #expect(fault(announcing, walked, footer)?.line == 3)
    }

    /// The word and the flags say the same, for each set of flags.
    @Test func anActivityThatContradictsTheFlagsIsRefused() {
        let flags = #""stationary":true,"walking":false,"running":false,"automotive":true,"cycling":false"#
        let words = ["stationary", "walking", "running", "cycling", "automotive", "none"]
        for (set, right) in [
            ("stationary automotive", "automotive"), ("stationary", "stationary"), ("walking", "walking"),
            ("running", "running"), ("cycling", "cycling"), ("automotive", "automotive"), ("", "none"),
            // Pairs of other programs.
            ("cycling automotive", "automotive"), ("cycling running", "cycling"), ("walking running", "running"),
            ("stationary walking", "walking"),
        ] {
            var line = report.replacing(flags, with: flags.replacing("true", with: "false"))
            for flag in set.split(separator: " ") {
                line = line.replacing("\"\(flag)\":false", with: "\"\(flag)\":true")
            }
            for word in words {
                let error = fault(
                    header, line.replacing("\"activity\":\"automotive\"", with: "\"activity\":\"\(word)\""))
                #expect((error == nil) == (word == right), "\(set): \(word)")
                if word != right { #expect(error?.problem.contains("mean \(right)") == true) }
            }
        }
    }

    @Test func linesOutOfPlaceAreRefused() {
        #expect(fault(header, report, footer) == nil)
        #expect(fault(report, header)?.line == 1)
        #expect(fault(header, footer, "", report)?.line == 4)
        #expect(fault(header, footer, footer)?.line == 3)
        #expect(fault("")?.code == .empty)
    }

    @Test(arguments: [
        ("\"activity\":\"automotive\",", ""), ("\"automotive\",", "null,"), ("\"elapsed\":1,", ""),
        ("\"elapsed\":1", "\"elapsed\":1,\"elapsed\":1"),
        ("\"elapsed\":1", "\"elapsed\":\"1\""),
        ("\"elapsed\":1", "\"elapsed\":01"), ("\"elapsed\":1", "\"elapsed\":+1"),
        ("\"elapsed\":1", "\"elapsed\":NaN"),
        ("\"elapsed\":1", "\"elapsed\":1e300"), ("\"elapsed\":1", "\"elapsed\":-9223372036854775808"),
        ("\"elapsed\":1", "\"elapsed\":1."), ("\"elapsed\":1", "\"extra\":[[{}]],\"elapsed\":1"),
        ("\"low\"", "\"lower\""), ("\"low\"", "\"l\\x\""), ("\"low\"", "\"low\u{1}\""),
        ("\"low\"", "\"\\ud800\""),
        ("\"start\":null", "\"start\":\"yesterday\""), ("\"unknown\":false", "\"unknown\":true"),
        ("\"unknown\":false", "\"unknown\":0"), ("\"low\"}", "\"low\",}"), ("\"low\"}", "\"low\"}}"),
        ("\"low\"}", "\"low\",\"window\":[2,1]}"), ("\"low\"}", "\"low\",\"window\":[1]}"),
        ("\"low\"}", "\"low\",\"probabilities\":{\"walking\":1}}"), ("\"low\"}", "\"low\",\"version\":1}"),
        ("\"low\"}", "\"low\",\"end\":1}"), ("{", "\0{"), ("{", ""), ("{", "["),
    ])
    func aWrongReportIsRefusedWithItsLine(part: String, wrong: String) {
        let error = fault(header, report.replacing(part, with: wrong), footer)
        #expect(error?.line == 2 && error?.source == "s" && error?.problem.isEmpty == false)
    }

    @Test func deepAndLongLinesAreRefused() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(fault(header, "{\"a\":" + deep)?.code == .malformed)
        #expect(fault(header, String(repeating: " ", count: 2 << 20))?.code == .limitExceeded)
    }

    @Test func wrongTablesAreRefused() throws {
        var random = RandomStreams(seed: 8)
        var stream = random.next()
        stream.header.source = "a"
        stream.header.hasSpeed = false
        stream.footer?.windowsWithSpeed = nil
        stream.reports = [random.report(hasClock: true)]
        let table = String(decoding: encode([stream], .csv), as: UTF8.self)
        #expect(fault(table) == nil)
        #expect(fault(table.replacing("elapsed,", with: "time,"))?.line == 2)
        #expect(fault(table.replacing("elapsed,", with: ""))?.line == 2)
        #expect(fault(table.replacing("elapsed,", with: "start,"))?.line == 2)
        #expect(fault(table.replacing("elapsed,", with: "steps,elapsed,"))?.line == 2)
        #expect(fault(table.replacing(#""version":3"#, with: #""version":4"#))?.code == .unsupported)
        #expect(fault(table.replacing(#""source":"a""#, with: #""source":"b""#))?.line == 3)
        let lines = table.split(separator: "\n")
        #expect(fault(lines[0] + "\n" + lines[1] + "\n" + lines[2] + ",")?.line == 3)
        #expect(fault(lines[0] + "\n" + lines[1] + "\n" + lines[2].replacing("false", with: "no"))?.line == 3)
        // The rows alone are read, and a comment cannot be a report.
        #expect(fault(lines[1] + "\n" + lines[2]) == nil)
        #expect(fault(lines[0] + "\n" + lines[1] + "\n# " + report)?.line == 3)
        #expect(fault(lines[1...1].joined())?.code == .empty)
    }

    /// Whatever is changed, the decoder answers with elements or an InputError.
    @Test(arguments: StreamEncoding.allCases) func damageNeverTraps(encoding: StreamEncoding) {
        var random = RandomStreams(seed: 9)
        let parts = Array("{}[]\",:\\u-+.e019\n\r\0\u{ff}ntf ".utf8)
        for _ in 0..<3000 {
            var bytes = encode([random.next()], encoding)
            for _ in 0..<Int.random(in: 1...4, using: &random.generator) {
                let position = Int.random(in: bytes.indices, using: &random.generator)
                let part = parts.randomElement(using: &random.generator) ?? 0
                if Bool.random(using: &random.generator) {
                    bytes[position] = part
                } else {
                    bytes.insert(part, at: position)
                }
            }
            do throws(InputError) {
                _ = try DecodedStream.all(in: bytes)
            } catch {
                #expect(!error.problem.isEmpty)
            }
        }
    }
}
