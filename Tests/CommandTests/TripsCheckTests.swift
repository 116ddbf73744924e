// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// `trips --check` through the binary.
@Suite struct TripsCheckTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func check(_ arguments: String...) throws -> CommandResult {
        try Command.run(["trips", "--time-zone", "UTC", "--check"] + arguments, in: folder)
    }

    private func day(_ change: (String) -> String) throws -> (
        timeline: String, track: String
    ) {
        let track = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "day.gpx")
        let made = try Command.run(["trips", "--track", track, "--time-zone", "UTC", "--format", "json"], in: folder)
        #expect(made.status == 0, "\(made.errors)")
        return (try folder.write(change(made.text), to: "day.json"), track)
    }

    @Test func aTimelineOfOursKeepsEveryRule() throws {
        let (timeline, track) = try day { $0 }
        let sound = try check(timeline, "--track", track)
        #expect(sound.status == 0 && sound.text.hasSuffix(" items keep every rule\n"), "\(sound.text)\(sound.errors)")
    }

    @Test func whatBreaksARuleIsPrinted() throws {
        let (timeline, _) = try day { text in
            text.replacing(/"spread":[0-9.]+/, with: "\"spread\":6900")
        }
        let broken = try check(timeline)
        #expect(broken.status == 3, "\(broken.text)\(broken.errors)")
        #expect(broken.text.contains("centre: its fixes lie 6900.0 m from its centre"), "\(broken.text)")
        #expect(broken.text.contains(" items break rules: "), "\(broken.text)")
    }

    @Test func otherFilesAndOptionsAreRefused() throws {
        let (timeline, track) = try day { $0 }
        let other = try check(track)
        #expect(other.status == 3 && other.errors.contains("not a timeline"), "\(other.errors)")
        #expect(try check(timeline, "--store", folder.path("life.gaitway")).status == 2)
        #expect(try check(timeline, "--format", "json").status == 2)
        #expect(try Command.run(["trips", "--check"], in: folder).status == 2)
    }
}
