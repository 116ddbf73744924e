// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayRecognition

/// Logs of loggers whose tables have forms of their own, made up here in the form of real ones.
@Suite struct DialectTests {
    private static let gravity: Float = 9.80665

    /// A ride that was read, with what is expected of all of these.
    private func read(_ text: String, name: String = "log.csv", options: LogOptions = LogOptions()) throws -> Recording
    {
        try Recording(RecordingReader(bytes: Array(text.utf8), name: name, options: options))
    }

    private func fault(_ text: String, name: String = "log.csv", options: LogOptions = LogOptions()) -> InputError? {
        do {
            _ = try read(text, name: name, options: options)
            return nil
        } catch {
            return error as? InputError
        }
    }

    // MARK: Rows that name their sensor

    private static let fusion = (0..<200).map { row -> String in
        let time = 4_875_238_415 + row * 10
        let orientation = row % 3 == 0 ? "\(time),ORI,0.96,0.07,-0.13,-0.23\n" : ""
        return "\(time),GYR,0.1,0.2,0.3\n" + orientation + "\(time),ACC,0.5,0.25,9.8\n"
            + (row % 100 == 50 ? "\(time),GPS,59.5,17.25,80.5\n" : "")
    }.joined()

    @Test(arguments: [",", "\t"])
    func readsSensorFusion(_ separator: String) throws {
        let text = "Time, Type, X, Y, Z, W\n" + Self.fusion
        let recording = try read(
            text.replacing(",", with: separator), name: "log.txt", options: LogOptions(readsLocation: true))
        #expect(recording.header.logger == .sensorFusion)
        #expect(recording[.acceleration].count == 200 && recording[.rotationRate].count == 200)
        #expect(recording[.acceleration].values.first == SIMD3(0.5, 0.25, 9.8))
        #expect(recording.end == .nanoseconds(199 * 10_000_000))
        #expect(recording.fixes.map(\.elapsed) == [.milliseconds(500), .milliseconds(1500)])
        #expect(recording.repairs.entries.isEmpty)
    }

    @Test func readsSensorFusionWithoutAHeader() throws {
        let recording = try read(Self.fusion.replacing(",", with: "\t"), name: "log.txt")
        #expect(recording[.acceleration].count == 200 && recording[.rotationRate].count == 200)
    }

    /// What arrives once is parted as it arrives, to the same samples.
    @Test(arguments: [1, 100, 4096])
    func partsALiveLog(_ chunk: Int) throws {
        let whole = try read(Self.fusion)
        let source = MemorySource(Array(Self.fusion.utf8), chunk: chunk, isLive: true)
        let live = try Recording(RecordingReader(source: source, name: "-"))
        #expect(live.contents == whole.contents)
        #expect(live.header.logger == .sensorFusion)
    }

    @Test func countsACutRowOfAMixedLog() throws {
        let recording = try read(String(Self.fusion.dropLast(8)))
        #expect(recording[.acceleration].count == 199)
        #expect(recording.repairs[.cutRow] == 1)
    }

    @Test func saysWhichRowsThereAreWithoutAcceleration() throws {
        let text = (0..<50).map { "\(1000 + $0 * 10),GYR,0.1,0.2,0.3\n" }.joined()
        let fault = try #require(self.fault(text))
        #expect(fault.code == .unsupported && fault.problem.contains("GYR"))
    }

    @Test func readsBikerLog() throws {
        let blanks = String(repeating: " ", count: 40)
        let preamble = (0..<70).map { blanks + "#     \"field\($0)\": [-1,600903, 8,095837]\n" }.joined()
        let rows = (0..<200).map { row -> String in
            let time = 1_756_251_054_238 + row * 10
            let slow = row % 10 == 0 ? "\(time),BARO,-76.8,1022.5,,,,\n" : ""
            return slow + "\(time),IMU,-1.5,8.0,5.5,0.05,8.5E-4,-0.01\n" + "\(time),MAG,-0.4,11.7,19.8,,,\n"
        }
        let header = blanks + "timestamp,sensor_type,data1,data2,data3,data4,data5,data6\n"
        let event = "1756251054258,EVENT,SESSION_START,0,0.0,\"pitch=-53,8°, quality=GOOD\",,\n"
        let recording = try read(preamble + header + event + rows.joined())
        #expect(recording.header.logger == .bikerLog)
        #expect(recording[.acceleration].count == 200 && recording[.rotationRate].count == 200)
        #expect(recording[.rotationRate].values.first == SIMD3(0.05, 8.5e-4, -0.01))
        #expect(recording[.pressure].count == 20 && recording[.pressure].values.first?.x == 1022.5)
        #expect(recording.header.origin?.nanoseconds == 1_756_251_054_238_000_000)
        #expect(recording.header.guesses.contains { $0.contains("rad/s") })
    }

