// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

/// How much of a window's motion is what a road does to a wheel, beside what legs do to pedals.
///
///     Σ (P_b + F), b from 3 to 8 Hz, over the same from 0.2 to 1.6 Hz and from 3 to 8 Hz; vertical and horizontal
///
/// Arms that curl and trunks that twist have the rhythm of pedals, and are smooth. The powers are those of the
/// features, which a model gets, so that exported models have the share, too.
package enum RoadShare {
    /// The least share of a ride in the case of a model. No window of cycling lies below in one half of the data sets,
    /// and 0.2 % in the other. Slow logs do not carry the road.
    package static func least(in sensorCase: SensorCase) -> Float { sensorCase == .slow ? 0 : 0.03 }

    /// The places of the powers from 3 to 8 Hz, then of those from 0.2 to 1.6 Hz, in the schema.
    package static let places = (
        road: places(of: FrequencyBand.between(3, 3.5, 4, 5, 6.5, 8)),
        pedals: places(of: FrequencyBand.between(0.2, 0.5, 0.8, 1.2, 1.6))
    )

    /// The share of a window with these features, as they were measured.
    static func of(_ features: Span<Double>) -> Float {
        var (road, pedals) = (Float(), Float())
        for place in places.road { road += exp(Float(features[place])) }
        for place in places.pedals { pedals += exp(Float(features[place])) }
        return road / (road + pedals)
    }

    private static func places(of bands: [FrequencyBand]) -> [Int] {
        [MotionSignal.vertical, .horizontal].flatMap { signal in
            bands.compactMap { FeatureSchema.motion.index(of: "\(signal.name).power.\($0.name)") }
        }
    }
}
