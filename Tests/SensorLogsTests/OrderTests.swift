// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// Rows in another order than that of time, and acceleration that is not gravity and motion.
@Suite struct OrderTests {
    /// 1,200 rows of a phone that sways, 50 a second, in a form of time.
    private static func table(_ header: String, _ time: (Int) -> String) -> (header: String, rows: [String]) {
        (
            header,
            (0..<1200).map { row in
                "\(time(row)),\(Double(row % 17) / 10),\(Double(row % 11) / 10),\(9.5 + Double(row % 7) / 10)\n"
            }
        )
    }

    private static func three(_ number: Int) -> Substring { "\(1000 + number)".dropFirst() }

    private static let forms: [(header: String, rows: [String])] = [
        table("time,x,y,z\n") { "\(Double($0) / 50)" }, table("", { "\(Double($0) / 50)" }),
        table("timestamp,x,y,z\n") { "\(1_747_216_800_000 + $0 * 20)" },
        // Whole seconds, which many rows share.
        table("timestamp,x,y,z\n") { "\(1_747_216_800 + $0 / 50)" },
        // Past midnight.
        table("time,x,y,z\n") {
            let second = 86_390 + $0 / 50
            return "\(second / 3600 % 24):\(second / 600 % 6)\(second / 60 % 10):\(second / 10 % 6)\(second % 10)."
                + three($0 % 50 * 20)
        },
    ]

    @Test(arguments: 0..<5) func newestRowFirstIsReadAsOldestFirst(_ form: Int) throws {
        let (header, rows) = Self.forms[form]
        let expected = try LogFixture.read(header + rows.joined())
        for chunk in [100, .max] {
            let found = try LogFixture.read(header + rows.reversed().joined(), chunk: chunk)
            #expect(found.contents == expected.contents && found.header.origin == expected.header.origin)
            #expect(found.header.guesses.contains(TableProbe.isTurned))
        }
        #expect(!expected.header.guesses.contains(TableProbe.isTurned))
    }

    @Test func aLastRowWithoutLineBreakAndCarriageReturnsAreTurnedToo() throws {
        let (header, rows) = Self.forms[0]
        let expected = try LogFixture.read(header + rows.joined())
        let turned = (header + rows.reversed().joined()).replacing("\n", with: "\r\n").dropLast()
        #expect(try LogFixture.read("\u{FEFF}" + turned).contents == expected.contents)
    }

    @Test func shuffledRowsAreRefusedWithALineToSortThem() throws {
        let (header, rows) = Self.forms[0]
        var generator = SeededGenerator(seed: 1)
        let fault = LogFixture.fault(header + rows.shuffled(using: &generator).joined())
        #expect(fault?.code == .malformed && fault?.problem.contains("not in order of time") == true)
        #expect(fault?.line != nil && fault?.remedy.description.contains("sort -t ',' -k 1,1g") == true)
        // Rows that are late by eight at the most find their places.
        let near = stride(from: 0, to: rows.count, by: 8).flatMap {
            rows[$0..<min($0 + 8, rows.count)].shuffled(using: &generator)
        }
        let expected = try LogFixture.read(header + rows.joined())
        #expect(try LogFixture.read(header + near.joined()).contents == expected.contents)
    }

    @Test func aClockThatIsSetBackOnceIsNotDisorder() throws {
        let rows = LogFixture.rows(600)
        #expect(try LogFixture.read("time,x,y,z\n" + rows + rows)[.acceleration].values.count > 600)
    }

    // MARK: Gravity

    @Test(arguments: [4.9, 7.5, 12.9]) func aSteadySizeThatIsNotGravityIsRefused(_ size: Double) {
        for header in ["time,ax,ay,az\n", "time,ax (m/s^2),ay (m/s^2),az (m/s^2)\n"] {
            let fault = LogFixture.fault(header + LogFixture.rows(600, scale: size))
            #expect(fault?.code == .ambiguous && fault?.problem.contains("8.8 to 10.8 m/s^2") == true, "\(header)")
            #expect(fault?.remedy.description.contains("acceleration") == true)
        }
    }

