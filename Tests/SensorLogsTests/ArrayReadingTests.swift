// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import GaitwayRecognition

/// Arrays in memory, read as the same numbers in a file are.
@Suite struct ArrayReadingTests {
    /// The samples of a sensor, with times of any type.
    private struct Samples: SampleArray {
        var sensor = Sensor.acceleration
        var at: [SampleTime?]
        var readings: [SIMD3<Double>]
        var key: UInt = 1

        var count: Int { at.count }
        var timesKey: SampleTimesKey { SampleTimesKey(address: key, stride: 8, count: count, areWhole: true) }
        func times(of samples: Range<Int>, into times: inout [SampleTime?]) { times = Array(at[samples]) }
        func values(of samples: Range<Int>, into values: inout [SIMD3<Double>]) { values = Array(readings[samples]) }
    }

    /// A minute of a phone that sways, at 50 Hz.
    private static let motion: [SIMD3<Double>] = (0..<3000).map { (row: Int) -> SIMD3<Double> in
        let sway = SIMD3<Double>(Double(row % 17), Double(row % 11), Double(row % 7))
        return sway / 10 + SIMD3<Double>(-0.8, -0.5, 9.51)
    }

    private static let seconds: [SampleTime?] = (0..<3000).map { .real(Double($0) / 50) }

    private func read(_ arrays: [Samples], _ options: ArrayOptions = ArrayOptions()) throws -> (
        samples: [SensorSample], reader: RecordingReader
    ) {
        let reader = try RecordingReader(arrays: arrays, options: options)
        var batch = SampleBatch()
        var samples: [SensorSample] = []
        while try reader.next(into: &batch) { samples += batch.samples }
        return (samples, reader)
    }

    private func options(_ body: (inout ArrayOptions) -> Void) -> ArrayOptions {
        var options = ArrayOptions()
        body(&options)
        return options
    }

    @Test func newestSampleFirstIsReadAsOldestFirst() throws {
        let spin = [SIMD3<Double>](repeating: SIMD3(0.1, 0.2, 0.3), count: 3000)
        func both(_ times: [SampleTime?], _ motion: [SIMD3<Double>]) -> [Samples] {
            [Samples(at: times, readings: motion), Samples(sensor: .rotationRate, at: times, readings: spin)]
        }
        let expected = try read(both(Self.seconds, Self.motion))
        let found = try read(both(Self.seconds.reversed(), Self.motion.reversed()))
        #expect(found.samples == expected.samples && found.samples.count == 6000)
        #expect(found.reader.header.guesses == [TableProbe.isTurned] + expected.reader.header.guesses)
    }

