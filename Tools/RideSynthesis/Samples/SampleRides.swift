// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// The sample rides of `sample-rides`, which also lie in the folder `Datasets`.
package enum SampleRides {
    /// The seed of the committed samples.
    package static let defaultSeed: UInt64 = 1

    /// One sample: a ride, and how it is written.
    package struct Sample: Sendable, Hashable {
        /// The folder, also the manifest's `recording`.
        package var name: String
        /// The synthetic ride, whose samples are written.
        package var ride: SyntheticRide
        /// The logger whose export it imitates, as the command names it.
        package var logger: String
        /// The manifest's `acceleration`.
        package var acceleration: String
        /// The files of the export.
        package var files: [ExportFile]
    }

    /// The three samples: a commute by car, a bicycle ride, a run.
    package static func all(seed: UInt64 = defaultSeed) -> [Sample] {
        [commute(seed: seed), bike(seed: seed), run(seed: seed)]
    }

    /// All files of all samples, their `manifest.csv`, the synthetic day and the labelled clips.
    package static func files(seed: UInt64 = defaultSeed) -> [ExportFile] {
        let samples = all(seed: seed)
        return samples.flatMap(\.files) + [RideManifest(samples: samples).file] + SampleDay(seed: seed).files
            + LabelledClips.files(seed: seed)
    }

    private static func day(_ number: Int64, hour: Int64) -> Timestamp {
        Timestamp(wholeSeconds: 1_777_593_600 + number * 86400 + hour * 3600)
    }

    /// Walk to the car, drive with two red lights, walk in, sit: phyphox on iOS at 100 Hz.
    private static func commute(seed: UInt64) -> Sample {
        let script = RideScript([
            .init(.walking(.walk), duration: 50), .init(.driving(.init()), duration: 180),
            .init(.walking(.init(stepFrequency: 1.78, speed: 1.3)), duration: 50),
            .init(.sitting, duration: 50),
        ])
        let ride = RideSynthesizer(
            script: script, phone: Phone(rate: 100), seed: seed, start: day(0, hour: 8)
        ).make()
        return Sample(
            name: "commute", ride: ride, logger: "phyphox", acceleration: "total",
            files: PhyphoxWriter(platform: .iOS, decimals: 4).files(ride, folder: "commute"))
    }

    /// A long walk before a drive, for which an alert comes in time; not among the committed samples.
    package static func bakery(seed: UInt64 = defaultSeed) -> Sample {
        let script = RideScript([
            .init(.sitting, duration: 20), .init(.walking(.walk), duration: 240),
            .init(.driving(.init()), duration: 100),
        ])
        let phone = Phone(rate: 50, jitter: 0.03)
        let ride = RideSynthesizer(script: script, phone: phone, seed: seed &+ 3, start: day(3, hour: 12)).make()
        return Sample(
            name: "bakery", ride: ride, logger: "phyphox", acceleration: "total",
            files: PhyphoxWriter(platform: .android, decimals: 4).files(ride, folder: "bakery"))
    }

    /// A phone on a table, then in the pocket of someone who walks, cycles and walks: Sensor Logger on Android at 50
    /// Hz.
    private static func bike(seed: UInt64) -> Sample {
        let script = RideScript([
            .init(.sitting, duration: 45, placement: .table),
            .init(.walking(.init(stepFrequency: 1.92, speed: 1.45)), duration: 60),
            .init(.cycling(.init()), duration: 180), .init(.walking(.walk), duration: 60),
        ])
        let phone = Phone(
            rate: 50, jitter: 0.02, barometerRate: 10, accelerationNoise: 0.014, pressureNoise: 0.012)
        let ride = RideSynthesizer(
            script: script, phone: phone, seed: seed &+ 1, start: day(1, hour: 17)
        ).make()
        return Sample(
            name: "bike", ride: ride, logger: "sensor-logger", acceleration: "linear+gravity",
            files: SensorLoggerWriter(platform: .android, decimals: 4).files(ride, folder: "bike"))
    }

    /// A run, a walk, a seat: phyphox on Android at 50 Hz, with semicolons and decimal commas.
    private static func run(seed: UInt64) -> Sample {
        let script = RideScript([
            .init(.running(.run), duration: 120), .init(.walking(.walk), duration: 60),
            .init(.sitting, duration: 60),
        ])
        let phone = Phone(rate: 50, jitter: 0.03, barometerRate: 5, pressureNoise: 0.012)
        let ride = RideSynthesizer(
            script: script, phone: phone, seed: seed &+ 2, start: day(2, hour: 7)
        ).make()
        let writer = PhyphoxWriter(platform: .android, separator: .semicolonAndComma, decimals: 4)
        return Sample(
            name: "run", ride: ride, logger: "phyphox", acceleration: "total",
            files: writer.files(ride, folder: "run"))
    }
}
