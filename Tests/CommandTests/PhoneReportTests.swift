// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationXML
import TestSupport
import Testing

/// The phone's own reports in a log, through the binary: shown, made into trips, kept in a store, given to the gate,
/// and compared with a model.
@Suite struct PhoneReportTests {
    let folder: TemporaryFolder
    /// A walk of 165 s. In each row the phone says "walking".
    let walk: String

    init() throws {
        folder = try TemporaryFolder()
        var log = SensorLogText(seconds: 165, reports: [.init(1, "walking"), .init(60, "walking", 1)])
        (log.walksFrom, log.hasPedometer) = (0, true)
        walk = try folder.write(log.text, to: "walk.csv")
    }

    private func run(_ arguments: String...) throws -> CommandResult { try Command.run(arguments, in: folder) }

    @Test func inspectListsThem() throws {
        let text = try run("inspect", walk)
        #expect(text.status == 0, "\(text.errors)")
        #expect(text.text.contains("  the phone's own walking: 2 reports, 1 high, 1 medium\n"), "\(text.text)")
        #expect(text.text.contains("  the phone's own steps: 329\n"))
        let json = try JSONSerialization.jsonObject(with: Data(try run("inspect", walk, "--json").output))
        let reports = try #require((json as? [String: Any])?["phone_reports"] as? [[String: Any]])
        #expect(reports.count == 1 && reports[0]["activity"] as? String == "walking")
        #expect(reports[0]["reports"] as? Int == 2 && reports[0]["high"] as? Int == 1)
    }

    @Test func tripsAndStoresTellTheWalk() throws {
        let alone = try run("trips", "--track", walk, "--time-zone", "UTC")
        #expect(alone.status == 0 && !alone.errors.contains("no activity reports"), "\(alone.errors)")
        #expect(alone.text.contains("walking") && !alone.text.contains("visit"), "\(alone.text)")
        let store = folder.path("life.gaitway")
        let stored = try run("trips", "--track", walk, "--store", store, "--time-zone", "UTC")
        #expect(stored.errors.contains("2 reports"), "\(stored.errors)")
        #expect(stored.text == alone.text)
        // The store has them still when it is asked alone.
        #expect(try run("trips", "--store", store, "--time-zone", "UTC").text == alone.text)
    }

    /// The gate gets the phone's reports or those of the motion, as one asks.
    @Test func theGateGetsThem() throws {
        let log = SensorLogText(seconds: 165, reports: [.init(1, "automotive")])
        let ride = try folder.write(log.text, to: "ride.csv")
        let places = try folder.write("identifier,latitude,longitude\nhome,50,8\n", to: "places.csv")
        func simulate(_ more: String...) throws -> CommandResult {
            try Command.run(
                ["simulate", "--track", ride, "--places", places, "--already-inside", "report"] + more, in: folder)
        }
        let phone = try simulate("--reports", "phone")
        #expect(phone.status == 0, "\(phone.errors)")
        #expect(phone.errors.isEmpty || !phone.errors.contains("classified"))
        #expect(try simulate().text == phone.text)
        let motion = try simulate("--reports", "motion")
        #expect(motion.errors.contains("the phone's own reports are left out: its motion is classified"))
        #expect(motion.status == 0 && motion.text != phone.text)
        // A log without them says so.
        let silent = try folder.write(SensorLogText(seconds: 165).text, to: "silent.csv")
        let missing = try run("simulate", "--track", silent, "--places", places, "--reports", "phone")
        #expect(missing.status == 3 && missing.errors.contains("no activity reports of the phone"))
        #expect(try simulate("--reports", "phone", "--activities", "-").status == 2)
    }

    @Test func evaluateComparesThem() throws {
        let manifest = try folder.write(
            "recording,activity,start_s,end_s\nwalk.csv,walking,0,100\n", to: "mine.csv")
        let result = try run(
            "evaluate", "--phone", manifest, "--json", folder.path("f.json"), "--report", folder.path("p.html"))
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("1 log with reports"), "\(result.text)")
        #expect(result.text.contains("Confidence against correctness"))
        let figures = try JSONSerialization.jsonObject(with: Data(try folder.read("f.json"))) as? [String: Any]
        let phone = (figures?["phone"] as? [String: Any])?["all"] as? [String: Any]
        #expect(phone?["right"] as? Double == 1 && phone?["seconds"] as? Int == 99)
        let page = Data(try folder.read("p.html"))
        #expect(XMLParser(data: page).parse())
        #expect(
            String(decoding: page, as: UTF8.self).contains("<h2 id=\"table-1-title\">Right, wrong and unknown</h2>"))
        // Logs need no manifest: the name of the folder tells the activity.
        _ = try folder.write(String(decoding: try folder.read("walk.csv"), as: UTF8.self), to: "walking/log.csv")
        let logs = try run("evaluate", "--phone", folder.path("walking"))
        #expect(logs.status == 0 && logs.text.contains("164 of known activity"), "\(logs.text)\(logs.errors)")
    }

    @Test func whatDoesNotGoTogetherIsRefused() throws {
        #expect(try run("evaluate", walk, walk).status == 2)
        #expect(try run("evaluate", "--phone", walk, "--cross-validate", "user").status == 2)
        let silent = try folder.write(SensorLogText(seconds: 30).text, to: "silent.csv")
        let none = try run("evaluate", "--phone", silent)
        #expect(none.status == 3 && none.errors.contains("the log does not hold"), "\(none.errors)")
    }
}
