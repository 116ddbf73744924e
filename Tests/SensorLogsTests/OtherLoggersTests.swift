// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayBase
import Testing

@testable import GaitwayRecognition

@Suite struct OtherLoggersTests {
    @Test func readsPhysicsToolbox() throws {
        // A blank line first, milliseconds without zeros in front, decimal commas, midnight, a trailing separator.
        let rows = (0..<200).map { row -> String in
            let time = 86_398_000 + row * 20
            let (hour, minute, second) = (time / 3_600_000 % 24, time / 60000 % 60, time / 1000 % 60)
            return "\(hour):\(minute):\(second):\(time % 1000);0,1;0,2;\(row % 2 == 0 ? "0,95" : "1,05");\n"
        }
        let recording = try LogFixture.read("\ntime;gFx;gFy;gFz;\n" + rows.joined())
        #expect(recording.header.logger == .physicsToolbox)
        #expect(recording.end == .nanoseconds(3_980_000_000))
        #expect(abs((recording[.acceleration].values.first?.z ?? 0) - 0.95 * 9.80665) < 1e-5)
        #expect(recording.repairs.entries.isEmpty)
    }

    @Test func readsTenthsOfMilliseconds() throws {
        let rows = (0..<200).map {
            "11:42:\(10 + $0 / 100):\(String($0 % 100 * 100 + 10_000).dropFirst());0,1;0,2;0,95;1\n"
        }
        let recording = try LogFixture.read("time;gFx;gFy;gFz;TgF\n" + rows.joined())
        #expect(recording.end == .nanoseconds(1_990_000_000))
    }

    @Test func readsSensorRecord() throws {
        let rows = (0..<100).map { "2021-06-04 20:48:\(22 + $0 / 100),\($0 * 10),0.1,0.2,9.8\n" }.joined()
        let pressure = "Timestamp,Milliseconds,Millibars\n2021-06-04 20:48:22,5,1013.25\n"
        let folder = try LogFixture([
            "Accelerometer.csv": "Timestamp,Milliseconds,X,Y,Z\n" + rows, "Pressure.csv": pressure,
        ])
        let recording = try folder.read()
        #expect(recording.header.logger == .sensorRecord)
        #expect(recording.end == .nanoseconds(990_000_000))
        #expect(recording[.pressure].values.first?.x == 1013.25)
        #expect(recording.header.origin == Timestamp(iso8601: "2021-06-04T20:48:22Z"))
    }

