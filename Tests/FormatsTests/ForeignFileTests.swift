// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import GaitwayBase

@Suite struct ForeignFileTests {
    struct File: Sendable, CustomTestStringConvertible {
        var kind: String
        var head: [UInt8]
        /// A word of the way out.
        var remedy: String
        var testDescription: String { kind }

        init(_ kind: String, _ text: String, _ remedy: String) {
            self.init(kind, bytes: Array(text.utf8), remedy)
        }

        init(_ kind: String, bytes: [UInt8], _ remedy: String) {
            self.kind = kind
            head = bytes
            self.remedy = remedy
        }
    }

    static let files = [
        File("a GPX track", "\u{FEFF}<?xml version=\"1.0\"?>\n<gpx version=\"1.1\">", "as a track"),
        File("a KML map", "<?xml version=\"1.0\"?><kml xmlns=\"http://www.opengis.net/kml/2.2\">", "as a track"),
        File("a TCX activity", "<?xml version=\"1.0\"?>\n<TrainingCenterDatabase>", "as a track"),
        File("a FIT activity", bytes: [14, 0x10, 0x43, 8, 0x78, 6, 0, 0] + Array(".FIT".utf8) + [0, 0], "as a track"),
        File(
            "an export of Apple Health", "<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [\n<!ELEMENT", "as a track"),
        File("a phyphox experiment, which holds no samples", "<phyphox version=\"1.14\">", "CSV"),
        File("an XML document", "<?xml version=\"1.0\"?><other/>", "log"),
        File("a web page", "<!DOCTYPE html>\n<html>", "again"),
        File("an Axivity .cwa recording", bytes: [0x4D, 0x44, 0xFC, 0x03, 0x17], "CSV"),
        File("a MATLAB .mat file", "MATLAB 5.0 MAT-file, Platform: GLNXA64", "scipy.io.loadmat('FILE')"),
        File("a MATLAB .mat file", "MATLAB 7.3 MAT-file, Platform: GLNXA64", "h5py.File('FILE')"),
        File("an HDF5 file", bytes: [0x89, 0x48, 0x44, 0x46, 13, 10, 26, 10], "h5py.File('FILE')"),
        File("a Parquet table", "PAR1\u{15}\u{4}", "pandas.read_parquet('FILE').to_csv('log.csv')"),
        File("a NumPy array", bytes: [0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59, 1, 0], "numpy.load('FILE')"),
        File("a 7z archive", bytes: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "7z x FILE"),
        File("a RAR archive", "Rar!\u{1A}\u{7}", "unrar x FILE"),
        File(
            "a tar archive", bytes: Array("log.csv".utf8) + [UInt8](repeating: 0, count: 250) + Array("ustar".utf8),
            "tar -xf FILE"),
        File("a photo", bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16], "log"),
        File("a photo", bytes: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], "log"),
        File("a photo", bytes: [0, 0, 0, 36] + Array("ftypheic".utf8), "log"),
        File("a video", bytes: [0, 0, 0, 36] + Array("ftypqt  ".utf8), "log"),
        File("a file of zero bytes", bytes: [UInt8](repeating: 0, count: 5000), "again"),
        File("a Google location history", "{\"locations\":[{\"latitudeE7\":1,\"timestampMs\":\"1\"}]}", "as a track"),
        File("a Google location history", "{\"semanticSegments\": [{\"startTime\": \"2024\"}]}", "as a track"),
        File("a Google location history", "{\"timelineObjects\":[{\"activitySegment\":{}}]}", "as a track"),
        File(
            "a Google location history",
            "[{\"endTime\":\"2024\",\"startTime\":\"2024\","
                + "\"visit\":{\"topCandidate\":{\"placeLocation\":\"geo:1,2\"}}}]",
            "as a track"),
        File("a backup of Arc", "{\"timelineItems\":[{\"itemId\":\"A\",\"samples\":[]}]}", "as a track"),
        File("a track", "{\"type\":\"FeatureCollection\",\"features\":[]}", "as a track"),
        File("an activity stream", "{\"gaitway\":\"activity-stream\",\"version\":1}", "as an activity stream"),
        File("a model", "{\"cases\":[{\"acceleration\":\"total\",\"case\":\"total\"", "as a model"),
        File("a timeline", "{\"gaitway\":\"timeline\",\"version\":1,\"items\":[]}", "as a track"),
        File("a document of gaitway", "{\"gaitway\":\"other\",\"version\":1}", "log"),
        File("a manifest", "recording,activity,dataset\na.csv,walking,b\n", "as a manifest"),
    ]

    @Test(arguments: files)
    func isKnownByItsContent(_ file: File) throws {
        let found = try #require(ForeignFile(file.head))
        #expect(found.kind == file.kind)
        #expect(found.remedy.description.contains(file.remedy))
        let error = found.error(source: "a file")
        #expect(error.code == .unsupported && error.problem.contains(file.kind) && !error.description.contains("\n"))
    }

    @Test(arguments: [
        "time,ax,ay,az\n0,1,2,3\n", "[{\"sensor\":\"Accelerometer\",\"time\":\"1\"}]", "",
        "{\"payload\":[{\"name\":\"accelerometer\"}]}",
        "recording of a ride\n", "MD", "\u{0}time,x,y,z\n",
    ])
    func aLogIsNone(_ text: String) { #expect(ForeignFile(Array(text.utf8)) == nil) }

    @Test func archivesAreKnownByTheirFiles() {
        #expect(ForeignFile(paths: ["apple_health_export/export.xml"])?.kind == "an export of Apple Health")
        #expect(ForeignFile(paths: ["Takeout/Location History/Records.json"])?.kind == "a Google location history")
        #expect(ForeignFile(paths: ["doc.kml", "images/a.png"])?.kind == "a KMZ map")
        #expect(ForeignFile(paths: ["ride/Accelerometer.csv", "meta/device.csv"]) == nil)
    }

    @Test(
        "readers of tables of ours name what is not a table",
        arguments: [
            ("%PDF-1.7", "a PDF document, not a table"), ("<gpx version=\"1.1\">", "a GPX track, not a table"),
            ("PK\u{3}\u{4}\u{14}", "a zip archive, not a table"), ("{\"a\":1}", "JSON, not a table"),
            ("\u{7F}ELF\u{2}\u{1}\u{1}\u{0}", "not a text table"), ("recording,activity\n", nil), ("", nil),
        ] as [(String, String?)])
    func tables(_ text: String, _ problem: String?) {
        let fault = ForeignFile.tableError(Array(text.utf8), columns: ["recording", "activity"])
        #expect(fault?.problem == problem.map { "this is " + $0 })
        #expect(
            fault?.remedy.description ?? "give a table with the columns recording, activity"
                == "give a table with the columns recording, activity")
    }

    @Test func tracksAreNoFaultForReadersOfTracks() throws {
        #expect(try #require(ForeignFile(Array("<gpx>".utf8))).trackError(source: nil) == nil)
        #expect(try #require(ForeignFile(Array("<kml>".utf8))).trackError(source: nil) == nil)
        let fault = try #require(ForeignFile(Array("<html>".utf8))?.trackError(source: "a"))
        #expect(fault.problem.contains("not a track"))
    }

    @Test func quotedTextIsShortAndPrintable() {
        #expect(QuotedText.text("a\u{1B}[0mb\tc") == "a\\u{1b}[0mb\\u{9}c")
        #expect(QuotedText.text(String(repeating: "é", count: 80)) == String(repeating: "é", count: 80))
        #expect(QuotedText.text(String(repeating: "é", count: 81)) == String(repeating: "é", count: 80) + "…")
        #expect(QuotedText.text(Array(String(repeating: "ab", count: 400).utf8)).count == 81)
    }
}