    @Test func readsIndoorLocationTraces() throws {
        let rows = (0..<200).map { row -> String in
            let time = 1_574_572_522_414 + row * 20
            return "\(time)\tTYPE_ACCELEROMETER\t-1.5\t-0.25\t9.5\t2\n\(time)\tTYPE_GYROSCOPE\t0.1\t0.2\t0.3\t3\n"
        }
        let text =
            "#\tstartTime:1574572522274\n#\tSiteName:a\n1574572522400\tTYPE_WAYPOINT\t12.5\t80.25\n" + rows.joined()
        let recording = try read(text, name: "trace.txt")
        #expect(recording.header.logger == .indoorLocation)
        #expect(recording[.acceleration].count == 200 && recording[.rotationRate].count == 200)
        #expect(recording[.acceleration].values.first == SIMD3(-1.5, -0.25, 9.5))
        #expect(recording.header.origin?.nanoseconds == 1_574_572_522_414_000_000)
    }

    @Test func readsGetSensorData() throws {
        let rows = (0..<200).map { row -> String in
            let (app, sensor) = (0.05 + Double(row / 4) / 25, 12_345.5 + Double(row) / 100)
            let slow =
                row % 20 == 0 ? "PRES;\(app);\(sensor);1001.25;3\nWIFI;\(app);\(sensor);net;aa:bb;2412;-70\n" : ""
            return "ACCE;\(app);\(sensor);0.5;0.25;9.5;3\n" + slow + "GYRO;\(app);\(sensor);0.1;0.2;0.3;3\n"
        }
        let preamble =
            "% LogFile created by the 'GetSensorData' App for Android.\n"
            + "% Accelerometer data: "
            + "\t'ACCE;AppTimestamp(s);SensorTimestamp(s);Acc_X(m/s^2);Acc_Y(m/s^2);Acc_Z(m/s^2);Accuracy(integer)'\n"
        let recording = try read(preamble + "\nPOSI;0.01;1;40.5;-3.5;0;0\n" + rows.joined(), name: "logfile.txt")
        #expect(recording.header.logger == .getSensorData)
        #expect(recording[.acceleration].count == 200 && recording[.rotationRate].count == 200)
        #expect(recording[.pressure].count == 10)
        #expect(recording.end == .nanoseconds(1_990_000_000))
        #expect(recording.repairs.entries.isEmpty)
        #expect(recording.header.guesses.contains { $0.contains("POSI") })
    }

    @Test func readsGnssLogger() throws {
        let rows = (0..<200).map { row -> String in
            let (utc, boot) = (1_650_000_000_000 + row / 4 * 40, 987_654_321_000_000 + row * 10_000_000)
            let fix =
                row % 100 == 0
                ? "Fix,GPS,48.5,11.25,500.5,1.5,3.0,90.0,\(utc),0.5,10.0,\(boot),2.5\nRaw,\(utc),\(boot),,,1,2\n" : ""
            return fix + "UncalAccel,\(utc),\(boot),0.5,0.25,9.5,0.0,0.0,0.0\n"
                + "UncalGyro,\(utc),\(boot),0.1,0.2,0.3,0.0,0.0,0.0\n"
        }
        let preamble =
            "# \n# Header Description:\n# \n# Version: v3.0.5.6 Platform: 12\n"
            + "# UncalAccel,utcTimeMillis,elapsedRealtimeNanos,UncalAccelXMps2,UncalAccelYMps2,UncalAccelZMps2\n"
        let recording = try read(
            preamble + rows.joined(), name: "gnss_log.txt", options: LogOptions(readsLocation: true))
        #expect(recording.header.logger == .gnssLogger)
        #expect(recording[.acceleration].count == 200 && recording[.rotationRate].count == 200)
        #expect(recording.end == .nanoseconds(1_990_000_000))
        #expect(recording.header.origin?.nanoseconds == 1_650_000_000_000_000_000)
        #expect(recording.fixes.map(\.elapsed) == [.zero, .seconds(1)])
        #expect(recording.fixes.first?.speed == 1.5)
    }

