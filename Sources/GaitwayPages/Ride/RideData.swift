// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayEvaluation
internal import GaitwayRecognition

/// The numbers of a ride's page, as the page's script reads them: JSON in which long lists are the base 64 of
/// little-endian numbers.
struct RideData {
    let subject: RideSubject
    let ride: RideCollector
    /// The spectrogram; nil where nothing is long enough for one.
    let image: SpectrogramImage?

    /// The most stretches on a page.
    static let mostStretches = 8192

    init(subject: RideSubject, ride: RideCollector) {
        self.subject = subject
        self.ride = ride
        let nyquist = (ride.accelerationRate ?? 0) / 2
        image =
            ride.spectrogram.columns.cells.contains { $0.windows > 0 }
            ? SpectrogramImage(ride.spectrogram, top: min(12.5, nyquist)) : nil
    }

    /// The unit in which times are whole numbers of 32 bits, in seconds: 10 ms, longer only for a log of more than a
    /// year.
    private var timeUnit: Double { max(0.01, ride.end / .seconds(1) / 4e9) }

    /// The second of the wall clock in which the log begins; nil for a log without one.
    private var origin: Int? { subject.header.origin.map { Self.wholeSeconds($0) } }

    private static func wholeSeconds(_ moment: Timestamp) -> Int { Int(clamping: moment.seconds.rounded(.down)) }

    private func ticks(_ nanoseconds: Int64) -> UInt32 {
        let ticks = (Double(nanoseconds) * 1e-9 / timeUnit).rounded()
        return UInt32(clamping: max(0, min(ticks, Double(UInt32.max))))
    }

    /// The whole.
    ///
    /// - Parameters:
    ///   - workspace: JSON of the workspace that serves the page; nil for a page of its own.
    ///   - ground: what lies below the path.
    func json(workspace: String?, ground: MapGround) -> String {
        JSONWriter.object { json in
            json.add("name", subject.name)
            json.add("end", seconds: ride.end, places: 3)
            json.add("origin", origin)
            json.add("zone", subject.header.origin == nil ? nil : subject.zone.name)
            json.array("offsets", of: subject.offsets(until: ride.end)) { offset, json in
                json.append(offset.from)
                json.append(offset.seconds)
            }
            json.add("unit", timeUnit)
            json.add("classes", ActivityClass.allCases.map { Prediction($0).name })
            json.add("answers", Prediction.allCases.map(\.name))
            json.add("reasons", UnknownReason.allCases.map(\.rawValue))
            json.add("reasonWords", UnknownReason.allCases.map(\.words))
            addWindows(&json)
            addStretches(&json)
            json.array("signals") { json in
                addSignal(&json, ride.acceleration, isRotation: false)
                addSignal(&json, ride.rotation, isRotation: true)
            }
            addSpectrogram(&json)
            addPlaces(&json)
            addPath(&json)
            addTruth(&json)
            ground.add(to: &json)
            json.add("workspace", json: workspace)
        }
    }

    private func addWindows(_ json: inout JSONWriter) {
        let groups = ride.estimates.groups
        json.object("windows") { json in
            json.add("each", ride.estimates.windowsPerGroup)
            json.add("starts", Base64.text(groups.map { ticks($0.start) }))
            json.add("end", Int(ticks(groups.last?.end ?? 0)))
            json.add("shares", Base64.text(groups.flatMap(\.shares)))
            json.add("codes", Base64.text(groups.map(\.code)))
        }
    }

    private func addStretches(_ json: inout JSONWriter) {
        let all = ride.stretches.stretches
        let shown = all.prefix(Self.mostStretches)
        json.object("stretches") { json in
            json.add("all", all.count)
            json.add("starts", Base64.text(shown.map { ticks($0.start.wholeNanoseconds) }))
            json.add("end", Int(ticks((shown.last?.end ?? .zero).wholeNanoseconds)))
            json.add("codes", Base64.text(shown.map(Self.code)))
            // Whole seconds as the command's table has them, which rounds down.
            func seconds(_ value: (ActivityStretch) -> Duration) -> String {
                Base64.text(shown.map { UInt32(clamping: value($0).components.seconds) })
            }
            json.add("seconds", seconds(\.start))
            json.add("lengths", seconds(\.duration))
            json.add("rests", seconds(\.restTime))
            if let start = subject.header.origin, let origin {
                json.add(
                    "moments",
                    Base64.text(shown.map { UInt32(clamping: Self.wholeSeconds(start + $0.start) - origin) }))
            }
            // In per cent; 255 for none.
            json.add(
                "probabilities",
                Base64.text(shown.map { UInt8(clamping: ($0.probability.map { $0 * 100 } ?? 255).rounded()) }))
        }
    }

