// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `trips forget` through the binary.
@Suite struct ForgetTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func trips(_ arguments: String...) throws -> CommandResult {
        try Command.run(["trips"] + arguments, in: folder)
    }

    private func forget(_ arguments: String...) throws -> CommandResult {
        try Command.run(
            ["trips", "forget", "--store", folder.path("life"), "--time-zone", "UTC"] + arguments, in: folder)
    }

    private func holds(_ number: Double) throws -> Bool {
        let bytes = withUnsafeBytes(of: number.bitPattern.bigEndian) { Data($0) }
        return try Data(folder.read("life")).range(of: bytes) != nil
    }

    @Test func aDayIsForgottenForGood() throws {
        let second = TripsTests.morning(start: "2026-05-02T06:00:00Z", east: 0.25)
        let first = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "first.gpx")
        let later = try folder.write(TripsTests.gpx(second), to: "second.gpx")
        let store = folder.path("life")
        #expect(try trips("--store", store, "--track", first).status == 0)
        let before = try trips("--store", store, "--format", "json").text
        #expect(try trips("--store", store, "--track", later).status == 0)
        #expect(try holds(second[100].longitude))

        let trial = try forget("--day", "2026-05-02", "--dry-run")
        #expect(trial.status == 0 && trial.text.contains("would forget: 391 fixes"), "\(trial.errors)")
        #expect(try holds(second[100].longitude))
        let done = try forget("--day", "2026-05-02")
        #expect(done.status == 0 && done.text.contains("forgotten: 391 fixes"), "\(done.errors)")
        #expect(done.text.contains("nothing is left of") && done.text.contains("second.gpx"))
        for point in second { #expect(try !holds(point.longitude)) }
        #expect(try trips("--store", store, "--format", "json").text == before)
        #expect(try trips("--store", store, "--check").status == 0)
        #expect(try forget("--day", "2026-05-02").text == "nothing to forget\n")
    }

    @Test func aPlaceAndAnInputAreForgotten() throws {
        let path = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "first.gpx")
        #expect(try trips("--store", folder.path("life"), "--track", path).status == 0)
        // The first hour is spent within a few metres of 50° N 8° E.
        let near = try forget("--near", "50,8", "--radius", "100")
        #expect(near.status == 0 && near.text.hasPrefix("forgotten: 18"), "\(near.errors) \(near.text)")
        #expect(try !holds(50.00003))
        let input = try forget("--input", path)
        #expect(input.status == 0 && input.text.contains("nothing is left of"), "\(input.errors)")
        #expect(try trips("--store", folder.path("life")).status == 3)
    }

    @Test func whatIsUnclearIsRefused() throws {
        let path = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "first.gpx")
        #expect(try trips("--store", folder.path("life"), "--track", path).status == 0)
        for (arguments, status) in [
            ([], 2), (["--day", "2026-05-01", "--input", "x"], 2), (["--near", "91,8"], 2),
            (["--day", "2026-05-01", "--radius", "5"], 2), (["--input", "x"], 3),
        ] as [([String], Int32)] {
            let result = try Command.run(
                ["trips", "forget", "--store", folder.path("life")] + arguments, in: folder)
            #expect(result.status == status, "\(arguments): \(result.errors)")
        }
    }

    @Test func reportsAloneAreAdded() throws {
        let reports = (0..<10).map { minute in
            "{\"metadata\":{\"key\":\"background/motion_activity\",\"write_ts\":\(1_777_622_400 + minute * 60)},"
                + "\"data\":{\"ts\":\(1_777_622_400 + minute * 60),\"walking\":true,\"confidence\":\"high\"}}"
        }
        let path = try folder.write("[" + reports.joined(separator: ",") + "]", to: "reports.json")
        let track = try folder.write(TripsTests.gpx(TripsTests.morning()), to: "first.gpx")
        #expect(try trips("--store", folder.path("life"), "--track", track).status == 0)
        let added = try trips("--store", folder.path("life"), "--track", path, "--time-zone", "UTC")
        #expect(added.status == 0 && added.errors.contains("new to the store: 10 reports"), "\(added.errors)")
    }
}