    // MARK: Tables without what others have

    @Test func readsEmpatica() throws {
        let start = "1502349056.000000, 1502349056.000000, 1502349056.000000\n32.000000, 32.000000, 32.000000\n"
        let recording = try read(start + (0..<320).map { "\($0 % 2),0,64\n" }.joined())
        #expect(recording.header.logger == .empatica)
        #expect(recording[.acceleration].count == 320)
        #expect(recording.end == .nanoseconds(319 * 31_250_000))
        #expect(recording.header.origin?.nanoseconds == 1_502_349_056_000_000_000)
        #expect(abs((recording[.acceleration].values.first?.z ?? 0) - Self.gravity) < 1e-5)
    }

    @Test func readsAccelerometerAnalyzer() throws {
        let rows = (0..<200).map { "0.5 -0.25 9.5 \($0 % 2 == 0 ? 19 : 21)\n" }
        let recording = try read("# Accelerometer Data File\n# a line\n" + rows.joined(), name: "log.txt")
        #expect(recording.header.logger == .accelerometerAnalyzer)
        #expect(recording[.acceleration].count == 200)
        #expect(recording[.acceleration].values.first == SIMD3(0.5, -0.25, 9.5))
        #expect(recording.end == .nanoseconds(199 * 20_000_000 + 1_000_000))
    }

    @Test func readsRowsThatNameEachSensor() throws {
        let rows = (0..<100).map {
            "2024-06-12 15:34:1\($0 / 50).\(100 + $0 % 50 * 16)"
                + "/Accelerometer/0.5/-0.25/9.5/Magnetometer/20.5/1/2/Gyroscope/0.1/0.2/0.3\n"
        }
        let recording = try read(rows.joined())
        #expect(recording[.acceleration].count == 100 && recording[.rotationRate].count == 100)
        #expect(recording[.acceleration].values.first == SIMD3(0.5, -0.25, 9.5))
        #expect(recording.header.origin == Timestamp(iso8601: "2024-06-12T15:34:10.100Z"))
    }

    @Test func joinsAxesThatHaveRowsOfTheirOwn() throws {
        let rows = (0..<200).map { row -> String in
            let time = row * 20
            switch row % 3 {
            case 0: return "\(time),,,,9.5\n\(time + 1),,0.5,,\n\(time + 2),,,-0.25,\n"
            case 1: return "\(time),2.5,0.5,-0.25,9.5\n"
            default: return "\(time),,,,9.5\n\(time),,0.5,-0.25,\n\(time + 1),1.5,,,\n"
            }
        }
        let recording = try read("relative_time,LinearAccelerometerSensor,AccX,AccY,AccZ\n" + rows.joined())
        #expect(recording.header.logger == .scienceJournal)
        #expect(recording[.acceleration].count == 200)
        #expect(recording[.acceleration].values.allSatisfy { $0 == SIMD3(0.5, -0.25, 9.5) })
        #expect(recording.repairs.entries.isEmpty)
    }

    @Test func countsAReadingThatLacksAnAxis() throws {
        let rows = (0..<100).map { $0 == 50 ? "1000,,,,9.5\n" : "\($0 * 20),,0.5,-0.25,9.5\n" }
        let recording = try read("relative_time,LinearAccelerometerSensor,AccX,AccY,AccZ\n" + rows.joined())
        #expect(recording[.acceleration].count == 99)
        #expect(recording.repairs[.notANumber] == 1)
    }

