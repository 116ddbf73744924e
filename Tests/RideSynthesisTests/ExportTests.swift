// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import Testing

@testable import RideSynthesis

private let short = RideSynthesizer(
    script: RideScript([.init(.walking(.walk), duration: 4), .init(.sitting, duration: 4)]),
    phone: Phone(rate: 50, barometerRate: 1), seed: 3
).make()

/// The rows of a CSV without quoted separators.
private func rows(_ file: ExportFile, separator: Character = ",") -> [[String]] {
    String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map { line in
        line.split(separator: separator, omittingEmptySubsequences: false).map { field in
            field.hasPrefix("\"") ? String(field.dropFirst().dropLast()) : String(field)
        }
    }
}

private func file(_ name: String, of files: [ExportFile]) throws -> ExportFile {
    try #require(files.first { $0.path == "ride/" + name })
}

@Test(arguments: [
    (0.01596920834, 9, "1.596920834E-2"), (-9.80665, 4, "-9.8067E0"), (0, 3, "0.000E0"),
    (99.99996, 4, "1.0000E2"),
    (1e-7, 2, "1.00E-7"), (1000, 3, "1.000E3"), (-123.456, 1, "-1.2E2"),
])
func scientificText(number: Double, decimals: Int, expected: String) {
    var text = ExportText()
    text.appendScientific(number, decimals: decimals)
    #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
}

@Test(arguments: [(0.2176669, 4, "0.2177"), (-0.00001, 3, "0.000"), (-1.5, 2, "-1.50"), (12, 0, "12")])
func fixedText(number: Double, decimals: Int, expected: String) {
    var text = ExportText()
    text.appendFixed(number, decimals: decimals)
    #expect(String(decoding: text.bytes, as: UTF8.self) == expected)
}

@Test func numbersThatAreNoneSayso() {
    var text = ExportText()
    text.appendScientific(.nan, decimals: 3)
    text.appendFixed(.infinity, decimals: 3)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "NaNNaN")
}

@Test func phyphoxOnAppleParses() throws {
    let files = PhyphoxWriter(platform: .iOS).files(short, folder: "ride")
    let table = rows(try file("Accelerometer.csv", of: files))
    #expect(table[0] == ["Time (s)", "X (m/s^2)", "Y (m/s^2)", "Z (m/s^2)"])
    #expect(table.count == short.acceleration.count + 1)
    for (row, reading) in zip(table.dropFirst(), short.acceleration) {
        let numbers = row.compactMap(Double.init)
        try #require(numbers.count == 4)
        #expect(abs(numbers[0] - Double(reading.nanoseconds) * 1e-9 - 0.0125) < 1e-7)
        for axis in 0..<3 { #expect(abs(numbers[axis + 1] - reading.value[axis]) < 1e-7) }
    }
    #expect(rows(try file("Barometer.csv", of: files))[0] == ["Time (s)", "X (hPa)"])
    let times = rows(try file("meta/time.csv", of: files))
    #expect(times[1][2] == "1.777622399987500E9")
    #expect(times[1][3] == "2026-05-01 07:59:59.987 UTC+00:00")
}

@Test func phyphoxOnAndroidHasDecimalCommas() throws {
    let writer = PhyphoxWriter(platform: .android, separator: .semicolonAndComma, decimals: 5)
    let files = writer.files(short, folder: "ride")
    let table = rows(try file("Gyroscope.csv", of: files), separator: ";")
    #expect(table[0] == ["Time (s)", "Gyroscope x (rad/s)", "Gyroscope y (rad/s)", "Gyroscope z (rad/s)"])
    for (row, reading) in zip(table.dropFirst(), short.rotationRate) {
        let numbers = row.compactMap { Double(String($0.map { $0 == "," ? "." : $0 })) }
        try #require(numbers.count == 4 && !row.contains { $0.contains(".") })
        for axis in 0..<3 { #expect(abs(numbers[axis + 1] - reading.value[axis]) < 1e-4) }
    }
    #expect(rows(try file("Pressure.csv", of: files), separator: ";")[0] == ["Time (s)", "Pressure (hPa)"])
    #expect(rows(try file("meta/time.csv", of: files), separator: ";")[1][2] == "1777622399,987")
}

@Test(arguments: [SensorLoggerWriter.Platform.android, .iOS])
func sensorLoggerAddsUpToTheTotal(platform: SensorLoggerWriter.Platform) throws {
    let files = SensorLoggerWriter(platform: platform, decimals: 6).files(short, folder: "ride")
    let linear = rows(try file("Accelerometer.csv", of: files))
    let gravity = rows(try file("Gravity.csv", of: files))
    #expect(linear[0] == ["time", "seconds_elapsed", "z", "y", "x"])
    #expect(linear.count == short.acceleration.count + 1 && gravity.count == linear.count)
    let sign: Double = platform == .iOS ? -1 : 1
    for (index, reading) in short.acceleration.enumerated() {
        let (left, right) = (linear[index + 1], gravity[index + 1])
        #expect(Int64(left[0], in: .any) == short.start.nanoseconds + reading.nanoseconds)
        #expect(left[0] == right[0])
        for (column, axis) in [(2, 2), (3, 1), (4, 0)] {
            let total = try #require(Double(left[column])) + #require(Double(right[column]))
            #expect(abs(sign * total - reading.value[axis]) < 3e-6)
        }
    }
    let annotations = rows(try file("Annotation.csv", of: files)).dropFirst()
    #expect(annotations.map { $0[2] } == ["walking", "stationary"])
    let width = rows(try file("Location.csv", of: files)).map(\.count)
    #expect(Set(width) == [platform == .iOS ? 12 : 11])
    #expect(rows(try file("Metadata.csv", of: files)).map(\.count) == [12, 12])
}

@Test func theManifestListsEverySpan() {
    let samples = SampleRides.all(seed: 4)
    let table = rows(RideManifest(samples: samples).file)
    #expect(table.count == 1 + samples.reduce(0) { $0 + $1.ride.truth.count })
    for row in table.dropFirst() {
        #expect(row.count == table[0].count)
        #expect(Activity(rawValue: row[1]) != nil)
        #expect((Double(row[7]) ?? .nan) < (Double(row[8]) ?? .nan))
    }
}
