// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayRecognition

@Suite struct SensorLoggerTests {
    private let start: Int64 = 1_686_332_225_704_273_000

    private func table(
        _ count: Int, every step: Int64, from offset: Int64 = 0, _ values: (Int) -> (Double, Double, Double)
    ) -> String {
        "time,seconds_elapsed,z,y,x\n"
            + (0..<count).map { row in
                let time = start + offset + Int64(row) * step
                let (x, y, z) = values(row)
                return "\(time),\(Double(time - start) / 1e9),\(z),\(y),\(x)\n"
            }.joined()
    }

    private func export(platform: String, _ more: [String: String] = [:]) throws -> LogFixture {
        var files = [
            "Accelerometer.csv": table(200, every: 10_000_000) { _ in (0.5, 0.25, -0.125) },
            // At half the rate, and rising: interpolated between its rows.
            "Gravity.csv": table(101, every: 20_000_000) { row in (Double(row), 0, 9.5) },
            "Gyroscope.csv": table(200, every: 10_000_000, from: -5_000_000) { _ in (0.1, 0.2, 0.3) },
            "Metadata.csv": "version,device name,platform,standardisation\n3,Phone,\(platform),false\n",
            "Annotation.csv":
                "time,seconds_elapsed,text,millisecond_press_duration\n\(start + 1_000_000_000),1,train,100\n",
            "Tags.csv": "tag\ncommute\n",
        ]
        files.merge(more) { $1 }
        return try LogFixture(files)
    }

    @Test func addsGravityByTime() throws {
        let recording = try export(platform: "android").read()
        let series = recording[.acceleration]
        #expect(series.count == 200)
        #expect(series.values[0] == SIMD3(0.5, 0.25, 9.375))
        #expect(series.values[1] == SIMD3(1, 0.25, 9.375))
        #expect(series.values[7] == SIMD3(4, 0.25, 9.375))
        #expect(recording.header.logger == .sensorLogger)
        #expect(recording.header.origin?.nanoseconds == start)
        #expect(recording.header.device == "Phone")
        #expect(recording[.rotationRate].nanoseconds.first == -5_000_000)
        #expect(recording[.rotationRate].values.first == SIMD3(0.1, 0.2, 0.3))
    }

    @Test func turnsTheSignsOfIOSRound() throws {
        let recording = try export(platform: "ios").read()
        #expect(recording[.acceleration].values[0] == SIMD3(-0.5, -0.25, -9.375))
        #expect(recording[.rotationRate].values.first == SIMD3(0.1, 0.2, 0.3))
    }

    @Test func prefersTheTotal() throws {
        let total = table(400, every: 5_000_000) { _ in (0, 0, 9.8) }
        let recording = try export(platform: "android", ["TotalAcceleration.csv": total]).read()
        #expect(recording[.acceleration].count == 400)
        #expect(recording[.linearAcceleration].count == 0)
    }

    @Test func readsLinearOnRequest() throws {
        let recording = try export(platform: "android").read(LogOptions(acceleration: .linear))
        #expect(recording[.linearAcceleration].values.first == SIMD3(0.5, 0.25, -0.125))
        #expect(recording[.acceleration].count == 0)
    }

    @Test func findsLabels() throws {
        let labels = try export(platform: "android").read().annotations
        #expect(
            Set(labels) == [
                Annotation(elapsed: .seconds(1), text: "train"), Annotation(elapsed: nil, text: "commute"),
            ])
    }

    @Test func knowsALooseFileByItsName() throws {
        let folder = try export(platform: "android")
        let recording = try Recording(path: folder.path + "/Accelerometer.csv")
        #expect(recording[.linearAcceleration].count == 200)
        #expect(recording[.linearAcceleration].values.first == SIMD3(0.5, 0.25, -0.125))
    }

    @Test func leavesOutWhatHasNoGravityNearIt() throws {
        let gravity = table(50, every: 20_000_000) { _ in (0, 0, 9.5) }
        let recording = try export(platform: "android", ["Gravity.csv": gravity]).read()
        // Gravity ends at 0.98 s and serves half a second more.
        #expect(recording[.acceleration].count == 149)
    }
}
