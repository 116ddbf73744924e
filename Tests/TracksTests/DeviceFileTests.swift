// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayTimeline

@Suite("Files of watches, receivers and maps")
struct DeviceFileTests {
    /// 1 May 2026, 8:00.
    private static let start: Int64 = 1_777_622_400

    private func track(_ text: String, _ format: TrackFormat? = nil) throws -> Track {
        try Track(decoding: Array(text.utf8), format: format, source: "log")
    }

    private func fault(_ bytes: [UInt8], _ format: TrackFormat? = nil) -> InputError? {
        do {
            _ = try Track(decoding: bytes, format: format, source: "log")
            return nil
        } catch {
            return error
        }
    }

    /// A walk of six fixes: with full times, in both orders of bytes, with short times, with unknown messages and
    /// fields between.
    static func watch() -> FITFixture {
        var file = FITFixture()
        file.define(0, message: 0, [(0, 1, 0x00), (8, 20, 0x07)])
        file.add(0, [(4, 1), (0, 20)])
        let others: [FITFixture.Field] = [(2, 2, 0x84), (6, 2, 0x84), (99, 3, 0x0D)]
        let record = [FITFixture.timestamp] + FITFixture.position + others
        file.define(1, message: 20, record)
        file.define(2, message: 20, record, bigEndian: true, developers: [2, 5])
        file.define(3, message: 20, FITFixture.position)
        for index in 0..<6 {
            let latitude: Int64 = FITFixture.semicircles(52.5 + Double(index) * 0.001)
            let time = FITFixture.time(start + Int64(index) * 20)
            let position: [(Int64, Int)] = [(latitude, 4), (FITFixture.semicircles(-13.25), 4)]
            if index == 2 || index == 3 {
                file.add(3, position, offset: UInt8(time & 0x1F))
                continue
            }
            let isBig = index % 2 == 0
            var values: [(Int64, Int)] = [(time, 4)]
            values += position
            values.append((2700, 2))  // 40 m: five times 500 more.
            values.append((1400, 2))
            values.append((7, 3))
            if isBig {
                values.append((0, 2))
                values.append((0, 5))
            }
            file.add(isBig ? 2 : 1, values, bigEndian: isBig)
        }
        // No position, and a position that stands for none.
        let nowhere: [(Int64, Int)] = [
            (FITFixture.time(start + 120), 4), (0x7FFF_FFFF, 4), (0x7FFF_FFFF, 4), (0xFFFF, 2), (0xFFFF, 2), (0, 3),
        ]
        file.add(1, nowhere)
        file.define(4, message: 18, [FITFixture.timestamp, (2, 4, 0x86), (5, 1, 0x00), (7, 4, 0x86), (9, 4, 0x86)])
        let session: [(Int64, Int)] = [
            (FITFixture.time(start + 120), 4), (FITFixture.time(start), 4), (11, 1), (120_000, 4), (55_500, 4),
        ]
        file.add(4, session)
        return file
    }

    @Test("FIT: both orders of bytes, short times, developers' fields, unknown messages; altitude, speed and sport")
    func fit() throws {
        for header in [12, 14] as [UInt8] {
            let track = try Track(decoding: Self.watch().bytes(headerSize: header))
            #expect(track.format == .fit)
            #expect(track.origin == Timestamp(nanoseconds: Self.start * 1_000_000_000))
            #expect(track.fixes.map(\.elapsed) == (0..<6).map { .seconds($0 * 20) })
            for (index, fix) in track.fixes.enumerated() {
                #expect(abs(fix.latitude - 52.5 - Double(index) * 0.001) < 1e-7 && abs(fix.longitude + 13.25) < 1e-7)
                let isShort = index == 2 || index == 3
                #expect(fix.altitude == (isShort ? nil : 40) && fix.speed == (isShort ? nil : 1.4))
            }
            #expect(track.repairs == [.withoutPosition: 1])
            #expect(track.moves.map(\.flags) == [.walking] && track.moves.map(\.distance) == [555])
            #expect(track.reports.map(\.activity.flags) == [.walking, .unknown])
        }
    }