    /// The phone's own reports are read on request: from rows of samples, and from a table of their own.
    @Test func readsThePhonesOwnActivity() throws {
        let header = "Timestamp,accelX(g),accelY(g),accelZ(g),accelUserX(g),accelUserY(g),accelUserZ(g),ActivityType\n"
        let rows = (0..<400).map { row in
            let second = String(format: "%06.3f", Double(row) / 50 + 40)
            let word = row < 100 ? "Stationary" : row < 200 ? "" : "Automotive"
            return "04-Feb-2024 11:07:\(second),0,0,-1,0,0,0,\(word)\n"
        }
        let log = try LogFixture(["ride.csv": header + rows.joined()])
        var options = LogOptions()
        #expect(try RecordingReader(path: log.path + "/ride.csv", options: options).phoneActivities.isEmpty)
        options.readsPhoneActivity = true
        let expected = [
            PhoneActivity(elapsed: .zero, word: "Stationary"), PhoneActivity(elapsed: .seconds(4), word: "Automotive"),
        ]
        #expect(try RecordingReader(path: log.path + "/ride.csv", options: options).phoneActivities == expected)
        let origin = 1_700_000_000_000_000_000
        let samples = (0..<100).map { "\(origin + $0 * 20_000_000),\(Double($0) / 50),9.8,0,0\n" }.joined()
        let folder = try LogFixture([
            "Accelerometer.csv": "time,seconds_elapsed,z,y,x\n" + samples,
            "Activity.csv": "time,seconds_elapsed,activity,confidence\n\(origin + 500_000_000),0.5,walking,high\n"
                + "\(origin + 900_000_000),0.9,walking,low\n\(origin + 1_000_000_000),1,cycling,low\n",
        ])
        let own = try RecordingReader(path: folder.path, options: options).phoneActivities
        #expect(
            own == [
                PhoneActivity(elapsed: .milliseconds(500), word: "walking", confidence: .high),
                PhoneActivity(elapsed: .milliseconds(900), word: "walking", confidence: .low),
                PhoneActivity(elapsed: .seconds(1), word: "cycling", confidence: .low),
            ])
        // In a table of another kind, a column of that name is a label.
        let plain = (0..<100).map { "\(Double($0) / 50),0,0,9.8,walking\n" }.joined()
        let labelled = try LogFixture(["plain.csv": "time,ax,ay,az,activity\n" + plain])
        #expect(try RecordingReader(path: labelled.path + "/plain.csv", options: options).phoneActivities.isEmpty)
    }

    @Test func readsCoreMotionWithoutTimes() throws {
        let header =
            ",attitude.roll,attitude.pitch,attitude.yaw,gravity.x,gravity.y,gravity.z,rotationRate.x,rotationRate.y,"
            + "rotationRate.z,userAcceleration.x,userAcceleration.y,userAcceleration.z\n"
        let rows = (0..<100).map { "\($0),0.6,-0.4,0.3,0,0,-1,0.1,0.2,0.3,0.5,0,0.25\n" }.joined()
        let recording = try LogFixture.read(header + rows)
        #expect(recording.end == .nanoseconds(99 * 20_000_000))
        let first = try #require(recording[.acceleration].values.first)
        #expect(abs(first.x + 0.5 * 9.80665) < 1e-5 && abs(first.z - 0.75 * 9.80665) < 1e-5)
        #expect(recording[.rotationRate].values.first == SIMD3(0.1, 0.2, 0.3))
    }

    /// Neither half of an acceleration stands for the whole, and a row that lacks one is counted once.
    @Test(arguments: ["0.6,-0.4,0.3,,,,0.1,0.2,0.3,0.5,0,0.25", "0.6,-0.4,0.3,0,0,-1,0.1,0.2,0.3,,,"])
    func coreMotionWithHalfAnAccelerationHasNone(row: String) throws {
        let header =
            ",attitude.roll,attitude.pitch,attitude.yaw,gravity.x,gravity.y,gravity.z,rotationRate.x,rotationRate.y,"
            + "rotationRate.z,userAcceleration.x,userAcceleration.y,userAcceleration.z\n"
        let whole = "0.6,-0.4,0.3,0,0,-1,0.1,0.2,0.3,0.5,0,0.25"
        let rows = (0..<100).map { "\($0),\($0 == 50 ? row : whole)\n" }.joined()
        let recording = try LogFixture.read(header + rows)
        #expect(recording[.acceleration].count == 99)
        #expect(recording[.rotationRate].count == 100)
        #expect(recording.repairs[.notANumber] == 1)
    }

    @Test func readsCoreMotionWithDatesAndBrokenBytes() throws {
        let header =
            "Timestamp,accelX(g),accelY(g),accelZ(g),accelUserX(g),accelUserY(g),accelUserZ(g),gyroX(rad/s),"
            + "gyroY(rad/s),gyroZ(rad/s),Pressure(kilopascals),magX("
        let rows = (0..<100).map {
            "04-Feb-2024 11:07:4\($0 / 50).\(100 + $0 % 50 * 10), 0.0,-0.1,-1.0,0,0,0, 0.1,0.2,0.3, 101.325,1\n"
        }
        let recording = try LogFixture.read(
            Array(header.utf8) + [0xB5] + Array("T)\n".utf8) + Array(rows.joined().utf8))
        #expect(recording.header.logger == .coreMotion)
        #expect(abs((recording[.acceleration].values.first?.z ?? 0) - 9.80665) < 1e-5)
        #expect(abs((recording[.pressure].values.first?.x ?? 0) - 1013.25) < 0.001)
        #expect(recording.header.origin == Timestamp(iso8601: "2024-02-04T11:07:40.100Z"))
    }

    @Test func readsEachSensorOfSensorLogWithItsOwnTimes() throws {
        let header =
            "loggingTime(txt)|accelerometerTimestamp_sinceReboot(s)|accelerometerAccelerationX(G)|"
            + "accelerometerAccelerationY(G)|accelerometerAccelerationZ(G)|"
            + "gyroTimestamp_sinceReboot(s)|gyroRotationX(rad/s)|gyroRotationY(rad/s)|"
            + "gyroRotationZ(rad/s)|altimeterTimestamp_sinceReboot(s)|altimeterPressure(kPa)\n"
        let rows = (0..<200).map { row -> String in
            let time = 1000 + Double(row) / 100
            let slow = 1000 + Double(row / 4) / 25 - 0.005
            return
                "2025-04-20T10:22:12.\(100 + row)-04:00|\(time)|0|0|-1|\(slow)|0.1|0.2|0.3|\(1000 + row / 100)|101.3\n"
        }
        let folder = try LogFixture(["ride.csv": header + rows.joined()])
        let recording = try Recording(path: folder.path + "/ride.csv")
        #expect(recording.header.logger == .sensorLog)
        #expect(recording[.acceleration].count == 200)
        #expect(recording[.rotationRate].count == 50)
        #expect(recording[.rotationRate].nanoseconds.first == -5_000_000)
        #expect(recording[.pressure].count == 2)
        #expect(abs((recording[.acceleration].values.first?.z ?? 0) - 9.80665) < 1e-5)
        #expect(recording.repairs.entries.isEmpty)
        #expect(recording.header.origin == Timestamp(iso8601: "2025-04-20T14:22:12.100Z"))
    }

    @Test func readsAndroSensor() throws {
        let header =
            "ACCELEROMETER X (m/s²);ACCELEROMETER Y (m/s²);ACCELEROMETER Z (m/s²);GRAVITY X (m/s²);GRAVITY Y (m/s²);"
            + "GRAVITY Z (m/s²);LINEAR ACCELERATION X (m/s²);LINEAR ACCELERATION Y (m/s²);LINEAR ACCELERATION Z (m/s²);"
            + "GYROSCOPE X (rad/s);GYROSCOPE Y (rad/s);GYROSCOPE Z (rad/s);ATMOSPHERIC PRESSURE (hPa);LOCATION "
            + "Latitude : ;LOCATION Longitude : "
            + ";LOCATION Speed ( Kmh);Time since start in ms ;YYYY-MO-DD HH-MI-SS_SSS\n"
        let rows = (0..<100).map {
            "0.1;0.2;9.7;0;0;9.8;0.1;0.2;-0.1;0.1;0.2;0.3;1009.05;42.5;-71.25;36;\(17 + $0 * 106);2015-08-25 "
                + "14:32:43:035\n"
        }
        // The name's encoding is lost in real files.
        let bytes =
            Array("sep=;\n".utf8) + Array((header + rows.joined()).replacing("²", with: "\u{FFFD}").utf8)
        let recording = try LogFixture.read(bytes, options: LogOptions(readsLocation: true))
        #expect(recording.header.logger == .androSensor)
        #expect(recording[.acceleration].values.first == SIMD3(0.1, 0.2, 9.7))
        #expect(recording.end == .nanoseconds(99 * 106_000_000))
        #expect(recording.header.origin == Timestamp(iso8601: "2015-08-25T14:32:43.035Z"))
        let fix = try #require(recording.fixes.first)
        #expect(abs((fix.speed ?? 0) - 10) < 1e-9 && recording.fixes.count == 1)
    }

    @Test func readsATableOfDates() throws {
        let rows = (0..<100).map { "2015-08-27 10:09:5\($0 / 50).\(100 + $0 % 50 * 15),-0.04,-0.05,1.0\n" }
            .joined()
        let recording = try LogFixture.read("DateTime,accelerometerX,accelerometerY,accelerometerZ\n" + rows)
        #expect(recording.header.logger == .plain)
        #expect(recording.header.guesses.contains { $0.contains("UTC") })
        #expect(abs((recording[.acceleration].values.first?.z ?? 0) - 9.80665) < 1e-4)
    }
}