    @Test(arguments: [8.44, 11.2]) func aBadlyCalibratedSensorAtRestIsReadWithANote(_ size: Double) throws {
        let recording = try LogFixture.read("time,ax,ay,az\n" + LogFixture.rows(600, scale: size))
        #expect(recording.header.guesses.contains { $0.contains("badly calibrated") })
        let good = try LogFixture.read("time,ax,ay,az\n" + LogFixture.rows(600))
        #expect(!good.header.guesses.contains { $0.contains("badly calibrated") })
    }

    /// A hand that swings, as in running: the mean vector is longer than gravity, and the sizes vary by more.
    @Test func aSwingingHandIsRead() throws {
        let rows = (0..<1500).map { "\(Double($0) / 50),0.1,0.2,\($0 % 20 < 10 ? 22.5 : 3.1)\n" }
        #expect(try LogFixture.read("time,ax,ay,az\n" + rows.joined()).header.sensors == [.acceleration])
    }

    @Test func physicsToolboxHasGravityInGF() throws {
        let rows = LogFixture.rows(600, scale: 1) { _ in ",0.3,0.1,0.2" }
        for header in ["time,gFx,gFy,gFz,ax,ay,az\n"] {
            let total = try LogFixture.read(header + rows)
            #expect(total.header.sensors == [.acceleration] && total.header.logger == .physicsToolbox)
            #expect(try #require(total[.acceleration].values.first).z > 9)
            let linear = try LogFixture.read(
                header + rows, options: LogOptions(unit: .metresPerSecondSquared, acceleration: .linear))
            #expect(linear[.linearAcceleration].values.first == SIMD3(0.3, 0.1, 0.2))
        }
    }

    /// A wrist that swings turns by several rad/s: the direction of gravity changes. On a motorcycle it stays.
    @Test func aRotationOfSixIsInRadiansIfGravityTurns() throws {
        func rows(_ turns: Bool) -> String {
            (0..<1500).map { row in
                let side = turns && row / 10 % 2 == 0 ? "8.5,0.2,4.9" : "0.3,0.2,9.8"
                return "\(Double(row) / 50),\(side),6,0.5,\(row % 3)\n"
            }.joined()
        }
        let header = "time,ax,ay,az,gx,gy,gz\n"
        #expect(try #require(LogFixture.read(header + rows(true))[.rotationRate].values.first).x == 6)
        #expect(try #require(LogFixture.read(header + rows(false))[.rotationRate].values.first).x < 0.2)
    }

    // MARK: Headings

    @Test func columnsAreNamedByTheCaller() throws {
        let rows = LogFixture.rows(300)
        var options = LogOptions()
        options.columns = ["T": "time", "b1": "ax (m/s^2)", "b2": "ay (m/s^2)", "b3": "az (m/s^2)"]
        #expect(try LogFixture.read("T,b1,b2,b3\n" + rows, options: options)[.acceleration].values.count == 300)
        let fault = LogFixture.fault("T,g1,g2,g3,q acc1,q acc2,q acc3\n" + LogFixture.rows(300) { _ in ",1,2,3" })
        #expect(fault?.remedy.parts.contains(.columns("time=T,ax=q acc1,ay=q acc2,az=q acc3")) == true)
    }

    /// Accelogger writes a date in whole seconds and then nanoseconds.
    @Test func aFinerTimeBehindADateIsTheTime() throws {
        let rows = (0..<300).map { "2021/10/26 12:00:0\($0 / 50),\($0 * 20_000_000),0.1,0.2,9.8\n" }.joined()
        let recording = try LogFixture.read(rows)
        #expect(recording[.acceleration].values.first == SIMD3(0.1, 0.2, 9.8))
        #expect(recording.end == .milliseconds(299 * 20))
    }

    /// Sensorstream writes the number of each sensor before its axes: 3 is acceleration, 4 the rotation rate.
    @Test(arguments: [false, true]) func sensorstreamNumbersItsSensors(hasRotation: Bool) throws {
        let rotation = hasRotation ? ", 4,   0.100,  0.200,  0.300, 5,  22.1, 3.2, -40.0" : ""
        let rows = (0..<300).map { "\(Double($0) / 50), 3,   0.125,  0.250,  9.750\(rotation)\n" }.joined()
        let recording = try LogFixture.read(rows)
        #expect(recording[.acceleration].values.last == SIMD3(0.125, 0.25, 9.75))
        #expect(recording[.rotationRate].values.last == (hasRotation ? SIMD3(0.1, 0.2, 0.3) : nil))
        #expect(recording.header.guesses.contains("there is no header: assuming the columns of Sensorstream"))
    }

