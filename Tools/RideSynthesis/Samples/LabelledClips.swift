// SPDX-License-Identifier: Apache-2.0
/// A small labelled set: four people who each do the five activities, a minute at a time; a model trains on it in
/// seconds.
///
/// Each walks, runs and rides in a way of their own and carries the phone in a place of their own. Accelerometer only,
/// 25 Hz.
package enum LabelledClips {
    private struct Person {
        var name: String
        var placement: PhonePlacement
        var walk: RideScript.Gait
        var run: RideScript.Gait
        var cadence: Double
    }

    private static let people = [
        Person(
            name: "ann", placement: .pocket, walk: .init(stepFrequency: 1.85, speed: 1.4),
            run: .init(stepFrequency: 2.7, speed: 2.9), cadence: 1.15),
        Person(
            name: "ben", placement: .bag, walk: .init(stepFrequency: 1.75, speed: 1.3),
            run: .init(stepFrequency: 2.6, speed: 2.7), cadence: 1.3),
        Person(
            name: "cleo", placement: .pocket, walk: .init(stepFrequency: 1.95, speed: 1.5),
            run: .init(stepFrequency: 2.8, speed: 3.1), cadence: 1.05),
        Person(
            name: "dan", placement: .hand, walk: .init(stepFrequency: 1.8, speed: 1.35),
            run: .init(stepFrequency: 2.65, speed: 2.8), cadence: 1.25),
    ]

    /// The clips and their `manifest.csv`, below `labelled/`.
    package static func files(seed: UInt64) -> [ExportFile] {
        var manifest = "recording,activity,dataset,user,mode,placement,start_s,end_s,acceleration,unit\n"
        var files: [ExportFile] = []
        for (number, person) in people.enumerated() {
            let motions: [RideScript.Motion] = [
                .standing, .walking(person.walk), .running(person.run), .cycling(.init(cadence: person.cadence)),
                .driving(.init(redLights: 0)),
            ]
            for (place, motion) in motions.enumerated() {
                let phone = Phone(placement: person.placement, rate: 25, barometerRate: 0)
                let ride = RideSynthesizer(
                    script: RideScript([.init(motion, duration: 60)]), phone: phone,
                    seed: seed &+ 100 &+ UInt64(10 * number + place)
                ).make()
                guard let label = ride.truth.first?.label else { continue }
                let name = person.name + "-" + label + ".csv"
                var table = PlainTable()
                table.append(ride.acceleration)
                files.append(ExportFile(path: "labelled/" + name, bytes: table.bytes))
                // The car stands for some seconds at either end.
                let margin = label == "automotive" ? 5 : 2
                manifest += "\(name),\(label),synthetic-clips,\(person.name),\(motion.mode),"
                manifest += "\(person.placement.rawValue),\(margin),\(60 - margin),total,m/s^2\n"
            }
        }
        return files + [ExportFile(path: "labelled/manifest.csv", text: manifest)]
    }
}