    @Test func shuffledSamplesAreRefused() throws {
        let order = (0..<3000).map { $0 * 1013 % 3000 }
        let samples = Samples(at: order.map { Self.seconds[$0] }, readings: order.map { Self.motion[$0] })
        let fault = #expect(throws: InputError.self) {
            try self.read([samples], self.options { $0.timeExponent = 9 })
        }
        #expect(fault?.problem.contains("not in order of time") == true)
    }

    @Test func brokenClocksAreRepairedAsInAFile() throws {
        var times = (0..<3000).map { Int64($0) * 20 }
        for row in 2000..<3000 { times[row] -= 3000 }
        times.swapAt(100, 101)
        for row in 200..<205 { times[row] = times[200] }
        var motion = Self.motion
        (times[300], motion[300]) = (times[299], motion[299])
        motion[400].y = .nan
        var text = "time_ms,x,y,z\n"
        for (time, value) in zip(times, motion) { text += "\(time),\(value.x),\(value.y),\(value.z)\n" }
        let file = try RecordingReader(bytes: Array(text.utf8), name: "log.csv")
        var expected: [SensorSample] = []
        var batch = SampleBatch()
        while try file.next(into: &batch) { expected += batch.samples }
        let found = try read([Samples(at: times.map { .whole($0) }, readings: motion)])
        #expect(found.samples == expected)
        #expect(found.reader.repairs == file.repairs)
        #expect(file.repairs[.clockReset] == 1 && file.repairs[.notANumber] == 1)
    }

    @Test(arguments: [(LogOptions.Unit.standardGravity, 1 / 9.80665), (.milligravity, 1000 / 9.80665)])
    func unitsAreFoundAndSaid(_ unit: LogOptions.Unit, _ scale: Double) throws {
        let samples = Samples(
            at: Self.seconds, readings: Self.motion.map { $0 * scale })
        let found = try read([samples])
        #expect(found.reader.header.guesses.contains("acceleration was in \(unit.rawValue) and is converted to m/s^2"))
        #expect(abs(found.samples[5].value.z - Float(Self.motion[5].z)) < 1e-4)
        let stated = try read([samples], options { $0.unit = unit })
        #expect(stated.reader.header.guesses.isEmpty)
        #expect(stated.samples == found.samples)
    }

    @Test(arguments: [(9, 1e-9), (6, 1e-6), (3, 1e-3), (0, 1.0)])
    func timesSince1970AreRebased(_ exponent: Int, _ scale: Double) throws {
        let start: Int64 = 1_700_000_000_000_000_000
        let moments = (0..<3000).map { start + Int64($0) * 20_000_000 }
        let unit = Int64(proven: (1 / scale).rounded())
        var forms: [[SampleTime?]] = [moments.map { .real(Double($0 / unit) + Double($0 % unit) * scale) }]
        if exponent < 9 { forms.append(moments.map { .whole($0 / unit) }) }
        for form in forms {
            let found = try read([Samples(at: form, readings: Self.motion)])
            #expect(found.reader.header.origin == Timestamp(nanoseconds: start))
            #expect(found.reader.header.guesses.isEmpty)
            #expect(found.samples.map(\.nanoseconds) == moments.map { $0 - start })
        }
    }

    @Test func timesThatTellNoUnitAreRefused() throws {
        let whole: [SampleTime?] = (0..<3000).map { .whole(Int64($0)) }
        let real: [SampleTime?] = (0..<3000).map { .real(Double($0)) }
        for times in [whole, real] {
            let samples = Samples(at: times, readings: Self.motion)
            let fault = try #require(throws: InputError.self) { try read([samples]) }
            #expect(fault.code == .ambiguous)
            #expect(fault.remedy.description == "set time_unit to s or ms or us or ns")
            #expect(try read([samples], options { $0.timeExponent = 6 }).samples.count == 3000)
        }
    }

    @Test func clocksOfDifferentMomentsAreRefused() throws {
        let times = Self.seconds
        let unix: [SampleTime?] = (0..<3000).map { .real(1.7e9 + Double($0) / 50) }
        let pressure = Samples(
            sensor: .pressure, at: unix, readings: Self.motion.map { _ in SIMD3(1013, 0, 0) }, key: 2)
        #expect(throws: InputError.self) { try read([Samples(at: times, readings: Self.motion), pressure]) }
        let origin = options { $0.origin = Timestamp(nanoseconds: 5) }
        #expect(throws: InputError.self) { try read([Samples(at: unix, readings: Self.motion)], origin) }
        #expect(throws: InputError.self) { try read([pressure]) }
    }

    @Test func missingTimesAndValuesAreCounted() throws {
        var times: [SampleTime?] = (0..<3000).map { .whole(Int64($0) * 20_000_000) }
        times[3] = nil
        var motion = Self.motion
        motion[5] = SIMD3(repeating: .nan)
        let turn = Samples(sensor: .rotationRate, at: times, readings: motion.map { $0 * 0 + 0.1 })
        let found = try read([Samples(at: times, readings: motion), turn])
        #expect(found.reader.repairs[.badRow] == 1)
        #expect(found.reader.repairs[.notANumber] == 1)
    }

    @Test func aTimeKeepsItsDigits() {
        #expect(SampleTime.real(1_700_000_000.02).nanoseconds(exponent: 9) == 1_700_000_000_020_000_000)
        #expect(SampleTime.real(0.1).nanoseconds(exponent: 9) == 100_000_000)
        #expect(SampleTime.real(-0.1).nanoseconds(exponent: 9) == -100_000_000)
        #expect(SampleTime.real(1e300).nanoseconds(exponent: 0) == nil)
        #expect(SampleTime.real(.nan).nanoseconds(exponent: 0) == nil)
        #expect(SampleTime.whole(.max).nanoseconds(exponent: 9) == nil)
        #expect(SampleTime.whole(.min).nanoseconds(exponent: 0) == nil)
        #expect(SampleTime.whole(-20).nanoseconds(exponent: 6) == -20_000_000)
    }

    @Test func namesOfColumnsAreThoseOfFiles() throws {
        let found = try NamedColumns(names: ["time_ms", "x (mg)", "y (mg)", "z (mg)", "gyro x (deg/s)", "speed (km/h)"])
        #expect(found.times.map(\.column) == [0])
        #expect(found.times.first?.exponent == 6)
        #expect(found.columns.first { $0.role == .acceleration }?.columns == [1, 2, 3])
        #expect(found.unit == .milligravity)
        #expect(abs(found.speedScale - 1 / 3.6) < 1e-12)
        #expect(throws: InputError.self) { try NamedColumns(names: ["time", "x (ell)", "y (ell)", "z (ell)"]) }
    }

    @Test func thousandthsOfGAreReadFromFilesToo() throws {
        for header in ["time,x,y,z", "time (s),x (mg),y (mg),z (mg)"] {
            var text = header + "\n"
            for (row, value) in Self.motion.enumerated() {
                let counts = value * (1000 / 9.80665)
                text += "\(Double(row) / 50),\(counts.x),\(counts.y),\(counts.z)\n"
            }
            let recording = try LogFixture.read(text)
            #expect(recording.header.guesses.contains("acceleration was in mg and is converted to m/s^2"))
        }
    }
}
