// SPDX-License-Identifier: Apache-2.0
internal import GaitwayNumerics

// How vertical and horizontal motion compare, and how the phone turns against gravity.

extension WindowFeature {
    /// How vertical and horizontal motion go together.
    static let coordination = FrequencyBand.coordinated.enumerated().flatMap { index, band in
        [
            WindowFeature(
                "vertical-horizontal.coherence.\(band.name)",
                formula: "√(|C₁|² + |C₂|²) / √((P_v + F)(P_h + F))", unit: "1", group: coherence,
                of: .vertical, .horizontal
            ) {
                let cross = $0.spectra.coordination[index]
                return Double(((cross.inPhase + cross.turned) / cross.reference).squareRoot())
            },
            WindowFeature(
                "vertical-horizontal.correlation.\(band.name)",
                formula: "√((Re C₁)² + (Re C₂)²) / √((P_v + F)(P_h + F))", unit: "1", group: coherence,
                of: .vertical, .horizontal
            ) {
                let cross = $0.spectra.coordination[index]
                return Double((cross.inPhase / cross.reference).squareRoot())
            },
        ]
    }

    /// Which of the two is stronger: in all, and band by band.
    static let comparison =
        [
            WindowFeature(
                "vertical-horizontal.power", formula: "ln S_v − ln S_h", unit: "1", group: ratio,
                of: .vertical, .horizontal
            ) { logarithmOfRatio($0.spectra.total) }
        ]
        + FrequencyBand.compared.map { band in
            WindowFeature(
                "vertical-horizontal.power.\(band.name)", formula: "ln((P_v + F) / (P_h + F))", unit: "1",
                group: ratio, of: .vertical, .horizontal
            ) { logarithmOfRatio($0.spectra.power(in: band.bins) + MotionSignal.vertical.powerFloor) }
        }

    /// The horizontal power where braking and turning lie.
    static let slowHorizontalPower: WindowFeature = {
        let band = FrequencyBand.slow
        return WindowFeature(
            "horizontal.power.\(band.name)", formula: "ln(P_h + F) from 0.1 to 0.8 Hz", unit: "(m/s²)²",
            group: "slow horizontal power", of: .horizontal
        ) {
            let power = $0.spectra.power(in: band.bins)[MotionSignal.horizontal.rawValue]
            return log(Double(power + MotionSignal.horizontal.powerFloor))
        }
    }()

    /// How far the phone turns against gravity, within the window and since the one before.
    static let gravityTurns = [
        WindowFeature(
            "gravity.turn.halves", formula: "ln(angle between the means of both halves + 0.01)", unit: "rad",
            group: turns, needs: .gravity
        ) { log($0.turnOfHalves + 0.01) },
        WindowFeature(
            "gravity.turn.windows",
            formula: "ln(angle between g and that of the window before + 0.01); missing after a gap", unit: "rad",
            group: turns, needs: [.gravity, .windowBefore]
        ) { log($0.turnOfWindows + 0.01) },
    ]

    private static func logarithmOfRatio(_ power: SIMD4<Float>) -> Double {
        Double(log(power[MotionSignal.vertical.rawValue] / power[MotionSignal.horizontal.rawValue]))
    }

    private static let coherence = "vertical-horizontal coherence"
    private static let ratio = "vertical-horizontal power"
    private static let turns = "gravity turns"
}
