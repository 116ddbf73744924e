// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayRecognition

/// Units and kinds of tables that state neither, from the first seconds of phones that move.
@Suite struct AccelerationSizesTests {
    /// A table of a phone that is carried: `gravity` along a direction that sways, and steps of size `step`, at 50 Hz.
    private func table(_ header: String, gravity: Double, step: Double, seconds: Int = 40) -> String {
        var text = header + "\n"
        var generator = SeededGenerator(seed: 7)
        for row in 0..<seconds * 50 {
            let time = Double(row) / 50
            // Steps at 2 a second, in all directions; a slow sway.
            let phase = (time * 2).truncatingRemainder(dividingBy: 1) * 2 - 1
            let jolt = step * (phase * phase - 1 / 3.0) * 2
            let noise = Double.random(in: -0.3...0.3, using: &generator) * step
            let sway = 0.2 * (time / 7).truncatingRemainder(dividingBy: 1)
            text += "\(time),\(gravity * sway + jolt),\(noise),\(gravity * (1 - sway * sway) + jolt - noise)\n"
        }
        return text
    }

    @Test(arguments: [3.0, 6, 9, 12])
    func aPhoneThatIsCarriedIsTotalInMetres(_ step: Double) throws {
        let recording = try LogFixture.read(table("time,x,y,z", gravity: 9.81, step: step))
        #expect(recording.header.sensors == [.acceleration])
        #expect(recording.header.guesses.contains { $0.contains("total acceleration in m/s^2") })
    }

    @Test(arguments: [0.2, 0.5, 0.8])
    func aPhoneThatIsCarriedIsTotalInG(_ step: Double) throws {
        let recording = try LogFixture.read(table("time,x,y,z", gravity: 1, step: step))
        #expect(recording.header.sensors == [.acceleration])
        #expect(recording.header.guesses.contains { $0.contains("total acceleration in g") })
    }

    @Test(arguments: [300.0, 1500, 2500])
    func jumpsInThousandthsOfGAreAsInMetres(_ step: Double) throws {
        let small = try LogFixture.read(table("time,x,y,z", gravity: 1000, step: step))
        #expect(small.header.guesses.contains { $0.contains("total acceleration in mg") })
        let metric = try LogFixture.read(
            table("time,x,y,z", gravity: 9.80665, step: step * 0.009_806_65))
        #expect(metric.header.guesses.contains { $0.contains("total acceleration in m/s^2") })
    }

    @Test func aHeadingThatContradictsTheValuesIsSaid() throws {
        let fault = try #require(LogFixture.fault(table("time,x (g),y (g),z (g)", gravity: 9.81, step: 3)))
        #expect(fault.problem.contains("states g") && fault.remedy.description == "set unit to m/s^2")
    }

    @Test func linearAccelerationOfROSHoldsGravity() throws {
        let header = "time,linear_acceleration.x,linear_acceleration.y,linear_acceleration.z"
        let recording = try LogFixture.read(table(header, gravity: 9.81, step: 3))
        #expect(recording.header.sensors == [.acceleration])
        #expect(recording.header.guesses.contains { $0.contains("hold gravity") })
        let linear = try LogFixture.read(table(header, gravity: 0, step: 5))
        #expect(linear.header.sensors == [.linearAcceleration])
    }

    @Test func arraysInUnitsOfTablesAreRefused() throws {
        let fault = #expect(throws: InputError.self) {
            try NamedColumns(names: ["time", "ax (cm/s^2)", "ay (cm/s^2)", "az (cm/s^2)"])
        }
        #expect(fault?.problem.contains("cm/s^2") == true)
    }

    @Test func numbersAreNotTakenForSensors() throws {
        let rows = (0..<200).map { "\($0 * 20),\($0 % 3),\(-$0 % 5),981,7\n" }.joined()
        #expect(try LogFixture.read(rows).header.guesses.contains { $0.contains("there is no header") })
    }

    @Test func largeSizesWithoutAMeanAreLinear() throws {
        let recording = try LogFixture.read(table("time,x,y,z", gravity: 0, step: 5))
        #expect(recording.header.sensors == [.linearAcceleration])
        #expect(recording.header.guesses.contains { $0.contains("linear acceleration in m/s^2") })
    }

    @Test func smallSizesWithoutAMeanMayBeInEitherUnit() throws {
        let fault = try #require(LogFixture.fault(table("time,x,y,z", gravity: 0, step: 0.5)))
        #expect(fault.code == .ambiguous)
        #expect(
            fault.problem.contains("no gravity")
                && fault.remedy.description.contains("set acceleration to linear and unit to"))
        let read = try LogFixture.read(
            table("time,x,y,z", gravity: 0, step: 0.5), options: LogOptions(unit: .standardGravity))
        #expect(read.header.sensors == [.linearAcceleration])
    }

    @Test(arguments: ["ax,ay,az,atotal", "ax (m/s^2),ay (m/s^2),az (m/s^2),aT (m/s^2)"])
    func physicsToolboxSaysLinearByItsColumns(_ columns: String) throws {
        let rows = table("", gravity: 0, step: 3).split(separator: "\n").map { $0 + ",1.0\n" }.joined()
        let recording = try LogFixture.read("time,\(columns)\n" + rows)
        #expect(recording.header.logger == .physicsToolbox)
        #expect(recording.header.sensors == [.linearAcceleration])
    }

    @Test func aStatedUnitDoesNotHideThatGravityIsMissing() throws {
        let header = "time (s),ax (m/s^2),ay (m/s^2),az (m/s^2),temperature"
        let linear = try LogFixture.read(table(header, gravity: 0, step: 3))
        #expect(linear.header.sensors == [.linearAcceleration])
        let total = try LogFixture.read(table(header, gravity: 9.81, step: 6))
        #expect(total.header.sensors == [.acceleration])
    }

    @Test func aTableOfSensorLoggerIsKnownByItsHeader() throws {
        let rows = table("", gravity: 0, step: 1).split(separator: "\n").enumerated().map { row, line in
            "\(1_681_320_637_409_902_000 + row * 20_000_000),\(line)\n"
        }
        let recording = try Recording(
            RecordingReader(bytes: Array(("time,seconds_elapsed,z,y,x\n" + rows.joined()).utf8), name: "walking.csv"))
        #expect(recording.header.logger == .sensorLogger)
        #expect(recording.header.sensors == [.linearAcceleration])
    }
}
