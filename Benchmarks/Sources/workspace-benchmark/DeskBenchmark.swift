// SPDX-License-Identifier: Apache-2.0
import BenchmarkKit
import GaitwayAlerts
import GaitwayBase
import GaitwayEvaluation
import GaitwayRecognition
import GaitwayReplay

/// How long a desk takes to answer while a person drags a place or a slider.
struct DeskBenchmark {
    private let rides: [DeskRide]
    private let places: [Place]
    private let clock = ContinuousClock()

    /// Reads and classifies rides with fixes, and scatters places along them.
    init(manifest: Manifest, root: String, rides count: Int, places: Int) throws {
        let model = try DefaultModel.load()
        var rides: [DeskRide] = []
        var names: [String] = []
        for row in manifest.labelledRows where row["has_gps"] != "0" && !names.contains(row.recording) {
            names.append(row.recording)
        }
        // From all over the manifest.
        var next = 0
        let stride = max(1, names.count / (2 * count))
        while rides.count < count, next < names.count {
            let name = names[next]
            next += stride
            guard
                let ride = try? Self.ride(
                    name, root + "/" + name, model, manifest.rows.filter { $0.recording == name }),
                ride.hasFixes
            else { continue }
            rides.append(ride)
        }
        self.rides = rides
        self.places = try rides.enumerated().flatMap { index, ride in
            let own = places * (index + 1) / rides.count - places * index / rides.count
            let near = try PlaceScatter.places(own, along: ride.recorded.fixes, spread: 50, seed: UInt64(index))
            return near.places.map {
                var place = $0
                place.identifier = "\(index)-\(place.identifier)"
                return place
            }
        }
    }

    private static func ride(_ name: String, _ path: String, _ model: ActivityModel, _ rows: [ManifestRow]) throws
        -> DeskRide
    {
        let reader = try RecordingReader(path: path)
        var recognizer = try Recognizer(model: model, options: .init(smoothing: .causal))
        var (batch, end) = (SampleBatch(), Int64(0))
        while try reader.next(into: &batch) {
            recognizer.append(batch.samples)
            end = max(end, batch.samples.last?.nanoseconds ?? end)
        }
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        return try DeskRide(
            name: name, log: path, reports: reports, model: model.name, end: .nanoseconds(end), rows: rows)
    }

    /// Prints the times of each kind of change.
    func run() async throws {
        let fixes = rides.reduce(0) { $0 + $1.recorded.fixes.count }
        let hours = rides.reduce(0.0) { $0 + ($1.recorded.reports.last?.delivered.inSeconds ?? 0) } / 3600
        print("\(rides.count) rides, \(hours) h, \(fixes) fixes, \(places.count) places")
        for workers in [1, 2] {
            let desk = AlertDesk(workers: workers)
            await desk.put(rides)
            var policy = GatePolicy.gaitway
            policy.name = "mine"
            var moved = places
            let first = try await time("first", 1) { _ in try await prediction(desk, policy, moved) }
            let slider = try await time("slider", 9) { step in
                policy.afterDriving = .seconds(30 * step)
                return try await prediction(desk, policy, moved)
            }
            let dragged = try await time("place", 9) { step in
                moved[0].latitude += 0.0001 * Double(step)
                return try await prediction(desk, policy, moved)
            }
            print("\(workers) threads: first \(first), a slider \(slider), a place \(dragged) ms (median, worst)")
            print(try await prediction(desk, .gaitway, places).json(milliseconds: 0).prefix(700))
        }
        let use = ProcessUsage.now
        print("CPU \(use.seconds) s, \(use.peak) MiB")
    }

    private func prediction(_ desk: AlertDesk, _ policy: GatePolicy, _ places: [Place]) async throws -> DeskOutcome {
        try await desk.trial(of: policy, places: PlaceSet(places), details: rides.first?.name)
    }

    private func time(_ name: String, _ count: Int, _ work: (Int) async throws -> DeskOutcome) async throws -> String {
        var times: [Double] = []
        for step in 0..<count {
            let start = clock.now
            _ = try await work(step)
            times.append(((clock.now - start).inSeconds * 10_000).rounded() / 10)
        }
        times.sort()
        return "\(times[times.count / 2]), \(times[times.count - 1])"
    }
}
