// SPDX-License-Identifier: Apache-2.0
/// A feature that every signal can have, declared once for all of them and computed in the lanes of one vector.
struct SignalFeature: Sendable {
    /// The unit of a quantity, which may depend on the signal's.
    enum Unit: Sendable {
        /// The signal's own.
        case value
        /// The square of the signal's.
        case power
        /// The same for all signals.
        case fixed(String)
    }

    /// The quantity: the name less the signal.
    let name: String
    let formula: String
    let unit: Unit
    /// The part of the features that it belongs to.
    let group: String
    /// The quantity of each signal, in its lane.
    let lanes: @Sendable (WindowMeasures) -> SIMD4<Float>

    init(
        _ name: String, formula: String, unit: Unit, group: String,
        lanes: @escaping @Sendable (WindowMeasures) -> SIMD4<Float>
    ) {
        self.name = name
        self.formula = formula
        self.unit = unit
        self.group = group
        self.lanes = lanes
    }

    func feature(of signal: MotionSignal) -> Feature {
        let unit =
            switch unit {
            case .value: signal.unit
            case .power: "(\(signal.unit))²"
            case .fixed(let unit): unit
            }
        return Feature(
            name: "\(signal.name).\(name)", formula: formula, unit: unit, group: group, signals: [signal],
            needs: signal.needs)
    }
}
