// SPDX-License-Identifier: Apache-2.0
/// What the carrier of the phone does at one moment: the hip of a walker, the seat of a car.
///
/// The frame is that of the heading: x forward, y left, z up.
struct BodyState {
    /// Linear acceleration in m/s².
    var acceleration = SIMD3<Double>.zero
    /// Roll about forward, pitch about left, yaw about up: what the carrier turns beside its heading, in radians.
    var swing = SIMD3<Double>.zero
    /// How fast the heading turns, to the left positive, in rad/s.
    var headingRate = 0.0
    /// Speed over ground in m/s.
    var speed = 0.0
    /// How steep the way is, as a share of a road's hills.
    var steepness = 1.0
    /// How fast it rises beside what the ground does, in m/s: in a lift.
    var climb = 0.0
}

/// A way of moving, asked for its state once every step of the simulation.
protocol MotionModel {
    /// The state at `time` seconds after the leg's begin. Called in order, one step apart.
    mutating func next(at time: Double) -> BodyState
}

/// What every model is made with.
struct LegContext {
    /// Seconds.
    var duration: Double
    /// Seconds between two states.
    var step: Double
    var seed: UInt64
    /// The leg's number: no two legs share random numbers.
    var leg: Int

    /// The stream with the number `stream` of this leg.
    func random(_ stream: UInt64) -> RandomSource {
        RandomSource(seed: seed, stream: UInt64(leg + 1) * 1000 + stream)
    }

    func slow(_ stream: UInt64, timeConstant: Double) -> SlowNoise {
        SlowNoise(timeConstant: timeConstant, step: step, random: random(stream))
    }

    func turn(_ stream: UInt64, centre: Double, quality: Double) -> TurnNoise {
        TurnNoise(centre: centre, quality: quality, step: step, random: random(stream))
    }

    func band(_ stream: UInt64, centre: Double, quality: Double) -> BandNoise {
        BandNoise(centre: centre, quality: quality, step: step, random: random(stream))
    }
}

/// A sum of harmonics: Σ amplitude · sin(order · phase + shift).
struct Harmonics {
    private let terms: [(order: Double, amplitude: Double, shift: Double)]

    init(_ terms: [(order: Double, amplitude: Double, shift: Double)]) { self.terms = terms }

    func callAsFunction(_ phase: Double) -> Double {
        var sum = 0.0
        for term in terms { sum += term.amplitude * sine(term.order * phase + term.shift) }
        return sum
    }
}
