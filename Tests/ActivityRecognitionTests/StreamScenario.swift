// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import RideSynthesis
import TestSupport

/// One scenario: a ride, and the required stream of the built-in model.
struct StreamScenario {
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    /// The first line.
    let why: String
    /// What must hold, and what is known not to.
    private(set) var expectations: [StreamExpectation] = []
    /// A recorded ride; nil for one that is made.
    private(set) var log: String?

    private var legs: [RideScript.Leg] = []
    private var phone = Phone(rate: 50)
    private var hasGyroscope = true
    private var seeds: [UInt64] = [1, 2]
    private var smoothing = Smoothing.causal

    /// Reads the lines of a file.
    init(_ text: String, file: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        why = lines.first ?? ""
        guard why.split(separator: " ").count > 3, why.hasSuffix(".") else {
            throw Fault(description: "\(file): the first line must be a sentence that says why")
        }
        for (index, line) in lines.enumerated().dropFirst() {
            let words = line.split(separator: "#", omittingEmptySubsequences: false)[0].split(separator: " ")
            guard !words.isEmpty else { continue }
            do {
                try read(words.map(String.init))
            } catch { throw Fault(description: "\(file):\(index + 1): \(error)") }
        }
        guard (log == nil) != legs.isEmpty, !expectations.isEmpty else {
            throw Fault(description: "\(file): a scenario has a ride and expectations")
        }
    }

    private mutating func read(_ words: [String]) throws {
        switch words[0] {
        case "phone":
            let settings = try Settings(words.dropFirst())
            phone = Phone(
                placement: try settings.placement() ?? .pocket, rate: try settings.number("rate") ?? 50,
                barometerRate: try settings.number("barometer") ?? 1)
            hasGyroscope = settings["gyroscope"] != "no"
        case "seeds": seeds = words.dropFirst().compactMap { UInt64($0, in: .any) }
        case "smoothing":
            guard let known = Smoothing(rawValue: words.last ?? "") else {
                throw Fault(description: "unknown smoothing")
            }
            smoothing = known
        case "leg": legs.append(try Settings(words.dropFirst(3)).leg(Array(words.dropFirst())))
        case "log": log = words.dropFirst().joined(separator: " ")
        case "expect", "limit": expectations.append(try StreamExpectation(words))
        default: throw Fault(description: "unknown line '\(words[0])'")
        }
    }

    /// For every expectation, what differs from it: one text for each seed with which it does not hold.
    func run() throws -> [[String]] {
        var failures = expectations.map { _ in [String]() }
        for seed in log == nil ? seeds : [0] {
            let samples = try samples(seed: seed)
            var recognizer = try Recognizer(model: DefaultModel.load(), options: .init(smoothing: smoothing))
            recognizer.append(samples)
            recognizer.finish()
            var reports: [ActivityReport] = []
            recognizer.takeReports(into: &reports)
            let end = Nanoseconds.product(samples.last?.nanoseconds ?? 0)
            for (index, expectation) in expectations.enumerated() {
                guard let failure = expectation.failure(reports, end: end) else { continue }
                failures[index].append(
                    "\(expectation.text): \(failure)" + (log == nil ? ", seed \(seed)" : ""))
            }
        }
        return failures
    }

    private func samples(seed: UInt64) throws -> [SensorSample] {
        if let log {
            let reader = try RecordingReader(path: Rides.path(log))
            var samples: [SensorSample] = []
            var batch = SampleBatch()
            while try reader.next(into: &batch) { samples += batch.samples }
            return samples
        }
        let ride = RideSynthesizer(script: RideScript(legs), phone: phone, seed: seed).make()
        func samples(_ sensor: Sensor, _ readings: [SyntheticRide.Reading]) -> [SensorSample] {
            readings.map { SensorSample(sensor: sensor, nanoseconds: $0.nanoseconds, value: SIMD3<Float>($0.value)) }
        }
        let all =
            samples(.rotationRate, hasGyroscope ? ride.rotationRate : []) + samples(.acceleration, ride.acceleration)
            + samples(.pressure, ride.pressure)
        return all.sorted { ($0.elapsed, $1.sensor.rawValue) < ($1.elapsed, $0.sensor.rawValue) }
    }

