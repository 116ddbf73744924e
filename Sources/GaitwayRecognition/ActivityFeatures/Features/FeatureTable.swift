// SPDX-License-Identifier: Apache-2.0
/// The declarations of features in the order of a schema, and the rows that they make.
///
/// A declaration is the one place that knows a feature's name, formula, unit, needs and computation: the order below
/// gives the schema its names and the row its values.
struct FeatureTable: Sendable {
    /// Declarations that stand side by side.
    enum Part: Sendable {
        /// The same features of signals of one sensor: all of the first signal, then all of the next.
        case ofSignals([MotionSignal], [SignalFeature])
        /// Features of the window, one after the other.
        case ofWindow([WindowFeature])
    }

    /// The table of the schema `motion-3`.
    static let motion = FeatureTable([
        .ofSignals(
            MotionSignal.ofAcceleration,
            SignalFeature.bandPowers + [.entropy] + SignalFeature.peakAndCentroid + [.totalPower]),
        .ofSignals(
            MotionSignal.ofAcceleration, SignalFeature.spread + SignalFeature.periodicity + SignalFeature.quarters),
        .ofWindow(WindowFeature.coordination + WindowFeature.comparison),
        .ofSignals([.vertical], [.excess]),
        .ofWindow([.slowHorizontalPower] + WindowFeature.gravityTurns),
        .ofSignals([.rotation], [.entropy, .totalPower]),
        .ofWindow(WindowFeature.rotation + WindowFeature.pressure),
    ])

    /// Computes a feature of several signals at once.
    private struct SignalStep: Sendable {
        var needs: Feature.Needs
        /// The place in the row of each lane; below 0 for a lane that is not a feature.
        var places: SIMD4<Int>
        var lanes: @Sendable (WindowMeasures) -> SIMD4<Float>
    }

    /// Computes a feature of the window.
    private struct WindowStep: Sendable {
        var needs: Feature.Needs
        var place: Int
        var value: @Sendable (WindowMeasures) -> Double
    }

    private(set) var features: [Feature] = []
    private var signalSteps: [SignalStep] = []
    private var windowSteps: [WindowStep] = []

    /// The table of parts in their order.
    init(_ parts: [Part]) {
        for part in parts {
            switch part {
            case .ofSignals(let signals, let declarations):
                let needs = signals[0].needs
                precondition(signals.allSatisfy { $0.needs == needs }, "signals of one part are of one sensor")
                for (offset, declaration) in declarations.enumerated() {
                    var places = SIMD4(repeating: -1)
                    for (index, signal) in signals.enumerated() {
                        places[signal.rawValue] = features.count + index * declarations.count + offset
                    }
                    signalSteps.append(SignalStep(needs: needs, places: places, lanes: declaration.lanes))
                }
                features += signals.flatMap { signal in declarations.map { $0.feature(of: signal) } }
            case .ofWindow(let declarations):
                for declaration in declarations {
                    windowSteps.append(
                        WindowStep(
                            needs: declaration.feature.needs, place: features.count, value: declaration.value))
                    features.append(declaration.feature)
                }
            }
        }
    }

    /// Appends the features of a window to `row`: NaN where what a feature needs is not there.
    func append(_ measures: WindowMeasures, to row: inout [Double]) {
        let first = row.count
        row.append(contentsOf: repeatElement(.nan, count: features.count))
        var values = row.mutableSpan
        // By place, as an iterator would count a reference to each closure.
        let signalSteps = signalSteps.span
        for index in signalSteps.indices where signalSteps[index].needs.isSubset(of: measures.available) {
            let lanes = signalSteps[index].lanes(measures)
            let places = signalSteps[index].places
            for lane in 0..<lanes.scalarCount where places[lane] >= 0 {
                values[first + places[lane]] = Double(lanes[lane])
            }
        }
        let windowSteps = windowSteps.span
        for index in windowSteps.indices where windowSteps[index].needs.isSubset(of: measures.available) {
            values[first + windowSteps[index].place] = windowSteps[index].value(measures)
        }
    }
}
