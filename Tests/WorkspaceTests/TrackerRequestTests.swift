// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline
import Testing

@testable import GaitwayWorkspace

struct TrackerRequestTests {
    private let now = Timestamp(nanoseconds: 1_790_000_000_000_000_000)

    private func request(
        _ tracker: Tracker, _ body: String = "", fields: [String: String] = [:]
    ) throws -> TrackerRequest {
        try TrackerRequest(tracker, fields: fields, body: Array(body.utf8), received: now)
    }

    private func feature(_ moment: Int, latitude: String = "47.5") -> String {
        #"{"geometry":{"coordinates":[8.25,\#(latitude)]},"properties":{"timestamp":\#(moment),"device_id":"ann"}}"#
    }

    @Test func anAddressGivesWhatATableGives() throws {
        let fields = [
            "lat": "47.5", "lon": "8.25", "timestamp": "1789999000000", "hdop": "7.5", "altitude": "", "speed": "1.25",
            "bearing": "0.0", "token": "secret-token",
        ]
        let request = try request(.osmAnd, fields: fields)
        #expect(request.fields["token"] == nil)
        let track = try #require(try request.content().pushed.track())
        let table = try Track(
            decoding: Array(
                "time,latitude,longitude,accuracy,speed,bearing\n1789999000,47.5,8.25,7.5,1.25,0\n".utf8))
        #expect(track.origin == table.origin)
        #expect(track.fixes == table.fixes)
    }

    @Test func aFormHasTheValuesOfAnAddress() throws {
        let fields = ["lat": "47.5", "lon": "8.25", "time": "2026-09-21T14:00:00+02:00", "acc": "4"]
        let address = try request(.gpsLogger, fields: fields)
        let form = try request(.gpsLogger, "lat=47.5&lon=8.25&time=2026-09-21T14%3A00%3a00+02:00&acc=4\n")
        #expect(try form.content().pushed.track() == address.content().pushed.track())
        #expect(try address.content().pushed.usable == 1)
    }

    @Test func aBatchIsReadAsItsFile() throws {
        let body = "{\"locations\":[\(feature(1_789_999_000)),\(feature(1_789_999_060))]}"
        let (pushed, device) = try request(.overland, body).content()
        #expect(try pushed.track() == Track(decoding: Array(body.utf8)))
        #expect(device == "ann")
    }

    @Test(arguments: [
        ("95", 1_789_999_000, "latitude"), ("47", 1_790_000_601, "in the future"), ("47", 1_100_000_000, "years back"),
    ])
    func aBadRecordCostsNoOther(latitude: String, moment: Int, problem: String) throws {
        let good = feature(1_789_999_000)
        let bad = feature(moment, latitude: latitude)
        let pushed = try request(.overland, "{\"locations\":[\(good),\(bad),\(feature(1_789_999_100))]}").content()
            .pushed
        #expect(pushed.usable == 2)
        let fault = try #require(pushed.faults.first)
        #expect(fault.problem.hasPrefix("record 2: "))
        #expect(fault.problem.contains(problem))
        #expect(try pushed.track()?.fixes.count == 2)
    }

    @Test func encryptedMessagesAreRefusedAndOthersPassedOver() throws {
        let pushed = try request(
            .ownTracks, #"[{"_type":"encrypted","data":"A"},{"_type":"lwt","tst":1},{"_type":"card"}]"#
        ).content().pushed
        #expect((pushed.usable, pushed.others, pushed.faults.count) == (0, 2, 1))
        #expect(try pushed.track() == nil)
        #expect(try request(.ownTracks, " \n").content().pushed.faults.isEmpty)
    }

    @Test(arguments: [
        TrackerRequestSample(.overland, "{"), TrackerRequestSample(.overland, "{}"),
        TrackerRequestSample(.ownTracks, "{} x"), TrackerRequestSample(.gpsLogger, "lat=%4"),
        TrackerRequestSample(.gpsLogger, "lat"),
    ])
    func anotherFormatIsRefused(sample: TrackerRequestSample) throws {
        let request = try request(sample.tracker, sample.body)
        #expect(throws: InputError.self) { try request.content() }
    }

    @Test func aKeptRequestIsTheSame() throws {
        var request = try request(.gpsLogger, "lat=1\n\"\u{0}ä", fields: ["lon": "a\"b", "time": ""])
        request.device = "ann/pixel"
        var reader = JSONReader(Array(JSONWriter.line { request.write(to: &$0) }.utf8))
        #expect(TrackerRequest(try reader.element()) == request)
        #expect(throws: InputError.self) { try TrackerRequest(.overland, body: [0xff], received: now) }
    }
}

/// A body that is not in the format of its app.
struct TrackerRequestSample: Sendable {
    var tracker: Tracker
    var body: String

    init(_ tracker: Tracker, _ body: String) {
        self.tracker = tracker
        self.body = body
    }
}

struct InboxWatchTests {
    private func look(_ size: Int) -> InboxWatch.Look { InboxWatch.Look(size: size, modified: Int64(size)) }

    @Test func aFileIsWholeOnceItRests() {
        var watch = InboxWatch()
        let second: Int64 = 1_000_000_000
        #expect(watch.take(["a": look(1), "b": look(9)], at: 0) == [])
        #expect(watch.take(["a": look(2), "b": look(9)], at: 2 * second) == [])
        #expect(watch.take(["a": look(3), "b": look(9)], at: 4 * second) == ["b"])
        #expect(watch.take(["a": look(3)], at: 7 * second) == ["a"])
        // A file of the same name that comes again waits anew.
        #expect(watch.take([:], at: 8 * second) == [])
        #expect(watch.take(["a": look(3)], at: 9 * second) == [])
        #expect(watch.take(["a": look(3)], at: 12 * second) == ["a"])
    }
}