    @Test func asksForARateWithoutTimes() throws {
        let text = "\"x\",\"y\",\"z\",\"class\"\n" + (0..<100).map { "0.5,0.25,9.\(50 + $0 % 3),walk\n" }.joined()
        let fault = try #require(self.fault(text))
        #expect(fault.code == .unsupported && fault.remedy.description.contains("set rate"))
        let recording = try read(text, options: LogOptions(rate: 25))
        #expect(recording.end == .nanoseconds(99 * 40_000_000))
        let bare = try read((0..<100).map { _ in "0.5;0.25;9.5\n" }.joined(), options: LogOptions(rate: 50))
        #expect(bare[.acceleration].count == 100 && bare.end == .nanoseconds(99 * 20_000_000))
    }

    @Test func aTableWithoutHeaderAndClockAsksForARate() throws {
        let rows = (0..<100).map { "0.\($0 % 10),0.\($0 % 9),9.\($0 % 7),0.\($0 % 3),0.\($0 % 4),0.\($0 % 5)\n" }
            .joined()
        let fault = try #require(self.fault(rows))
        #expect(fault.code == .ambiguous && fault.line == 1)
        #expect(fault.problem.contains("no column increases steadily") && fault.remedy.description.contains("set rate"))
        let recording = try read(rows, options: LogOptions(rate: 50))
        #expect(recording.end == .nanoseconds(99 * 20_000_000) && recording[.rotationRate].count == 100)
        let behind = (0..<100).map { "0.\($0 % 10),0.\(9 - $0 % 10),9.\($0 % 7),\($0 * 20)\n" }.joined()
        let other = try #require(self.fault(behind))
        #expect(other.problem.contains("column 4 increases steadily as a time does, not column 1"))
    }

    // MARK: Times

    /// A table of a driver logger: whole seconds, the day first, beside nanoseconds since the phone started.
    private func driver(_ date: String) -> String {
        "timestamp,uptimeNanos,x,y,z\n"
            + (0..<300).map { row in
                let second = 17 + row / 50
                return "\(date) 11:17:\(second),\(81_234_567_890_123 + row * 20_000_000),0.\(row % 7),0.2,9.8\n"
            }.joined()
    }

    @Test func datesOfWholeSecondsLeaveTheTimesToAFinerClock() throws {
        let recording = try read(driver("14/05/2016"))
        #expect(recording.end == .nanoseconds(299 * 20_000_000))
        #expect(recording.header.origin == Timestamp(iso8601: "2016-05-14T11:17:17Z"))
        // Which number is the month is not known here, so there is no wall clock.
        let ambiguous = try read(driver("04/05/2016"))
        #expect(ambiguous.end == recording.end && ambiguous.header.origin == nil)
    }

    @Test func aClockSinceTheStartIsNoDate() throws {
        // Numbers that are seconds of 2033, microseconds of 1993 and of 2046, by their size alone.
        for (first, step, unit) in [
            (2_000_902_324, 50_000, "microseconds"), (737_960_626_012_543, 10_000_000, "nanoseconds"),
            (2_422_387_272_871_373, 1_250_000, "nanoseconds"),
        ] {
            let rows = (0..<200).map { "\(first + $0 * step),0.5,0.25,9.5\n" }
            let recording = try read("#time,x,y,z\n" + rows.joined())
            #expect(recording.header.origin == nil)
            #expect(recording.header.guesses.contains { $0.contains(unit) })
            #expect(recording.repairs[.gap] == 0)
        }
        // A slow clock since 1970 stays one.
        let slow = (0..<100).map { "\(1_700_000_000_000 + $0 * 200),0.5,0.25,9.5\n" }
        #expect(try read("time,x,y,z\n" + slow.joined()).header.origin?.nanoseconds == 1_700_000_000_000_000_000)
    }

    @Test func skipsRowNumbersWithoutAHeading() throws {
        let rows = (0..<100).map { "\($0)\t\(1_574_572_522_414 + $0 * 20)\t0.5\t0.25\t9.5\n" }
        let recording = try read(rows.joined(), name: "log.txt")
        #expect(recording[.acceleration].values.first == SIMD3(0.5, 0.25, 9.5))
        #expect(recording.header.origin?.nanoseconds == 1_574_572_522_414_000_000)
    }

