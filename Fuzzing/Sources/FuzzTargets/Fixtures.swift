// SPDX-License-Identifier: Apache-2.0
import GaitwayAlerts
import GaitwayBase
import GaitwayRecognition
import GaitwayReplay
import GaitwayTimeline

/// Data that targets use with their input: the built-in model, a phone's samples, a ride with its places.
enum Fixtures {
    static let model: ActivityModel = {
        do { return try DefaultModel.load() } catch { fatalError("\(error)") }
    }()

    /// Noon of 1 May 2026, UTC.
    static let noon = Timestamp(nanoseconds: 1_777_636_800_000_000_000)

    /// Samples of a swinging phone at 50 Hz.
    static func swing(seconds: Range<Int64>, of sensors: [Sensor] = [.acceleration]) -> [SensorSample] {
        (seconds.lowerBound * 50..<seconds.upperBound * 50).flatMap { index in
            let phase = Float(index % 25) / 25
            return sensors.compactMap { sensor -> SensorSample? in
                let value: SIMD3<Float>
                switch sensor {
                case .acceleration, .linearAcceleration: value = SIMD3(phase, 2 * phase, 9.8 - phase)
                case .rotationRate: value = SIMD3(phase, -phase, 0.1)
                case .pressure: value = SIMD3(1000 + phase, 0, 0)
                case .speed: value = SIMD3(1 + phase, 0, 0)
                }
                // Other sensors than those of motion have 10 Hz.
                guard sensor == .acceleration || sensor == .rotationRate || index % 5 == 0 else { return nil }
                return SensorSample(sensor: sensor, nanoseconds: index * 20_000_000, value: value)
            }
        }
    }

    /// Half an hour northwards at 2 m/s with a fix every 10 s, and the phone's reports: in a vehicle, then on foot.
    static let ride = RecordedRide(
        source: "ride", origin: noon,
        fixes: (0..<180).map { index in
            Location(
                elapsed: .seconds(10 * index), latitude: 52.5 + 0.00018 * Double(index), longitude: 13.25, speed: 2,
                horizontalAccuracy: 8)
        },
        ownReports: [(0, ActivityFlags.automotive), (600, .walking)].map { seconds, flags in
            ActivityReport(
                activity: MotionActivity(
                    flags: flags, confidence: .high, elapsed: .seconds(seconds), start: noon + .seconds(seconds)),
                delivered: .seconds(seconds))
        })

    /// Places along that way.
    static let places: PlaceSet = {
        let text =
            "id,lat,lon,radius\n"
            + (0..<6).map { "place-\($0),\(52.503 + 0.005 * Double($0)),13.2501,60\n" }.joined()
        do { return try PlaceSet(decoding: Array(text.utf8)) } catch { fatalError("\(error)") }
    }()

    /// A recogniser at the beginning, with options that the model allows.
    static func recognizer(_ model: ActivityModel, _ options: Recognizer.Options) -> Recognizer {
        do { return try Recognizer(model: model, options: options) } catch { fatalError("\(error)") }
    }

    /// Checks that a model answers eight seconds with probabilities whose sum is 1.
    static func classify(with model: ActivityModel) {
        var recognizer = recognizer(model, .init(reportsEveryWindow: true))
        recognizer.append(swing(seconds: 0..<8))
        recognizer.finish()
        var reports: [ActivityReport] = []
        recognizer.takeReports(into: &reports)
        precondition(!reports.isEmpty)
        for report in reports {
            guard let probabilities = report.probabilities else { continue }
            let sum = ActivityClass.allCases.map { probabilities[$0] }.reduce(0, +)
            precondition(abs(sum - 1) < 1e-6)
        }
    }

    /// Makes the timeline of a ride, and plays it past places.
    static func use(_ ride: RecordedRide, places: PlaceSet = places) {
        if let timeline = try? ride.timeline() {
            for (before, after) in zip(timeline.items, timeline.items.dropFirst()) {
                precondition(before.span.end == after.span.start, "items do not touch")
            }
        }
        guard !ride.fixes.isEmpty, let result = try? RideScene(ride, places: places).play() else { return }
        let ended = result.decisions.filter(\.kind.isFinal).map(\.entry)
        precondition(Set(ended).count == ended.count, "an entry has two final answers")
    }
}
