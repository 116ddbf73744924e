// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition

/// Collects what the page of a ride shows, while the ride is read: its memory is bounded, however long the ride is.
///
/// A pure state machine: samples, fixes, windows and repairs go in, in the order of the log; after ``finish(at:)`` the
/// page can be made.
package struct RideCollector: Sendable {

    private(set) var acceleration = SignalEnvelope()
    private(set) var rotation = SignalEnvelope()
    private(set) var spectrogram = Spectrogram()
    private(set) var estimates = EstimateSeries()
    private(set) var stretches: ActivityStretches
    private(set) var places = RepairPlaces()
    private(set) var path = RidePath()
    /// The kind of acceleration that the log has; nil before the first.
    private(set) var accelerometer: Sensor?
    /// When the log ends.
    package private(set) var end: Duration = .zero

    private var accelerationSteps = Steps()
    private var rotationSteps = Steps()
    private var notedUntil: Int64 = 0

    /// A collector at the beginning of a log.
    ///
    /// - Parameter showsAll: whether short stretches and the rests of a vehicle are shown apart.
    package init(showsAll: Bool) {
        self.showsAll = showsAll
        stretches = ActivityStretches(restIsApart: showsAll)
    }

    private let showsAll: Bool

    /// Samples a second, where there are samples; nil where there were too few to tell.
    var accelerationRate: Double? { accelerationSteps.rate }
    /// The same of the gyroscope; nil without one.
    var rotationRate: Double? { rotationSteps.rate }

    /// The steps between the samples of a sensor.
    private struct Steps: Sendable {
        /// The number of steps within segments, and their sum in time.
        private var joined = 0
        private var joinedTime: Int64 = 0
        /// How many are gaps, and the time of them.
        private var gaps = 0
        private var gapTime: Int64 = 0
        private(set) var newest: Int64?

        /// Whether a sample comes after a gap; counts its step.
        @inline(__always)
        mutating func append(_ time: Int64) -> Bool {
            defer { newest = time }
            guard let newest else { return false }
            let step = time - newest
            guard step > SensorSample.longestStep else {
                joined += 1
                joinedTime += step
                return false
            }
            gaps += 1
            gapTime += step
            return true
        }

        /// Samples a second; of a log that is all gaps, with them.
        var rate: Double? {
            if joinedTime > 0 { return Double(joined) / (Double(joinedTime) * 1e-9) }
            return gapTime > 0 ? Double(gaps) / (Double(gapTime) * 1e-9) : nil
        }
    }

    /// Takes samples in order of time.
    package mutating func append(_ samples: [SensorSample]) {
        for sample in samples {
            switch sample.sensor {
            case .acceleration, .linearAcceleration: appendAcceleration(sample)
            case .rotationRate:
                rotation.append(Self.magnitude(sample.value), at: sample.nanoseconds)
                _ = rotationSteps.append(sample.nanoseconds)
            case .pressure, .speed: break
            }
        }
    }

    /// Takes fixes in order of time.
    package mutating func append(_ fixes: [Location]) { path.append(fixes) }

    /// Takes the report of the next window.
    package mutating func append(window: ActivityReport) {
        estimates.append(window)
        stretches.append(window)
    }

    /// Takes what was repaired so far, when the log has been read up to a time.
    package mutating func note(_ repairs: RepairReport, until end: Duration) {
        let end = max(end.wholeNanoseconds, notedUntil)
        places.note(repairs, from: notedUntil, to: end)
        notedUntil = end
    }

    /// Ends the log.
    ///
    /// - Parameters:
    ///   - end: the largest time seen.
    ///   - stretchesEnd: when the last stretch ends.
    package mutating func finish(at end: Duration, stretchesEnd: Duration) {
        self.end = end
        spectrogram.finish()
        estimates.finish(at: stretchesEnd.wholeNanoseconds)
        stretches.finish(at: stretchesEnd)
        if !showsAll { stretches = stretches.folding() }
        path.finish(at: end)
    }

    @inline(__always)
    private mutating func appendAcceleration(_ sample: SensorSample) {
        // A log may have both kinds; the first is the one that is classified.
        if accelerometer == nil { accelerometer = sample.sensor }
        guard sample.sensor == accelerometer else { return }
        acceleration.append(Self.magnitude(sample.value), at: sample.nanoseconds)
        spectrogram.append(sample.value, at: sample.nanoseconds)
        let newest = accelerationSteps.newest
        if accelerationSteps.append(sample.nanoseconds), let newest {
            places.addGap(from: newest, to: sample.nanoseconds)
        }
    }

    @inline(__always)
    private static func magnitude(_ value: SIMD3<Float>) -> Float { (value * value).sum().squareRoot() }
}
