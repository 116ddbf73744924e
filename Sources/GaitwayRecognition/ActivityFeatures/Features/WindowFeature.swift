// SPDX-License-Identifier: Apache-2.0
/// A feature of a window as a whole, or of several signals together.
struct WindowFeature: Sendable {
    /// Its entry in the schema.
    let feature: Feature
    /// Its value; asked for only when what it needs is there.
    let value: @Sendable (WindowMeasures) -> Double

    init(
        _ name: String, formula: String, unit: String, group: String, of signals: MotionSignal...,
        needs: Feature.Needs = [], value: @escaping @Sendable (WindowMeasures) -> Double
    ) {
        feature = Feature(name: name, formula: formula, unit: unit, group: group, signals: signals, needs: needs)
        self.value = value
    }
}
