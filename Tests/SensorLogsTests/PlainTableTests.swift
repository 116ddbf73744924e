// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayRecognition

@Suite struct PlainTableTests {
    @Test func readsAMergedTable() throws {
        let text =
            "time,ax,ay,az,gx,gy,gz,pressure\n"
            + LogFixture.rows(200) { ",0.1,0.2,0.3,\($0 < 60 ? 1000.25 : 1000.5)" }
        let recording = try LogFixture.read(text)
        #expect(recording.header.sensors == [.acceleration, .rotationRate, .pressure])
        #expect(recording.header.logger == .plain)
        #expect(recording[.acceleration].count == 200)
        #expect(recording[.rotationRate].count == 200)
        // One at the start, one after a second, the change, one each second after it.
        #expect(recording[.pressure].seconds == [0, 1, 1.2, 2.2, 3.2])
        #expect(recording.header.origin == nil)
    }

    @Test(arguments: [(1.0, "s"), (1e3, "ms"), (1e6, "us"), (1e9, "ns")])
    func findsTheUnitOfTimeByItsSteps(_ scale: Double, _ unit: String) throws {
        let rows = (0..<100).map { "\(Int64(proven: (5 + Double($0) * 0.02) * scale * 1000) / 1000),0.1,0.2,9.8\n" }
        guard unit != "s" else {
            let seconds = (0..<100).map { "\(5 + Double($0) / 50),0.1,0.2,9.8\n" }
            #expect(
                try LogFixture.read("time,ax,ay,az\n" + seconds.joined()).end.wholeNanoseconds.separation(
                    from: 1_980_000_000) < 10
            )
            return
        }
        let recording = try LogFixture.read("time,ax,ay,az\n" + rows.joined())
        #expect(recording.end == .nanoseconds(1_980_000_000))
        #expect(recording.header.guesses.contains { $0.contains("assuming time") })
        #expect(try LogFixture.read("t_\(unit),x,y,z\n" + rows.joined()).end == .nanoseconds(1_980_000_000))
    }

    /// A phone that sways, with the times of its rows.
    private func table(_ times: [Int]) -> String {
        "time,x,y,z\n" + times.enumerated().map { "\($1),0.\($0 % 9),0.2,9.\(80 + $0 % 7)\n" }.joined()
    }

    /// Whole seconds, from any moment, with a gap, in a minute of 20 to 100 rows a second.
    @Test(arguments: [0, 7, 1_700_000_000], [20, 50, 100])
    func wholeSecondsAreSeconds(start: Int, rate: Int) throws {
        let seconds = (0..<60 * rate).map { start + $0 / rate }
        let recording = try LogFixture.read(table(seconds))
        #expect(recording[.acceleration].count == 60 * rate)
        #expect(recording.end.wholeNanoseconds.separation(from: 59_980_000_000) < 1_000_000_000)
        #expect((recording.header.origin != nil) == (start > 7))
        // An hour is missing after the first second or two.
        let later = try LogFixture.read(table(seconds.map { $0 <= start + 150 / rate ? $0 : $0 + 3600 }))
        #expect(later[.acceleration].count == 60 * rate)
        #expect(later.end.wholeNanoseconds.separation(from: 3_659_980_000_000) < 1_000_000_000)
    }

    /// A row each second looks like one each millisecond: nothing is guessed.
    @Test func aRowEachSecondIsAmbiguous() throws {
        for times in [Array(0..<300), (0..<300).map { $0 * 2 / 3 }, (0..<300).map { $0 < 100 ? $0 : $0 + 500 }] {
            let fault = try #require(LogFixture.fault(table(times)))
            #expect(fault.code == .ambiguous && fault.problem.contains("s at 1 Hz and ms at 1 kHz"))
            let stated = table(times).replacing("time,", with: "time_s,")
            #expect(try LogFixture.read(stated).end > .seconds(190))
        }
        // Unix time says its unit.
        let since1970 = try LogFixture.read(table((0..<300).map { 1_700_000_000 + $0 }))
        #expect(since1970.end == .seconds(299))
        #expect(since1970.header.origin?.nanoseconds == 1_700_000_000_000_000_000)
    }

    /// Milliseconds in bursts: ten rows at once or within ten milliseconds, every 100 ms.
    @Test(arguments: [0, 1]) func burstsAreMilliseconds(step: Int) throws {
        let recording = try LogFixture.read(table((0..<2000).map { $0 / 10 * 100 + $0 % 10 * step }))
        #expect(recording.end.wholeNanoseconds.separation(from: 19_950_000_000) < 100_000_000)
    }

    @Test func takesPlausibleEpochsForTheWallClock() throws {
        let rows = (0..<100).map { "\(1_684_909_322_009_930_664 + Int64($0) * 10_000_001),0.1,0.2,9.8\n" }
            .joined()
        let recording = try LogFixture.read("timestamp,x,y,z\n" + rows)
        #expect(recording.header.origin?.nanoseconds == 1_684_909_322_009_930_664)
        #expect(recording[.acceleration].nanoseconds[99] == 990_000_099)
    }

    @Test func convertsG() throws {
        let text = "time,ax,ay,az\n" + LogFixture.rows(200, scale: 1)
        let recording = try LogFixture.read(text)
        let mean = recording[.acceleration].values.map(\.z).reduce(0, +) / 200
        #expect(abs(mean - 9.80665) < 0.1)
        #expect(recording.header.guesses.contains { $0.contains("in g") })
    }

    @Test func refusesToGuessFromWhatFitsNoUnit() throws {
        let text = "time,ax,ay,az\n" + LogFixture.rows(200, scale: 3)
        let fault = try #require(LogFixture.fault(text))
        #expect(fault.code == .ambiguous)
        #expect(fault.remedy.description == "set unit to m/s^2 or g and acceleration to total or linear")
        let total = LogOptions(unit: .metresPerSecondSquared, acceleration: .total)
        #expect(try LogFixture.read(text, options: total)[.acceleration].count == 200)
        let linear = LogOptions(unit: .standardGravity, acceleration: .linear)
        let recording = try LogFixture.read(text, options: linear)
        #expect(recording[.linearAcceleration].count == 200 && recording[.acceleration].count == 0)
        #expect(abs((recording[.linearAcceleration].values.first?.z ?? 0) - 3 * 9.80665) < 0.001)
    }

    @Test func convertsDegrees() throws {
        let stated = "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2),gx (deg/s),gy (deg/s),gz (deg/s)\n"
        let implied = "time,X_Acc,Y_Acc,Z_Acc,X_Gyro,Y_Gyro,Z_Gyro\n"
        for header in [stated, implied] {
            let recording = try LogFixture.read(header + LogFixture.rows(300) { _ in ",18,0,0" })
            #expect(abs((recording[.rotationRate].values.first?.x ?? 0) - Float.pi / 10) < 1e-6)
            #expect(recording.header.guesses.contains { $0.contains("deg/s") })
        }
    }

    @Test func choosesTheClockOfTwo() throws {
        let header = "Index,Arrival_Time,Creation_Time,x,y,z\n"
        // Bursts of ten on arrival, an even clock of unknown start at creation.
        let rows = (0..<1000).map {
            "\($0),\(1_424_700_000_000 + $0 / 10 * 100),\(5_000_000.5 + Double($0) * 10000),0.1,0.2,9.8\n"
        }
        let recording = try LogFixture.read(header + rows.joined())
        #expect(recording.repairs.entries.isEmpty)
        #expect(recording.end == .nanoseconds(9_990_000_000))
        #expect((recording.header.origin?.nanoseconds ?? 0).separation(from: 1_424_700_000_000_000_000) < 1000)
    }

    @Test func readsHeaderlessNumbers() throws {
        let rows = (0..<100).map { "\($0 * 5_035_400),0.1,0.2,9.8,2\n" }.joined()
        let gyroscope = (0..<100).map { "\(300_000 + $0 * 5_035_400),0.3,0.2,0.1,2\n" }.joined()
        let recording = try LogFixture(["Accelerometer.txt": rows, "Gyroscope.txt": gyroscope]).read()
        #expect(recording[.acceleration].count == 100)
        #expect(recording[.rotationRate].values.first == SIMD3(0.3, 0.2, 0.1))
        #expect(recording[.rotationRate].nanoseconds.first == 300_000)
    }

    @Test func spreadsTimesOfThreeDigits() throws {
        let rows = (0..<3000).map { row -> String in
            let time = Double(row) * 0.05
            let rounded =
                time < 10
                ? (time * 100).rounded() / 100
                : time < 100 ? (time * 10).rounded(.down) / 10 : time.rounded(.down)
            return "\(rounded),\(0.1 + Double(row % 9) / 100),0.2,9.8\n"
        }
        let recording = try LogFixture.read("Time (s),X (m/s^2),Y (m/s^2),Z (m/s^2)\n" + rows.joined())
        let seconds = recording[.acceleration].seconds
        let steps = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
        #expect(recording[.acceleration].count == 3000)
        #expect(steps.filter { abs($0 - 0.05) < 0.006 }.count > 2900)
        #expect(recording.repairs[.gap] == 0)
    }

    @Test func countsGaps() throws {
        let text = "time,ax,ay,az\n" + LogFixture.rows(100) + "10,0.1,0.2,9.8\n10.02,0.1,0.2,9.8\n"
        let recording = try LogFixture.read(text)
        #expect(recording.repairs[.gap] == 1)
        #expect(recording[.acceleration].count == 102)
    }

    @Test func readsLinesOfEveryKind() throws {
        let text = "time,ax,ay,az\n" + LogFixture.rows(100)
        let expected = try LogFixture.read(text).contents
        for ending in ["\r\n", "\r", "\n\n"] {
            let other = text.split(separator: "\n").joined(separator: ending) + ending
            #expect(
                try LogFixture.read(ending + ending + other).contents == expected,
                "\(ending.debugDescription)")
        }
        let trailing = text.split(separator: "\n").joined(separator: ",\n") + ",\n"
        #expect(try LogFixture.read(trailing).contents == expected)
    }

    @Test func summarises() throws {
        let text = "time,ax,ay,az,p\n" + LogFixture.rows(200, scale: 1) { _ in ",101.325" }
        let source = MemorySource(Array(text.utf8))
        let summary = try RecordingSummary(RecordingReader(source: source, name: "log.csv"))
        let acceleration = try #require(summary.sensors.first { $0.sensor == .acceleration })
        #expect(acceleration.count == 200 && acceleration.gaps == 0)
        #expect(abs((acceleration.rate ?? 0) - 50) < 0.01)
        #expect(acceleration.convertedFrom == "g")
        let pressure = try #require(summary.sensors.first { $0.sensor == .pressure })
        #expect(abs(pressure.greatest - 1013.25) < 0.01 && pressure.convertedFrom == "kPa")
    }

    @Test func unitsOfLocationsAreRespected() throws {
        var options = LogOptions()
        options.readsLocation = true
        let rows = (0..<100).map { "\($0 * 10),0,0,9.8,52.5,13.\(100 + $0),100,9,10" }
        let header =
            "time_ms,ax (m/s^2),ay (m/s^2),az (m/s^2),latitude,longitude,altitude (ft),speed (km/h),accuracy (ft)"
        let recording = try LogFixture.read(([header] + rows).joined(separator: "\n") + "\n", options: options)
        let fix = try #require(recording.fixes.first)
        #expect(abs((fix.altitude ?? 0) - 30.48) < 1e-9)
        #expect(abs((fix.speed ?? 0) - 2.5) < 1e-9)
        #expect(abs((fix.horizontalAccuracy ?? 0) - 3.048) < 1e-9)
    }

    @Test func unitsAreReadAsPeopleWriteThem() {
        for text in ["m/s2", "m/s^2", "m/s²", "M/S2"] {
            #expect(LogOptions.Unit(spelling: text) == .metresPerSecondSquared)
        }
        #expect(LogOptions.Unit(spelling: "G") == .standardGravity && LogOptions.Unit(spelling: "mg") == .milligravity)
        for text in ["", "kg", "deg/s", "ms"] { #expect(LogOptions.Unit(spelling: text) == nil) }
    }
}