    /// Flags joined by +; `none` means no flags.
    static func flags(_ text: String) throws -> ActivityFlags {
        let known: [String: ActivityFlags] = [
            "stationary": .stationary, "walking": .walking, "running": .running, "automotive": .automotive,
            "cycling": .cycling, "unknown": .unknown, "none": [],
        ]
        var flags: ActivityFlags = []
        for word in text.split(separator: "+") {
            guard let flag = known[String(word)] else { throw Fault(description: "unknown flag '\(word)'") }
            flags.formUnion(flag)
        }
        return flags
    }
}

/// The words `name=value` of a line.
private struct Settings {
    private var values: [String: String] = [:]

    init(_ words: some Sequence<String>) throws {
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw StreamScenario.Fault(description: "name=value, not '\(word)'") }
            values[parts[0]] = parts[1]
        }
    }

    subscript(name: String) -> String? { values[name] }

    func number(_ name: String) throws -> Double? {
        guard let text = values[name] else { return nil }
        guard let number = Double(text) else { throw StreamScenario.Fault(description: "\(name) is not a number") }
        return number
    }

    func placement() throws -> PhonePlacement? {
        guard let text = values["placement"] else { return nil }
        guard let placement = PhonePlacement(rawValue: text) else {
            throw StreamScenario.Fault(description: "unknown placement '\(text)'")
        }
        return placement
    }

    /// Spans as `60-90,120-140`.
    private func stops() throws -> [ClosedRange<Double>] {
        try (values["stops"] ?? "").split(separator: ",").map { span in
            let edges = span.split(separator: "-").compactMap { Double($0) }
            guard edges.count == 2, edges[0] <= edges[1] else {
                throw StreamScenario.Fault(description: "stops are from-to, not '\(span)'")
            }
            return edges[0]...edges[1]
        }
    }

    /// The leg of a motion's name and a duration, the first two of `words`.
    func leg(_ words: [String]) throws -> RideScript.Leg {
        guard words.count > 1, let duration = Double(words[1]) else {
            throw StreamScenario.Fault(description: "a leg has a motion and seconds")
        }
        return RideScript.Leg(try motion(words[0]), duration: duration, placement: try placement())
    }

    private func motion(_ name: String) throws -> RideScript.Motion {
        switch name {
        case "sitting": return .sitting
        case "standing": return .standing
        case "walking", "running":
            let usual = name == "walking" ? RideScript.Gait.walk : .run
            let gait = RideScript.Gait(
                stepFrequency: try number("steps") ?? usual.stepFrequency, speed: try number("speed") ?? usual.speed)
            return name == "walking" ? .walking(gait) : .running(gait)
        case "cycling":
            return .cycling(
                .init(
                    cadence: try number("cadence") ?? 1.15, speed: try number("speed") ?? 5.2,
                    roughness: try number("roughness") ?? 1.5))
        case "driving":
            return .driving(
                .init(
                    redLights: Int(proven: try number("lights") ?? 0), speed: try number("speed") ?? 13,
                    roughness: try number("roughness") ?? 0.45, stops: try stops(),
                    vehicle: self["vehicle"] == "bus" ? .bus : .car))
        case "train":
            return .train(
                .init(
                    speed: try number("speed") ?? 35, roughness: try number("roughness") ?? 0.18, stops: try stops()))
        case "lift": return .lift(.init(speed: try number("speed") ?? 1.6))
        case "shaking":
            return .shaking(
                .init(frequency: try number("frequency") ?? 3.5, amplitude: try number("amplitude") ?? 14))
        default: throw StreamScenario.Fault(description: "unknown motion '\(name)'")
        }
    }
}