    @Test func takesTheClockThatASpreadsheetLeftWhole() throws {
        let rows = (0..<100).map { row in
            let digits = String(170_136_286_270_131 + row * 1000)
            return "\"1,\(digits.dropFirst())E+018\",\(0.5 + Double(row) / 100),9.5,0.25,0.5\n"
        }
        let recording = try read("time,seconds_elapsed,z,y,x\n" + rows.joined(), name: "walking.csv")
        #expect(recording.header.logger == .sensorLogger)
        #expect(recording[.acceleration].values.first == SIMD3(0.5, 0.25, 9.5))
        #expect(recording.end == .nanoseconds(990_000_000))
        #expect(recording.header.origin?.nanoseconds == 1_701_362_862_701_310_000)
        #expect(recording.header.guesses.contains { $0.contains("seconds_elapsed has the times instead") })
        // With fewer digits the time of day is lost, and not made up.
        let short = (0..<100).map { "1.70136E+18,\(0.5 + Double($0) / 100),9.5,0.25,0.5\n" }
        let undated = try read("time,seconds_elapsed,z,y,x\n" + short.joined())
        #expect(undated.end == .nanoseconds(990_000_000) && undated.header.origin == nil)
    }

    @Test func readsMetaWear() throws {
        let rows = (0..<100).map {
            "\(1_659_731_173_153 + $0 * 10),2022-08-05T15.26.13.153,\(Double($0) / 100),0.25,-0.5,1\n"
        }
        let recording = try read(
            "epoc (ms),timestamp (-0500),elapsed (s),x-axis (g),y-axis (g),z-axis (g)\n" + rows.joined())
        #expect(recording.header.logger == .metaWear)
        #expect(recording.header.origin?.nanoseconds == 1_659_731_173_153_000_000)
        #expect(abs((recording[.acceleration].values.first?.z ?? 0) - Self.gravity) < 1e-5)
        #expect(recording.end == .nanoseconds(990_000_000))
    }

    @Test func takesTheSensorsClockBesideTheAppsOwn() throws {
        let rows = (0..<100).map {
            "\(2_422_387_272_871_373 + $0 * 2_500_000);\(1_715_088_262_374 + $0 / 10 * 25);0.5;0.25;9.5;3\n"
        }
        let recording = try read("t_Android;t_unix;x;y;z;a\n" + rows.joined())
        #expect(recording.end == .nanoseconds(99 * 2_500_000))
        #expect(recording.header.origin?.nanoseconds == 1_715_088_262_374_000_000)
    }

    @Test func readsCommasBesidePointsInTheTime() throws {
        let rows = (0..<100).map { "\(Double($0) / 50);0,5;0,25;9,5\n" }
        let recording = try read("time;ax;ay;az\n" + rows.joined().replacing(";0.0;", with: ";0.00;"))
        #expect(recording[.acceleration].values.first == SIMD3(0.5, 0.25, 9.5))
        #expect(recording.end == .nanoseconds(1_980_000_000))
    }

    // MARK: Refused

    @Test func gravityAloneIsNoMotion() throws {
        let rows = (0..<100).map { "\(1_476_544_360_392 + $0 * 20),-5.5,-7.5,3.25\n" }.joined()
        for (name, header) in [("log.csv", "timestamp,grx,gry,grz\n"), ("Gravity.csv", "time,x,y,z\n")] {
            let fault = try #require(self.fault(header + rows, name: name))
            #expect(fault.code == .unsupported && fault.problem.contains("gravity alone"))
        }
    }

    @Test func namesAUnitThatIsNotRead() throws {
        let rows = LogFixture.rows(100)
        let fault = try #require(self.fault("time,ax (lb),ay (lb),az (lb)\n" + rows))
        #expect(fault.line == 1 && fault.column == 2)
        #expect(fault.problem.contains("lb") && fault.problem.contains("ax (lb)"))
        #expect(fault.remedy.description.contains("m/s^2"))
        let unknown = try #require(self.fault("when,foo,bar,baz\n" + rows))
        #expect(unknown.line == 1 && unknown.problem.contains("when,foo,bar,baz"))
    }

    @Test func quotesLittleAndEscapesControls() throws {
        let fault = try #require(self.fault("\u{1B}[31m" + String(repeating: "manifest of rides ", count: 100) + "\n"))
        #expect(!fault.problem.contains("\u{1B}"))
        #expect(fault.problem.count < 200)
    }
}
