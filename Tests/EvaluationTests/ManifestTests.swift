// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import TestSupport
import Testing

struct ManifestTests {
    private func error(_ text: String, source: String? = "rides/list.csv") -> InputError? {
        do throws(InputError) {
            _ = try Manifest(csv: Array(text.utf8), source: source)
            return nil
        } catch { return error }
    }

    @Test func quotesLineEndsAndAByteOrderMarkAreRead() throws {
        let text =
            "\u{feff}recording,activity,device,notes,use\r\n"
            + "a/1,walking,\"iPhone13,2\",\"said \"\"no\"\"\r\ntwice\",default\r\n\r\n"
            + "b,unknown,,,slow"
        let manifest = try Manifest(csv: Array(text.utf8), source: "rides/list.csv")
        #expect(manifest.columns == ["recording", "activity", "device", "notes", "use"])
        #expect(manifest.rows.count == 2)
        let first = manifest.rows[0]
        #expect(first.recording == "a/1" && first.label == .activity(.walking))
        #expect(first.device == "iPhone13,2" && first.notes == "said \"no\"\r\ntwice")
        #expect(first.extra == ["use": "default"])
        #expect(manifest.rows.map(\.line) == [2, 5])
        #expect(manifest.rows[1].label == .unknown)
    }

    @Test func whatIsNotSaidHasAStatedDefault() throws {
        let text = "recording,activity,user\na,none,\nb,cycling,eva\n"
        let named = try Manifest(csv: Array(text.utf8), source: "rides/list.csv")
        #expect(named.rows.map(\.dataSet) == ["list", "list"])
        #expect(named.rows.map(\.user) == ["a", "eva"])
        #expect(named.rows[0].start == nil && named.rows[0].end == nil && named.rows[0].hours == nil)
        #expect(try Manifest(csv: Array(text.utf8)).rows[0].dataSet == "default")
    }

    /// A log is found by the end of its path, else by its name; rows without boundaries say nothing along time.
    @Test func rowsOfALogAreFound() throws {
        let text =
            "recording,activity,start_s,end_s,mode\nann/monday.zip,walking,60,,\nann/monday.zip,cycling,5,60,\n"
            + "ben/monday.zip,running,,,\nann/tuesday,unknown,,,unlabelled\n"
        let manifest = try Manifest(csv: Array(text.utf8))
        let cycling = RideLabel.activity(.cycling)
        #expect(manifest.rows(of: "/data/ann/monday.zip").map(\.label) == [cycling, .activity(.walking)])
        #expect(manifest.rows(of: "./ben/monday.zip/").map(\.label) == [.activity(.running)])
        #expect(manifest.rows(of: "monday.zip").count == 3)
        #expect(manifest.rows(of: "monday").isEmpty && manifest.rows(of: "ann/tuesday").isEmpty)
    }