    @Test("FIT: files one after the other; a wrong checksum, version and order are errors; a lost end is not")
    func chainedFIT() throws {
        let bytes = Self.watch().bytes()
        var later = FITFixture()
        later.define(0, message: 20, [FITFixture.timestamp] + FITFixture.position)
        later.add(0, [(FITFixture.time(Self.start + 600), 4), (FITFixture.semicircles(52.6), 4), (0, 4)])
        let chained = try Track(decoding: bytes + later.bytes())
        #expect(chained.fixes.count == 7 && chained.fixes.last?.elapsed == .seconds(600))
        var damaged = bytes
        damaged[40] ^= 1
        #expect(fault(damaged)?.problem.contains("checksum") == true)
        var newer = bytes
        newer[1] = 0x30
        #expect(fault(newer)?.code == .unsupported)
        var undefined = FITFixture()
        undefined.add(5, [(1, 4)])
        #expect(fault(undefined.bytes())?.code == .malformed)
        // A watch that lost its power never wrote the length.
        var unfinished = Array(bytes.dropLast(2))
        unfinished.replaceSubrange(4..<8, with: [0, 0, 0, 0])
        let rest = try Track(decoding: unfinished)
        #expect(rest.fixes.count == 6 && rest.repairs[.cutShort] == 1)
    }

    @Test("FIT cut anywhere gives the fixes before the cut or an error")
    func cutFIT() throws {
        let bytes = Self.watch().bytes()
        let whole = try Track(decoding: bytes)
        var counts: Set<Int> = []
        for length in 0..<bytes.count {
            guard let track = try? Track(decoding: Array(bytes[..<length]), format: .fit) else { continue }
            #expect(track.fixes == Array(whole.fixes.prefix(track.fixes.count)), "cut at \(length)")
            #expect(track.repairs[.cutShort] == 1)
            counts.insert(track.fixes.count)
        }
        #expect(counts.isSuperset(of: 1...6))
    }

    /// A sentence with its checksum.
    static func sentence(_ body: String) -> String {
        let checksum = body.utf8.reduce(0, ^)
        let digits = String(checksum, radix: 16, uppercase: true)
        return "$" + body + "*" + (digits.count < 2 ? "0" : "") + digits + "\r\n"
    }

    static let receiver = [
        "GPGSV,3,1,11,03,03,111,00", "GPGGA,235958.00,5230.000,N,01315.000,W,1,08,0.9,34.5,M,46.9,M,,",
        "GPRMC,235958.00,A,5230.000,N,01315.000,W,010.0,084.4,300426,,,A",
        "GNRMC,235959.50,A,5230.060,N,01315.000,W,,,300426,,,A",
        "GNGGA,235959.50,5230.060,N,01315.000,W,1,08,0.9,35.5,M,46.9,M,,",
        "GPGGA,000001.00,5230.120,N,01315.000,W,1,08,0.9,36.5,M,46.9,M,,",
        "GPRMC,000001.00,A,5230.120,N,01315.000,W,,,010526,,,A", "GPRMC,000002.00,V,,,,,,,010526,,,N",
    ].map(sentence).joined()

    @Test("NMEA: sentences of one moment are one fix, over midnight; knots, minutes and two-digit years")
    func nmea() throws {
        let track = try track(Self.receiver)
        #expect(track.format == .nmea)
        #expect(track.origin == Timestamp(iso8601: "2026-04-30T23:59:58Z"))
        #expect(track.fixes.map(\.elapsed) == [.zero, .milliseconds(1500), .seconds(3)])
        for (fix, latitude) in zip(track.fixes, [52.5, 52.501, 52.502]) {
            #expect(abs(fix.latitude - latitude) < 1e-9 && fix.longitude == -13.25)
        }
        #expect(track.fixes.map(\.altitude) == [34.5, 35.5, 36.5])
        #expect(abs((track.fixes[0].speed ?? 0) - 5.1444) < 1e-3 && track.fixes[0].course == 84.4)
        #expect(track.repairs == [.withoutPosition: 1])
        let old = try self.track(Self.sentence("GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W"))
        #expect(old.origin == Timestamp(iso8601: "1994-03-23T12:35:19Z"))
    }

