/// The ordered, versioned names of the features.
///
/// All features are free of the phone's orientation and of the axes' sign. With g the mean acceleration of the window
/// and u = g/|g|:
///
/// | symbol | signal | unit |
/// | --- | --- | --- |
/// | m | magnitude, \|a\| | m/s² |
/// | v | vertical, a·u | m/s² |
/// | h | horizontal, \|a − v u\| | m/s² |
/// | w | rotation, \|ω\| | rad/s |
///
/// Spectra are one-sided powers of the mean-free signal under a Hann window, so that their sum is the variance; that of
/// h is the sum over the axes of a less that of v, that of w the sum over the axes of ω. P_b is the power in band b, S
/// the power from 0.2 to 8 Hz plus the floor F. Every logger has a noise floor: F = 1e-4 (m/s²)² or 1e-5 (rad/s)², and
/// shapes count by their signal over it, gate = S / (S + E), E = 9 F for acceleration and 10 F for rotation. p is P over
/// its sum from 0.4 to 8 Hz. In time, d = x − mean, f = 0.03 m/s² or 0.009 rad/s, sd² = var + f², G = var / (var + f²),
/// q05…q95 are quantiles. C₁ and C₂ are the sums over a band of the cross spectra of v with the two components of
/// a − v u.
///
/// What is not here was tried and did not win on data sets left out: each band's share of the power, changes of sign,
/// how fast acceleration changes, how far the level plane has a direction, the turn about the vertical (yaw), and of
/// rotation the bands, quantiles and periodicity.
package struct FeatureSchema: Sendable, Hashable {
    /// The schema's name and version, as a model file states it.
    package let name: String
    /// The features in their order.
    package let features: [Feature]
    private let places: [String: Int]

    /// How many features there are.
    package var count: Int { features.count }

    /// A schema of features with different names.
    private init(name: String, features: [Feature]) {
        self.name = name
        self.features = features
        places = Dictionary(uniqueKeysWithValues: zip(features.map(\.name), features.indices))
    }

    /// The place of a feature in the order; nil if the schema has none of that name.
    package func index(of name: String) -> Int? { places[name] }

    /// The bands of the spectral features, in Hz: from the first edge up to, not including, the second.
    package static let bands: [(from: Double, to: Double)] = {
        let edges = [0.2, 0.5, 0.8, 1.2, 1.6, 2, 2.5, 3, 3.5, 4, 5, 6.5, 8]
        return zip(edges, edges.dropFirst()).map { (from: $0, to: $1) }
    }()

    /// The bands in which vertical and horizontal power are compared, in Hz.
    package static let comparedBands: [(from: Double, to: Double)] = [(0.2, 1), (1, 2.5), (2.5, 5), (5, 8)]

    /// The bands in which vertical and horizontal motion are held against each other, in Hz: turns, gait, shaking.
    package static let coordinatedBands: [(from: Double, to: Double)] = [(0.1, 0.8), (0.8, 3), (3, 8)]

    /// The band in which rotation and acceleration are compared, in Hz.
    package static let rotationBand = (from: 1.0, to: 8.0)

    /// The features that ``FeatureExtractor`` computes.
    package static let motion = FeatureSchema(
        name: "motion-3",
        features: powers("magnitude") + shape("magnitude") + powers("vertical") + shape("vertical")
            + powers("horizontal") + shape("horizontal")
            + temporal("magnitude") + temporal("vertical") + temporal("horizontal") + coordination + across
            + rotation + pressure)

    private static func text(_ band: (from: Double, to: Double)) -> String { "\(band.from)-\(band.to)" }

    private static func powers(_ signal: String) -> [Feature] {
        bands.map {
            Feature(name: "\(signal).power.\(text($0))", formula: "ln(P_b + F)", unit: "(m/s²)²", need: nil)
        }
    }

    private static func entropy(_ signal: String, need: Feature.Need? = nil) -> Feature {
        Feature(
            name: "\(signal).entropy", formula: "1 − (1 − H(p)/ln n) gate, H(p) = −Σ p ln p over n bins", unit: "1",
            need: need)
    }

    private static func shape(_ signal: String) -> [Feature] {
        func feature(_ name: String, _ formula: String, _ unit: String) -> Feature {
            Feature(name: "\(signal).\(name)", formula: formula, unit: unit, need: nil)
        }
        return [
            entropy(signal),
            feature("peak.frequency", "gate argmax p", "Hz"),
            feature("peak.share", "gate (p at the peak and its two neighbours)", "1"),
            feature("centroid", "3 + (Σ p f − 3) gate", "Hz"),
            feature("power", "ln S", "(m/s²)²"),
        ]
    }

    private static func temporal(_ signal: String) -> [Feature] {
        func feature(_ name: String, _ formula: String, _ unit: String) -> Feature {
            Feature(name: "\(signal).\(name)", formula: formula, unit: unit, need: nil)
        }
        return [
            feature("deviation", "ln sd", "m/s²"),
            feature("range.90", "ln(q95 − q05 + f)", "m/s²"),
            feature("range.50", "ln(q75 − q25 + f)", "m/s²"),
            feature("asymmetry", "(q95 + q05 − 2 q50) / (q95 − q05 + f)", "1"),
            feature("kurtosis", "G (ln(min(mean d⁴ / sd⁴, 40) + 0.5) − 1.25)", "1"),
            feature("crest", "G (ln((max|d| + f) / sd) − 1)", "1"),
            feature("autocorrelation.maximum", "max r(τ), τ = 0.28…1.6 s, r unbiased over r(0) + N f²", "1"),
            feature("autocorrelation.lag", "G argmax r(τ)", "s"),
            feature("autocorrelation.minimum", "min r(τ)", "1"),
            feature("quarters.minimum", "min ln(sd of a quarter + f)", "m/s²"),
            feature("quarters.maximum", "max ln(sd of a quarter + f)", "m/s²"),
            feature("quarters.range", "the maximum less the minimum of the quarters", "1"),
        ]
    }

    private static let coordination: [Feature] = coordinatedBands.flatMap { band in
        [
            Feature(
                name: "vertical-horizontal.coherence.\(text(band))",
                formula: "√(|C₁|² + |C₂|²) / √((P_v + F)(P_h + F))", unit: "1", need: nil),
            Feature(
                name: "vertical-horizontal.correlation.\(text(band))",
                formula: "√((Re C₁)² + (Re C₂)²) / √((P_v + F)(P_h + F))", unit: "1", need: nil),
        ]
    }

    private static let across: [Feature] =
        [Feature(name: "vertical-horizontal.power", formula: "ln S_v − ln S_h", unit: "1", need: nil)]
        + comparedBands.map {
            Feature(
                name: "vertical-horizontal.power.\(text($0))", formula: "ln((P_v + F) / (P_h + F))", unit: "1",
                need: nil)
        }
        + [
            Feature(name: "vertical.excess", formula: "max v − mean v", unit: "m/s²", need: nil),
            Feature(
                name: "horizontal.power.0.1-0.8", formula: "ln(P_h + F) from 0.1 to 0.8 Hz", unit: "(m/s²)²",
                need: nil),
            Feature(
                name: "gravity.turn.halves", formula: "ln(angle between the means of both halves + 0.01)",
                unit: "rad", need: nil),
            Feature(
                name: "gravity.turn.windows",
                formula: "ln(angle between g and that of the window before + 0.01); missing after a gap",
                unit: "rad", need: nil),
        ]

    private static let rotation: [Feature] = [
        entropy("rotation", need: .gyroscope),
        Feature(name: "rotation.power", formula: "ln S", unit: "(rad/s)²", need: .gyroscope),
        Feature(name: "rotation.mean", formula: "ln(mean w + 0.003)", unit: "rad/s", need: .gyroscope),
        Feature(
            name: "rotation-acceleration.power.\(text(rotationBand))",
            formula: "ln((P_w + 1e-5) / (P_v + P_h + 1e-4))", unit: "(rad/s)²/(m/s²)²", need: .gyroscope),
    ]

    private static let pressure: [Feature] = [
        Feature(
            name: "pressure.spread.30", formula: "ln(sd of the detrended pressure over 30 s + 0.003)", unit: "hPa",
            need: .barometer),
        Feature(
            name: "pressure.spread.60", formula: "ln(sd of the detrended pressure over 60 s + 0.003)", unit: "hPa",
            need: .barometer),
    ]
}
