// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayTimeline
import Glibc

/// How a person moved at an entry, by the speed between the fixes around the edge.
enum Pace: Int, CaseIterable {
    case walking, cycling, driving

    /// Nil if the phone was inside at its first fix, so there is no speed.
    init?(_ speed: Double?) {
        guard let speed else { return nil }
        self = speed < 2.5 ? .walking : speed < 7 ? .cycling : .driving
    }
}

/// The figures of a strategy over all tracks.
struct Tally {
    var entries = [0, 0, 0]
    var seen = [0, 0, 0]
    var delays: [Double] = []
    var afterExit = 0
    var registrations = 0
    var choices = 0
    var repeated = 0
    var wrong = 0
    var reasons: [CoverageReport.Reason: Int] = [:]

    mutating func add(_ report: CoverageReport) {
        for entry in report.seen {
            delays.append(entry.delay.inSeconds)
            if entry.isAfterExit { afterExit += 1 }
            guard let pace = Pace(entry.speed) else { continue }
            entries[pace.rawValue] += 1
            seen[pace.rawValue] += 1
        }
        for entry in report.missed {
            if let pace = Pace(entry.speed) { entries[pace.rawValue] += 1 }
        }
        registrations += report.registrations
        choices += report.choices
        repeated += report.repeated
        wrong += report.wrong
        reasons.merge(report.reasons, uniquingKeysWith: +)
    }
}

func bytes(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = chunk.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
        if count == 0 { return ferror(file) == 0 ? all : nil }
        all += chunk[..<count]
    }
}

/// A box around the middle of a track, with sides in kilometres, or larger if the track is.
func box(_ track: [Location], side: Double) -> (latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
    func range(_ values: [Double], _ width: Double, within limits: ClosedRange<Double>) -> ClosedRange<Double> {
        let (least, greatest) = (values.min() ?? 0, values.max() ?? 0)
        let half = max(width, greatest - least) / 2
        let middle = (least + greatest) / 2
        return max(limits.lowerBound, middle - half)...min(limits.upperBound, middle + half)
    }
    // A degree of latitude has 111.195 km; one of longitude has this times the cosine of the latitude.
    let latitudes = range(track.map(\.latitude), side / 111.195, within: -90...90)
    let width = side / 111.195 / max(0.01, cos((latitudes.lowerBound + latitudes.upperBound) / 2 * .pi / 180))
    return (latitudes, range(track.map(\.longitude), width, within: -180...180))
}

func rounded(_ value: Double?, _ places: Double = 1) -> String {
    guard let value else { return "-" }
    return "\((value * places).rounded() / places)"
}

var counts = [1000, 100_000]
var seeds = 10
var delay = DeliveryDelay.none
var side: Double?
var paths: [String] = []
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "--late": delay = .random(mean: DeliveryDelay.phoneMean, seed: 1)
    case "--seeds": seeds = max(1, arguments.popFirst().flatMap { Int($0, in: .countable) } ?? seeds)
    case "--box": side = arguments.popFirst().flatMap { Double($0) }
    case "--places": counts = arguments.popFirst().flatMap { Int($0, in: .countable) }.map { [$0] } ?? counts
    default: paths.append(argument)
    }
}
var tracks: [[Location]] = []
for path in paths {
    guard let content = bytes(path) else { continue }
    // The data have days without a fix; these cannot be played.
    do {
        let track = try Track(decoding: content, source: path)
        if track.fixes.count > 1 { tracks.append(track.fixes) }
    } catch  where error.code == .empty {
        continue
    } catch {
        print("left out: \(error)")
    }
}
let fixes = tracks.joined()
guard let south = fixes.map(\.latitude).min(), let north = fixes.map(\.latitude).max(),
    let west = fixes.map(\.longitude).min(), let east = fixes.map(\.longitude).max()
else {
    print("usage: coverage-benchmark [--late] [--seeds N] [--places N] [--box KM] TRACK...")
    exit(2)
}
print("\(tracks.count) tracks, \(fixes.count) fixes, latitudes \(south) to \(north), longitudes \(west) to \(east)")
for count in counts {
    var tallies = [Tally](repeating: Tally(), count: MonitoringStrategy.all.count)
    for seed in 1...seeds {
        let shared =
            try side == nil
            ? PlaceScatter.places(count, latitudes: south...north, longitudes: west...east, seed: UInt64(seed)) : nil
        for (number, track) in tracks.enumerated() {
            let own = box(track, side: side ?? 0)
            let places =
                try shared
                ?? PlaceScatter.places(
                    count, latitudes: own.latitudes, longitudes: own.longitudes, seed: UInt64(seed * 100_000 + number))
            let punctual = GeofenceSimulator(places: places)
            var simulator = punctual
            simulator.delay = delay
            let oracle = punctual.run(.oracle, track: track)
            for (slot, strategy) in MonitoringStrategy.all.enumerated() {
                let run = simulator.run(strategy, track: track)
                tallies[slot].add(simulator.report(run, oracle: oracle, track: track))
            }
        }
    }
    print("\n\(count) places, \(seeds) seeds")
    print(
        "| strategy | walking | cycling | driving | median delay s | worst delay s | told after leaving | repeated | "
            + "wrong | sets chosen | registrations | missed because |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for (strategy, tally) in zip(MonitoringStrategy.all, tallies) {
        let shares = Pace.allCases.map { pace in
            let entries = tally.entries[pace.rawValue]
            let seen = tally.seen[pace.rawValue]
            return "\(seen)/\(entries)"
                + (entries > 0 ? " (\(rounded(100 * Double(seen) / Double(entries), 10)) %)" : "")
        }
        let delays = tally.delays.sorted()
        let reasons = CoverageReport.Reason.allCases.compactMap { reason in
            tally.reasons[reason].map { "\(reason.rawValue) \($0)" }
        }
        let median = delays.isEmpty ? nil : delays[delays.count / 2]
        print(
            "| " + ([strategy.name] + shares).joined(separator: " | ")
                + " | \(rounded(median)) | \(rounded(delays.last)) | \(tally.afterExit) | \(tally.repeated) | "
                + "\(tally.wrong) | \(tally.choices) | "
                + "\(tally.registrations) | " + reasons.joined(separator: ", ") + " |")
    }
}