    @Test("NMEA: a wrong checksum costs the sentence; fixes without any date are an error; dates may come from ZDA")
    func nmeaFaults() throws {
        let lines = Self.receiver.split { $0.isNewline }.map { String($0) }
        let damaged = try track(
            Self.receiver.replacing("5230.060,N,01315.000,W,,,300426", with: "5230.061,N,01315.000,W,,,300426"))
        #expect(damaged.repairs[.damaged] == 1 && damaged.fixes.count == 3)
        let remark = try #require(damaged.remarks.first?.description)
        #expect(remark.contains("checksum") && remark.contains("4"))
        let undated = lines.filter { $0.contains("GGA") }.joined(separator: "\n")
        #expect(fault(Array(undated.utf8))?.code == .unsupported)
        let dated = try track(Self.sentence("GPZDA,235957.00,30,04,2026,00,00") + undated)
        #expect(dated.origin == Timestamp(iso8601: "2026-04-30T23:59:58Z") && dated.fixes.count == 3)
        #expect(dated.fixes.last?.elapsed == .seconds(3))
    }

    @Test("NMEA cut anywhere gives the fixes before the cut or an error")
    func cutNMEA() throws {
        let bytes = Array(Self.receiver.utf8)
        let whole = try Track(decoding: bytes)
        var counts: Set<Int> = []
        for length in 0..<bytes.count {
            guard let track = try? Track(decoding: Array(bytes[..<length]), format: .nmea) else { continue }
            let places = track.fixes.map { [$0.latitude, $0.longitude] }
            #expect(places == whole.fixes.prefix(places.count).map { [$0.latitude, $0.longitude] }, "cut at \(length)")
            // The altitude may be in a sentence behind the cut; if it is there, it is right.
            #expect(zip(track.fixes, whole.fixes).allSatisfy { $0.altitude == nil || $0.altitude == $1.altitude })
            counts.insert(track.fixes.count)
        }
        #expect(counts.isSuperset(of: 1...3))
    }

    static let training = """
        <?xml version="1.0"?>
        <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
        <Activity Sport="Biking"><Id>2026-05-01T08:00:00.000Z</Id><Lap StartTime="2026-05-01T08:00:00.000Z"><Track>
        <Trackpoint><Time>2026-05-01T08:00:00.000Z</Time><Position><LatitudeDegrees>52.5</LatitudeDegrees>
          <LongitudeDegrees>13.25</LongitudeDegrees></Position><AltitudeMeters>34.5</AltitudeMeters>\
        <HeartRateBpm><Value>90</Value>
          </HeartRateBpm><Extensions><ns3:TPX xmlns:ns3="x">\
        <ns3:Speed>5.5</ns3:Speed></ns3:TPX></Extensions></Trackpoint>
        <Trackpoint><Time>2026-05-01T08:01:00.000Z</Time><HeartRateBpm><Value>90</Value></HeartRateBpm></Trackpoint>
        <Trackpoint><Time>2026-05-01T10:02:00+02:00</Time><Position><LatitudeDegrees>52.502</LatitudeDegrees>
          <LongitudeDegrees>13.25</LongitudeDegrees></Position></Trackpoint>
        </Track></Lap></Activity></Activities></TrainingCenterDatabase>
        """

    @Test("TCX: points with a position, and the sport")
    func tcx() throws {
        let track = try track(Self.training)
        #expect(track.format == .tcx && track.origin == Timestamp(nanoseconds: Self.start * 1_000_000_000))
        #expect(track.fixes.map(\.elapsed) == [.zero, .seconds(120)])
        #expect(track.fixes.map(\.latitude) == [52.5, 52.502])
        #expect(track.fixes[0].altitude == 34.5 && track.fixes[0].speed == 5.5)
        #expect(track.repairs == [.withoutPosition: 1])
        #expect(track.reports.map(\.activity.flags) == [.cycling, .unknown])
    }

