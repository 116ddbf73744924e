// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayRecognition

/// Logs of several files, made up here in the form of real ones.
@Suite struct DialectFolderTests {
    @Test func joinsTheFilesOfNavRecorder() throws {
        func table(_ sensor: String, _ heading: String, _ row: (Int) -> String) -> String {
            "Sensor: a \(sensor)\nVendor: b\n\(heading)\n"
                + (0..<100).map { "\(1_629_144_032_566_540 + $0 * 10_000_000);" + row($0) + ";\n" }.joined()
        }
        let folder = try LogFixture([
            "drive_Acc.csv": table("Accelerometer", "TimestampAcc [ns]; AccX [m/s^2]; AccY [m/s^2]; AccZ [m/s^2]") {
                _ in
                "0.5;0.25;9.5"
            },
            "drive_Gyro.csv": table("Gyroscope", "TimestampGyro [ns]; GyroX [rad/s]; GyroY [rad/s]; GyroZ [rad/s]") {
                _ in
                "0.1;0.2;0.3"
            },
        ])
        let recording = try folder.read()
        #expect(recording.header.logger == .navRecorder)
        #expect(recording[.acceleration].count == 100 && recording[.rotationRate].count == 100)
        #expect(recording.end == .nanoseconds(990_000_000))
    }

    private static func sensorLogger(_ count: Int, step: Int, _ row: (Int) -> String) -> String {
        "time,seconds_elapsed,z,y,x\n"
            + (0..<count).map {
                "\(1_749_044_728_760_198_700 + $0 * step),\(Double($0 * step) / 1e9),\(row($0))\n"
            }.joined()
    }

    @Test func readsAWatchAlone() throws {
        let folder = try LogFixture([
            "Metadata.csv": "version,device name,platform,standardisation\n3,a phone,android,false\n",
            "WatchAccelerometer.csv": Self.sensorLogger(100, step: 10_000_000) { _ in "-0.25,0.1,0.2" },
            "WatchGravity.csv": Self.sensorLogger(100, step: 10_000_000) { _ in "9.75,0,0" },
            "WatchTotalAcceleration.csv": Self.sensorLogger(100, step: 10_000_000) { _ in "9.5,0.1,0.2" },
            "WatchGyroscope.csv": Self.sensorLogger(100, step: 10_000_000) { _ in "0.3,0.2,0.1" },
        ])
        let recording = try folder.read()
        #expect(recording.header.logger == .sensorLogger)
        #expect(recording[.acceleration].values.first == SIMD3(0.2, 0.1, 9.5))
        #expect(recording[.rotationRate].count == 100)
        #expect(recording.header.guesses.contains { $0.contains("watch") })
    }

    @Test func takesTheFasterOfTwoTables() throws {
        let metadata = "version,device name,platform,standardisation\n3,a phone,android,false\n"
        let slow = Self.sensorLogger(100, step: 58_000_000) { _ in "9.5,0.1,0.2" }
        let fast = Self.sensorLogger(100, step: 48_000_000) { _ in "9.25,0.1,0.2" }
        let folder = try LogFixture([
            "Metadata.csv": metadata, "TotalAcceleration.csv": slow, "AccelerometerUncalibrated.csv": fast,
        ])
        #expect(try folder.read()[.acceleration].values.first?.z == 9.25)
        let even = try LogFixture([
            "Metadata.csv": metadata, "TotalAcceleration.csv": fast, "AccelerometerUncalibrated.csv": fast,
        ])
        #expect(try even.read().header.guesses.contains { $0.contains("slower") } == false)
    }
}
