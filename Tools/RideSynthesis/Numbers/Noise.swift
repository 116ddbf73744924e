// SPDX-License-Identifier: Apache-2.0
// Foundation is not needed; Glibc gives the sines and the exponential.
import Glibc

/// A smooth random signal with standard deviation 1 that forgets its past within some time constants.
///
/// Two first-order lags in a row, driven by white noise. With time constant τ and step dt the first is
/// x ← a x + √(1 - a²) n, a = e^(-dt/τ) (an Ornstein-Uhlenbeck process of variance 1); the second follows it with the
/// same a as y ← a y + (1 - a) x, whose variance (1 + a²) / (1 + a)², near 1/2 for small steps, is divided out.
struct SlowNoise {
    private let decay: Double
    private let drive: Double
    private let scale: Double
    private var first: Double
    private var second: Double
    private var random: RandomSource

    /// A signal with time constant `timeConstant` seconds, read every `step` seconds.
    init(timeConstant: Double, step: Double, random: RandomSource) {
        decay = exp(-step / timeConstant)
        drive = (1 - decay * decay).squareRoot()
        let variance = (1 + decay * decay) / ((1 + decay) * (1 + decay))
        scale = 1 / variance.squareRoot()
        self.random = random
        first = self.random.normal()
        second = first * variance
    }

    mutating func next() -> Double {
        first = decay * first + drive * random.normal()
        second = decay * second + (1 - decay) * first
        return second * scale
    }
}

/// Random vibration in a band, with standard deviation 1.
///
/// White noise through a second-order resonator: H(s) = (s/Q) / (s² + s/Q + 1) at the centre frequency, by the bilinear
/// transform (R. Bristow-Johnson's audio cookbook). A Q of 0.5 is broadband, 5 a ringing spring. The gain makes the
/// energy of the impulse response 1.
struct BandNoise {
    private var filter: Resonator
    private let gain: Double
    private var random: RandomSource

    /// Vibration around `centre` Hz, read every `step` seconds.
    init(centre: Double, quality: Double, step: Double, random: RandomSource) {
        filter = Resonator(centre: centre, quality: quality, step: step)
        self.random = random
        var probe = filter
        var energy = 0.0
        // Ten ringing times of the resonator hold all of its energy that matters.
        let length = Int((10 * max(quality, 1) / centre / step).rounded(.up))
        for index in 0..<length {
            let response = probe.next(index == 0 ? 1 : 0)
            energy += response * response
        }
        gain = 1 / energy.squareRoot()
        for _ in 0..<length { _ = next() }
    }

    mutating func next() -> Double {
        filter.next(random.normal() * gain)
    }
}

/// Random turning in a band, with standard deviation 1, smooth enough to have an angular acceleration.
///
/// A phone at the end of a lever feels the second derivative of the angle. That of ``BandNoise`` grows with frequency
/// without limit, so two first-order lags at twice the centre frequency follow it here.
struct TurnNoise {
    private var filter: Resonator
    private let decay: Double
    private var first = 0.0
    private var second = 0.0
    private var gain = 1.0
    private var random: RandomSource

    /// Turning around `centre` Hz, read every `step` seconds.
    init(centre: Double, quality: Double, step: Double, random: RandomSource) {
        filter = Resonator(centre: centre, quality: quality, step: step)
        decay = exp(-2 * Double.pi * 2 * centre * step)
        self.random = random
        var probe = self
        var energy = 0.0
        // Ten ringing times of the resonator hold all of its energy that matters.
        let length = Int((10 * max(quality, 1) / centre / step).rounded(.up))
        for index in 0..<length {
            let response = probe.respond(to: index == 0 ? 1 : 0)
            energy += response * response
        }
        gain = 1 / energy.squareRoot()
        for _ in 0..<length { _ = next() }
    }

    mutating func next() -> Double { respond(to: random.normal() * gain) }

    private mutating func respond(to input: Double) -> Double {
        first = decay * first + (1 - decay) * filter.next(input)
        second = decay * second + (1 - decay) * first
        return second
    }
}

/// A second-order band-pass filter with gain 1 at its centre.
struct Resonator {
    private let forward: Double
    private let back1: Double
    private let back2: Double
    private var input1 = 0.0
    private var input2 = 0.0
    private var output1 = 0.0
    private var output2 = 0.0

    init(centre: Double, quality: Double, step: Double) {
        let angle = 2 * Double.pi * centre * step
        let alpha = sin(angle) / (2 * quality)
        forward = alpha / (1 + alpha)
        back1 = 2 * cos(angle) / (1 + alpha)
        back2 = -(1 - alpha) / (1 + alpha)
    }

    mutating func next(_ input: Double) -> Double {
        let output = forward * (input - input2) + back1 * output1 + back2 * output2
        input2 = input1
        input1 = input
        output2 = output1
        output1 = output
        return output
    }
}

/// A bump that rings down: the sum of kicks, each a damped sine. Its impulse response is
/// e^(-t/τ) sin(2πft), so that a kick of 1 has a first peak a little below 1.
struct DampedRing {
    private let back1: Double
    private let back2: Double
    private let forward: Double
    private var output1 = 0.0
    private var output2 = 0.0
    private var input1 = 0.0

    /// Ringing at `frequency` Hz that decays with `timeConstant` seconds.
    init(frequency: Double, timeConstant: Double, step: Double) {
        let decay = exp(-step / timeConstant)
        let angle = 2 * Double.pi * frequency * step
        back1 = 2 * decay * cos(angle)
        back2 = -decay * decay
        forward = decay * sin(angle)
    }

    /// The next value after a kick of `kick` (0 for none).
    mutating func next(_ kick: Double) -> Double {
        let output = forward * input1 + back1 * output1 + back2 * output2
        input1 = kick
        output2 = output1
        output1 = output
        return output
    }
}

/// The smoothest of the usual ramps: 0 below 0, 1 above 1, first and second derivative zero at both ends.
func ramp(_ position: Double) -> Double {
    let x = min(max(position, 0), 1)
    return x * x * x * (x * (6 * x - 15) + 10)
}

/// A gain that rises within the first `rise` seconds and falls within the last ones.
func fade(at time: Double, of duration: Double, rise: Double) -> Double {
    ramp(time / rise) * ramp((duration - time) / rise)
}