    static let map = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><Folder>
        <Placemark><name>A ride</name><gx:Track>
          <when>2026-05-01T08:00:00Z</when><when>2026-05-01T10:01:00+02:00</when><when>2026-05-01T08:02:00.500Z</when>
          <gx:coord>13.25 52.5 34.5</gx:coord><gx:coord></gx:coord><gx:coord>13.25 52.502</gx:coord>
          <ExtendedData><SchemaData schemaUrl="#s"><gx:SimpleArrayData name="accuracy"><gx:value>8</gx:value>\
        <gx:value>9</gx:value>
          <gx:value>10</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark>
        <Placemark><TimeStamp><when>2026-05-01T08:03:00Z</when></TimeStamp><Point>\
        <coordinates>13.25,52.503,0</coordinates></Point>
        </Placemark>
        <Placemark><name>Home</name><TimeSpan><begin>2026-05-01T08:10:00Z</begin>\
        <end>2026-05-01T08:20:00Z</end></TimeSpan>
          <Point><coordinates>13.25,52.51,0</coordinates></Point></Placemark>
        <Placemark><name>Driving</name><ExtendedData><Data name="Category"><value>Driving</value></Data></ExtendedData>
          <LineString><coordinates>13.25,52.51,0 13.3,52.6,0
          13.4,52.7,0</coordinates></LineString>
          <TimeSpan><begin>2026-05-01T08:20:00Z</begin><end>2026-05-01T08:40:00Z</end></TimeSpan></Placemark>
        <Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
        </Folder></Document></kml>
        """

    @Test("KML: tracks, points with times, stays and ways; a line without times is left out")
    func kml() throws {
        let track = try track(Self.map)
        #expect(track.format == .kml)
        let measured = track.fixes.prefix(3)
        #expect(measured.map(\.latitude) == [52.5, 52.502, 52.503] && measured.map(\.altitude) == [34.5, nil, 0])
        #expect(measured.map(\.horizontalAccuracy) == [8, 10, nil])
        #expect(measured.map(\.elapsed) == [.zero, .milliseconds(120_500), .seconds(180)])
        #expect(track.repairs == [.withoutPosition: 1, .withoutTime: 2])
        #expect(track.visits.map(\.name) == ["Home"] && track.moves.map(\.flags) == [.automotive])
        // The line's ends have times; its middle gets one by an even pace.
        let middle = try #require(track.fixes.first { $0.latitude == 52.6 })
        #expect(track.fixes.last?.latitude == 52.7 && (1720.0..<1780).contains(middle.elapsed.inSeconds), "\(middle)")
        // The drive of 20 minutes is repeated once.
        #expect(track.reports.map(\.activity.flags) == [.stationary, .automotive, .automotive, .unknown])
        let drawn = "<kml><Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark></kml>"
        #expect(fault(Array(drawn.utf8))?.code == .unsupported)
        let uneven = "<kml><Placemark><Track><when>2026-05-01T08:00:00Z</when></Track></Placemark></kml>"
        #expect(fault(Array(uneven.utf8))?.code == .malformed)
    }

    @Test("a shuffled GPX is put in order, and that is counted")
    func shuffled() throws {
        var generator = SeededGenerator(seed: 3)
        let points = (0..<30).map { index in
            "<trkpt lat='\(50 + Double(index) * 0.001)' "
                + "lon='10'><time>2026-05-01T08:\(index < 10 ? "0" : "")\(index):00Z</time></trkpt>\n"
        }
        func gpx(_ points: [String]) -> String { "<gpx><trk><trkseg>\n" + points.joined() + "</trkseg></trk></gpx>" }
        let order = try track(gpx(points))
        let shuffled = try track(gpx(points.shuffled(using: &generator)))
        #expect(shuffled.fixes == order.fixes && shuffled.origin == order.origin)
        #expect(order.repairs.isEmpty && (shuffled.repairs[.reordered] ?? 0) > 5)
    }

    @Test("damage anywhere is never a trap")
    func damage() {
        var generator = SeededGenerator(seed: 9)
        let samples: [([UInt8], TrackFormat)] = [
            (Self.watch().bytes(), .fit), (Array(Self.receiver.utf8), .nmea), (Array(Self.training.utf8), .tcx),
            (Array(Self.map.utf8), .kml), (Array(HistorySamples.route.utf8), .gpx),
        ]
        for (bytes, format) in samples {
            for length in stride(from: 0, to: bytes.count, by: 5) {
                _ = try? Track(decoding: Array(bytes[..<length]), format: format)
            }
            for _ in 0..<Rounds.count(800) {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                if format == .fit {
                    // With a right checksum the damage reaches the messages.
                    damaged.removeLast(2)
                    damaged += FITFixture.bytes(Int64(FITFixture.checksum(damaged)), 2, false)
                }
                guard let track = try? Track(decoding: damaged, format: format) else { continue }
                #expect(zip(track.fixes, track.fixes.dropFirst()).allSatisfy { $0.elapsed <= $1.elapsed })
            }
        }
    }
}
