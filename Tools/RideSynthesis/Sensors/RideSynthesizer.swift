// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Makes what a phone would record during a scripted ride, from a physical model; the same for the same seed.
///
/// The carrier's motion (``RideScript/Motion``) gives linear acceleration a(t) in the frame of the heading and small
/// turns; the placement gives the pose R(t), which takes vectors of the phone's frame into the world's. The phone sits
/// at the end r(t) of a lever from the hip, so that its own acceleration is a + r''. Its sensors then measure
///
///     acceleration  f = Rᵀ (a + r'' + g ẑ),  g = 9.81 m/s²        rotation rate  ω = (Rᵀ R')^∨
///
/// so that gravity turns in the phone's frame exactly as the gyroscope says: d(Rᵀ ẑ)/dt = -ω × Rᵀ ẑ. All of it is
/// simulated at 200 Hz and read at the sensors' own, uneven times; noise, bias and the converter's steps follow.
/// Everything is a model of a person and a road that do not exist.
package struct RideSynthesizer: Sendable {
    /// The acceleration of free fall, in m/s².
    package static let gravity = 9.81
    /// Simulated states per second.
    static let simulationRate = 200.0

    /// What is done.
    package var script: RideScript
    /// What records it.
    package var phone: Phone
    /// What the random numbers depend on.
    package var seed: UInt64
    /// The wall clock at elapsed 0.
    package var start: Timestamp

    /// A synthesizer; `start` is 2026-05-01T08:00:00Z unless given.
    package init(
        script: RideScript, phone: Phone, seed: UInt64,
        start: Timestamp = Timestamp(nanoseconds: 1_777_622_400_000_000_000)
    ) {
        self.script = script
        self.phone = phone
        self.seed = seed
        self.start = start
    }

    /// The ride. An empty script gives an empty ride.
    ///
    /// - Complexity: O(duration): about 200 states and one sample per sensor and tick.
    package func make() -> SyntheticRide {
        let truth = labels()
        guard let end = truth.last?.to else {
            return SyntheticRide(
                start: start, acceleration: [], gravity: [], rotationRate: [], pressure: [], locations: [],
                truth: [])
        }
        let track = simulate()
        let motion = MotionSampler(phone: phone, seed: seed).sample(track, until: end)
        let surroundings = SurroundingsSampler(phone: phone, seed: seed)
        return SyntheticRide(
            start: start, acceleration: motion.acceleration, gravity: motion.gravity,
            rotationRate: motion.rotationRate, pressure: surroundings.pressure(track, until: end),
            locations: surroundings.locations(track, until: end), truth: truth)
    }

    /// The legs' spans on the ride's clock; legs without duration are left out.
    private func labels() -> [SyntheticRide.LabelledSpan] {
        var spans: [SyntheticRide.LabelledSpan] = []
        var time = 0.0
        for leg in script.legs where leg.duration > 0 {
            let from = spans.last?.to ?? 0
            time += leg.duration
            let to = Nanoseconds.rounded(time)
            spans.append(
                SyntheticRide.LabelledSpan(
                    from: from, to: to, activity: leg.motion.activity, mode: leg.motion.mode,
                    placement: leg.placement ?? phone.placement))
        }
        return spans
    }

    /// The states of all legs on one grid.
    private func simulate() -> PhoneTrack {
        let step = 1 / Self.simulationRate
        var track = PhoneTrack(step: step, seed: seed)
        for (index, leg) in script.legs.enumerated() where leg.duration > 0 {
            let context = LegContext(duration: leg.duration, step: step, seed: seed, leg: index)
            let carrying = Carrying(leg.motion, placement: leg.placement ?? phone.placement, context: context)
            switch leg.motion {
            case .sitting where carrying.placement == .table:
                track.append(TableModel(), carrying: carrying, context: context)
            case .sitting, .standing:
                track.append(
                    StillModel(standing: leg.motion == .standing, context: context), carrying: carrying,
                    context: context)
            case .walking(let gait):
                track.append(
                    GaitModel(gait, isRun: false, oneSided: carrying.oneSided, context: context), carrying: carrying,
                    context: context)
            case .running(let gait):
                track.append(
                    GaitModel(gait, isRun: true, oneSided: carrying.oneSided, context: context), carrying: carrying,
                    context: context)
            case .cycling(let cycling):
                track.append(CyclingModel(cycling, context: context), carrying: carrying, context: context)
            case .driving(let driving):
                track.append(DrivingModel(driving, context: context), carrying: carrying, context: context)
            case .train(let train):
                track.append(TrainModel(train, context: context), carrying: carrying, context: context)
            case .lift(let lift):
                track.append(LiftModel(lift, context: context), carrying: carrying, context: context)
            case .shaking(let shaking):
                track.append(ShakingModel(shaking, context: context), carrying: carrying, context: context)
            }
        }
        track.close()
        return track
    }
}