    /// A path finds the file of its bytes, whatever encoding manifest and name have; of two files, its own.
    @Test(arguments: [false, true]) func aPathFindsTheFileOfItsBytes(isInWindows1252: Bool) throws {
        let root = NSTemporaryDirectory() + "/gaitway-manifest-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let names: [(utf8: String, foreign: String)] = [
            ("caf\u{e9}.csv", "caf\u{10F7E9}.csv"), ("5 \u{20ac}.csv", "5 \u{10F780}.csv"),
        ]
        let rows = names.map { (isInWindows1252 ? $0.foreign : $0.utf8) + ",walking\n" }
        // The characters for bytes are those bytes in a path.
        let bytes = ("recording,activity\n" + rows.joined()).systemPath.dropLast().map { UInt8(bitPattern: $0) }
        let rides = try LabelledRides(manifest: bytes, source: "rides.csv", root: root)
        let (own, other) = (names.map(\.utf8), names.map(\.foreign))
        let (first, second) = isInWindows1252 ? (other, own) : (own, other)
        #expect(rides.rows.map { Array($0.recording.utf8) } == own.map { Array($0.utf8) })
        for written in [second, first] {
            for name in written { try OutputFile.save([1], to: root + "/" + name) }
            #expect(rides.paths.map { Array($0.utf8) } == written.map { Array((root + "/" + $0).utf8) })
        }
        let manifest = try Manifest(csv: bytes)
        for (place, name) in first.enumerated() {
            #expect(manifest.rows(of: "/data/" + name).map(\.line) == [place + 2])
            #expect(manifest.rows(of: second[place]).map(\.line) == [place + 2])
        }
    }

    /// Two files whose names differ only in their Unicode form are two recordings.
    @Test func namesThatDifferInTheirUnicodeFormAreTwoRecordings() throws {
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        let text = Array("recording,activity\n\(composed),walking\n\(decomposed),running\n".utf8)
        let manifest = try Manifest(csv: text)
        #expect(manifest.rows(of: composed).map(\.label) == [.activity(.walking)])
        #expect(manifest.rows(of: decomposed).map(\.label) == [.activity(.running)])
        let root = NSTemporaryDirectory() + "/gaitway-manifest-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let rides = try LabelledRides(manifest: text, source: "rides.csv", root: root)
        #expect(rides.paths.count == 2)
        // The hash of each is that of its own file.
        for name in [composed, decomposed] { try OutputFile.save([1], to: root + "/" + name) }
        let before = try rides.digest { _ in }
        try OutputFile.save([2], to: root + "/" + decomposed)
        let after = try rides.digest { _ in }
        #expect(after.rows[0] == before.rows[0] && after.rows[1] != before.rows[1])
    }

    @Test func aSpanHasHours() throws {
        let text = "recording,activity,start_s,end_s\na,running, 1800 ,9e3\nb,running,,900\n"
        let rows = try Manifest(csv: Array(text.utf8)).rows
        #expect(rows.map(\.hours) == [2, 0.25])
    }

    /// A logger's note that ends a label: the time behind it is neither trained on nor scored.
    @Test func unlabelledEndsALabel() {
        #expect(RideLabel(annotation: "unlabelled") == .unknown)
        #expect(RideLabel.unknown.mode(ofWord: "unlabelled") == "unlabelled")
    }

    @Test func modesThatBeginUnlabelledAreNotUsed() throws {
        let text = "recording,activity,mode\na,unknown,unlabelled (all)\nb,unknown,sport\n"
        let manifest = try Manifest(csv: Array(text.utf8))
        #expect(manifest.labelledRows.map(\.recording) == ["b"])
    }

    @Test(arguments: [
        ("", "rides/list.csv: the manifest is empty"),
        ("\n\n", "rides/list.csv: the manifest is empty"),
        ("recording,activity\n", "rides/list.csv: the manifest has a header but no rows"),
        ("recording,mode\na,b\n", "rides/list.csv:1:1: the column activity is missing"),
        ("activity\nwalking\n", "rides/list.csv:1:1: the column recording is missing"),
        ("recording,activity,recording\n", "rides/list.csv:1:3: the column recording appears twice"),
        ("recording,activity\na,Walking\nb,Wlaking\n", "rides/list.csv:3:2: the activity \"Wlaking\" is not known"),
        (
            "recording,activity\na,walking\nb,running\na,cycling\n",
            "rides/list.csv:4: \"a\" is listed for the same time as in line 2"
        ),
        (
            "recording,activity,start_s,end_s\na,walking,50,90\na,walking,5,51\n",
            "rides/list.csv:3: \"a\" is listed for the same time as in line 2"
        ),
        ("recording,activity\n,walking\n", "rides/list.csv:2:1: the row names no recording"),
        ("recording,activity,start_s\na,walking,1s\n", "rides/list.csv:2:3: start_s \"1s\" is not a number"),
        ("recording,activity,end_s\na,walking,inf\n", "rides/list.csv:2:3: end_s \"inf\" is not a number"),
        (
            "recording,end_s,start_s,activity\na,5,7.5,none\n",
            "rides/list.csv:2:2: end_s 5 is not after start_s 7.5"
        ),
        ("recording,activity,end_s\na,walking,0\n", "rides/list.csv:2:3: end_s 0 is not after start_s 0"),
        (
            "recording,activity,start_s\na,walking,-5\n",
            "rides/list.csv:2:3: start_s -5 is before the recording begins"
        ),
        ("recording,activity\na,walking,x\n", "rides/list.csv:2:2: the row has 3 fields; the header has 2"),
        ("recording,activity\na\n", "rides/list.csv:2:1: the row has 1 field; the header has 2"),
        ("recording,activity\na,\"walking\n\n", "rides/list.csv:2:2: the quote is never closed"),
        ("recording,activity\n\"a\nb\",\"walking\"!\n", "rides/list.csv:3:2: text follows the closing quote"),
        ("recording,activity\na\"b,walking\n", "rides/list.csv:2:1: a quote stands inside an unquoted field"),
    ])
    func aFaultSaysWhere(text: String, message: String) {
        let description = error(text)?.description ?? "no error"
        #expect(description.hasPrefix(message), "\(description)")
        #expect(error(text)?.remedy.isEmpty == false)
    }

    @Test func textThatIsNotUTF8IsLatin1() throws {
        let bytes = Array("recording,activity\na".utf8) + [0xff] + Array(",walking\n".utf8)
        #expect(try Manifest(csv: bytes).rows.map(\.recording) == ["aÿ"])
    }

    @Test func filtersAreJoined() throws {
        let text =
            "recording,activity,use,user\na,walking,default,eva\nb,walking,slow,eva\nc,running,default,\n"
        let manifest = try Manifest(csv: Array(text.utf8), source: "list.csv")
        #expect(try manifest.where("use", "default").rows.map(\.recording) == ["a", "c"])
        let both = [ManifestFilter("use", "default"), ManifestFilter("user", "eva")]
        #expect(try manifest.filtered(by: both).rows.map(\.recording) == ["a"])
        let either = [ManifestFilter("use", "slow"), ManifestFilter("user", "eva"), ManifestFilter("use", "linear")]
        #expect(try manifest.filtered(by: either).rows.map(\.recording) == ["b"])
        // An empty user is the recording.
        #expect(try manifest.where("user", "c").rows.count == 1)
        #expect(try manifest.filtered(by: []) == manifest)
    }

    @Test func aFilterThatCannotHoldIsAnError() throws {
        let text = "recording,activity,use\na,walking,default\nb,running,slow\n"
        let manifest = try Manifest(csv: Array(text.utf8), source: "list.csv")
        let missing = #expect(throws: InputError.self) { try manifest.where("usage", "default") }
        #expect(missing?.description.contains("the columns are recording, activity, use") == true)
        let empty = #expect(throws: InputError.self) { try manifest.where("use", "fast") }
        #expect(empty?.description.contains("use is \"default\", \"slow\"") == true)
        #expect(throws: InputError.self) {
            try manifest.filtered(by: [ManifestFilter("use", "default"), ManifestFilter("recording", "b")])
        }
    }

    @Test func aFilterIsReadFromAnArgument() {
        #expect(ManifestFilter(parsing: "a=b=c") == ManifestFilter("a", "b=c"))
        #expect(ManifestFilter(parsing: "a=") == ManifestFilter("a", ""))
        #expect(ManifestFilter(parsing: "=b") == nil)
        #expect(ManifestFilter(parsing: "ab") == nil)
    }

    @Test func wordsOfPeopleAreActivities() throws {
        let text =
            "recording;activity;start_s;end_s\na;Sitting;0,5;9,5\nb; BIKE ;;\nc;Stationary;;\nd;tram;;\ne;joggen;;\n"
        let rows = try Manifest(csv: Array(text.utf8)).rows
        #expect(rows.map(\.label.name) == ["stationary", "cycling", "stationary", "automotive", "running"])
        #expect(rows.map(\.mode) == ["sitting", "bike", "", "tram", "joggen"])
        #expect(rows[0].start == 0.5 && rows[0].end == 9.5)
    }

    @Test func allFaultsAreKept() throws {
        let fault = try #require(error("recording,activity\na,flapping\n,walking\nb\nc,walking\nd,hopping\n"))
        #expect(([fault] + fault.others).map(\.line) == [2, 3, 4, 6] && fault.unlisted == 0)
        #expect(fault.others.allSatisfy { $0.source == "rides/list.csv" })
        let twice = try #require(error("recording,activity\na,walking\na,walking\nb,walking\nb,running\n"))
        #expect(([twice] + twice.others).map(\.line) == [3, 5])
    }
}