    /// As a group of windows has it.
    private static func code(_ stretch: ActivityStretch) -> UInt8 {
        let prediction = stretch.isRest ? EstimateSeries.restCode : stretch.prediction.rawValue
        return EstimateSeries.code(
            prediction: prediction, confidence: stretch.confidence.rawValue,
            reason: EstimateSeries.reasonCode(stretch.reason))
    }

    private func addSignal(_ json: inout JSONWriter, _ signal: SignalEnvelope, isRotation: Bool) {
        guard !signal.extents.cells.isEmpty else { return }
        let centre: Float = isRotation || ride.accelerometer == .linearAcceleration ? 0 : 9.80665
        let scale = SquareRootScale(centre: centre, reach: signal.reach(around: centre))
        let bytes = signal.bytes(scale)
        json.object { json in
            json.add("name", isRotation ? "rotation" : "acceleration")
            json.add("step", seconds: signal.extents.step, places: 6)
            json.add("centre", Double(centre))
            json.add("reach", Double(scale.reach))
            json.add("least", Base64.text(bytes.least))
            json.add("greatest", Base64.text(bytes.greatest))
            json.add("mean", Base64.text(bytes.mean))
        }
    }

    private func addSpectrogram(_ json: inout JSONWriter) {
        guard let image else { return json.add("spectrogram", json: nil) }
        json.object("spectrogram") { json in
            json.add("start", seconds: ride.spectrogram.columns.start, places: 6)
            json.add("step", seconds: ride.spectrogram.columns.step, places: 6)
            json.add("rows", image.rows)
            json.add("rowWidth", image.rowWidth)
            json.add("lowest", image.lowest)
            json.add("floor", SpectrogramImage.floor)
            json.add("decibel", SpectrogramImage.decibel)
            json.add("cells", Base64.text(image.bytes))
        }
    }

    private func addPlaces(_ json: inout JSONWriter) {
        json.array("repairs", of: RepairReport.Kind.allCases) { kind, json in
            guard let places = ride.places.places[kind] else { return }
            json.object { json in
                json.add("kind", kind.rawValue)
                json.array("places", of: places) { place, json in
                    json.append(seconds: place.from, places: 2)
                    json.append(seconds: place.to, places: 2)
                    json.append(place.count)
                }
            }
        }
    }

    private func addPath(_ json: inout JSONWriter) {
        let fixes = ride.path.fixes
        guard !fixes.isEmpty else { return json.add("path", json: nil) }
        json.object("path") { json in
            // Millionths of a degree are a tenth of a metre.
            json.add("latitudes", Base64.text(fixes.map { Int32(clamping: ($0.latitude * 1e6).rounded()) }))
            json.add("longitudes", Base64.text(fixes.map { Int32(clamping: ($0.longitude * 1e6).rounded()) }))
            json.add("times", Base64.text(fixes.map { ticks($0.elapsed.wholeNanoseconds) }))
            // Hundredths of a metre per second; the largest number where it is not known.
            let speeds = ride.path.speeds
            json.add(
                "speeds",
                speeds.contains { $0 != nil }
                    ? Base64.text(
                        speeds.map { $0.map { UInt16(clamping: min(65_534, max(0, $0 * 100))) } ?? UInt16.max }) : nil)
            // Decimetres; the least number where it is not known.
            let heights = fixes.map(\.altitude)
            json.add(
                "heights",
                heights.contains { $0 != nil }
                    ? Base64.text(heights.map { $0.map { Int32(clamping: ($0 * 10).rounded()) } ?? Int32.min })
                    : nil)
        }
    }

    /// Labels of a manifest and of the log, and the phone's own activity.
    private func addTruth(_ json: inout JSONWriter) {
        json.array("labels", of: subject.labels) { label, json in
            json.array { json in
                json.append(label.from, places: 3)
                json.append(label.to, places: 3)
                json.append(label.activity)
            }
        }
        json.array("annotations", of: subject.annotations) { annotation, json in
            json.array { json in
                json.append(annotation.elapsed?.inSeconds, places: 3)
                json.append(annotation.text)
                json.append(RideLabel(annotation: annotation.text)?.name)
            }
        }
        json.array("phone") { json in
            for (activity, end) in zip(phoneWords, phoneWords.dropFirst().map(\.elapsed) + [ride.end]) {
                json.array { json in
                    json.append(activity.elapsed.inSeconds, places: 3)
                    json.append(end.inSeconds, places: 3)
                    json.append(RideLabel(annotation: activity.word)?.name ?? "unknown")
                    json.append(activity.word)
                }
            }
        }
    }

    /// The phone's reports whose word differs from that of the report before.
    private var phoneWords: [PhoneActivity] {
        subject.phoneActivities.reduce(into: []) { words, next in
            if words.last?.word != next.word { words.append(next) }
        }
    }
}