    /// A whole acceleration of 3 in front of other columns is not the number of a sensor.
    @Test func aWholeAccelerationIsNoNumberOfASensor() throws {
        let rows = (0..<300).map { "\(Double($0) / 50),3,2,9,0,0,\($0 % 2)\n" }.joined()
        #expect(try LogFixture.read(rows)[.acceleration].values.first == SIMD3(3, 2, 9))
    }

    /// Rows of several sensors under numbers would be read as x, y, z that begin with the number. With words for the
    /// numbers they are read.
    @Test func numberedSensorsAreNotAnAxis() throws {
        func rows(_ words: [String]) -> String {
            let axes = ["0.125;9.75;0.5", "0.01;0.02;0.03"]
            return (0..<600).map { "\($0 / 2 * 20_000_000);\(words[$0 % 2]);\(axes[$0 % 2])\n" }.joined()
        }
        let fault = LogFixture.fault(rows(["0", "3"]))
        #expect(fault?.code == .ambiguous && fault?.column == 2)
        #expect(fault?.problem.hasSuffix("column 2 seems to number the sensors") == true)
        let named = try LogFixture.read("time;sensor;x;y;z\n" + rows(["accelerometer", "gyroscope"]))
        #expect(named[.acceleration].values.count == 300 && named[.rotationRate].values.count == 300)
        // Whole numbers of an axis alone are readings.
        let steps = (0..<300).map { "\(Double($0) / 50),\($0 % 2),0.125,9.75\n" }.joined()
        #expect(try LogFixture.read(steps)[.acceleration].values.count == 300)
    }

    /// A comment may begin with the word for what it holds; then the columns are the words behind it.
    @Test func aTitledCommentNamesTheColumns() throws {
        let rows = (0..<300).map { "\(Double($0) / 50),0.125,0.25,9.75\n" }.joined()
        let recording = try LogFixture.read(";Title, x16-1d\n;SampleRate, 50,Hz\n;Headers, time,Ax,Ay,Az\n" + rows)
        #expect(recording[.acceleration].values.last == SIMD3(0.125, 0.25, 9.75))
    }

    /// A date in a column of its own gives the log its wall clock; a date whose month is open does not.
    @Test(arguments: [("26.10.2021", "2021-10-26T12:00:00Z"), ("2021-10-26", "2021-10-26T12:00:00Z"), ("3/4/2021", "")])
    func aDateBesideTheClockIsTheLogsDate(date: String, start: String) throws {
        let rows = (0..<300).map { place in
            "\(date),12:00:0\(place / 50).\(place % 50 < 5 ? "0" : "")\(place % 50 * 20),0.125,0.25,9.75\n"
        }
        let recording = try LogFixture.read("Date,Time,ax,ay,az\n" + rows.joined())
        #expect(recording.header.origin == (start.isEmpty ? nil : Timestamp(iso8601: start)))
    }

    /// Without a column of times, the rate that a comment states counts.
    @Test func aCommentStatesTheRate() throws {
        let rows = (0..<300).map { "\($0 + 1),0.1,0.2,9.8\n" }.joined()
        for comment in ["# Config: data_rate = 50.0 Hz, filter = 48 Hz", "# Sampling frequency: 50 Hz"] {
            let recording = try LogFixture.read("\(comment)\ncount,a_x,a_y,a_z\n" + rows)
            #expect(recording[.acceleration].values.count == 300 && recording.end == .milliseconds(299 * 20))
        }
    }

    @Test func rowsOfSeveralPeopleComeWithTheLineThatPartsThem() throws {
        let rows = LogFixture.rows(200) { $0 < 100 ? ";ann;1" : ";bob;1" }.replacing(",", with: ";")
        let fault = LogFixture.fault("time;ax;ay;az;user;device\n" + rows)
        #expect(
            fault?.remedy.description.hasSuffix(
                ": awk -F ';' 'NR<=1{h=$0;next}{f=$5\"-\"$6\".csv\"}!s[f]++{print h>f}{print>f}' FILE") == true)
        // Two lines of a terminal.
        #expect("gaitway: many.csv:101:6: \(fault?.problem ?? ""); \(fault?.remedy.description ?? "")".count <= 160)
    }
}
