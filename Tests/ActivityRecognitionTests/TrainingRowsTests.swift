// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayNumerics
import TestSupport
import Testing

@testable import GaitwayRecognition

/// The rows of a fit: each window with and without its optional sensors.
@Suite struct TrainingRowsTests {
    /// Windows: some lack a gyroscope, others a barometer, others both.
    private static func windows() throws -> TrainingWindows {
        var generator = SeededGenerator(seed: 91)
        var windows = TrainingWindows(memory: 3000)
        for index in 0..<40 {
            let (hasGyroscope, hasBarometer) = (index % 2 == 0, index % 3 == 0)
            let row = FeatureSchema.motion.features.map { feature -> Double in
                if feature.need == .gyroscope, !hasGyroscope { return .nan }
                if feature.need == .barometer, !hasBarometer { return .nan }
                return Double.random(in: -2...2, using: &generator)
            }
            let values = (0..<QuantizedSignals.count).map { place in
                place / 128 == MotionSignal.rotation.rawValue && !hasGyroscope
                    ? Int16(0) : Int16.random(in: -300...300, using: &generator)
            }
            try windows.append(
                row: row, signals: QuantizedSignals(values: values, hasRotation: hasGyroscope),
                class: index % 4 < 2 ? .walking : .cycling, dataSet: 0, user: index % 5)
        }
        return windows
    }

    /// A window's row without sensors is that of a window which never had them.
    @Test func rowsAreThoseThatAModelForms() throws {
        let windows = try Self.windows()
        let selection = Array(0..<windows.count)
        let model = try ModelTrainer(options: .init(kernels: 84)).train(windows, selection: selection).model
        let rows = TrainingRows(
            windows, selection: selection, weights: selection.map { _ in 1 }, as: model)
        var expected: [[Double]] = []
        var scratch = CaseModel.Scratch()
        for window in selection {
            let sensors: [Feature.Need] = (window % 2 == 0 ? [.gyroscope] : []) + (window % 3 == 0 ? [.barometer] : [])
            for missing in sensors.reduce([[]], { sets, sensor in sets + sets.map { $0 + [sensor] } }) {
                var row = try windows.row(window)
                for (column, feature) in FeatureSchema.motion.features.enumerated() {
                    if let need = feature.need, missing.contains(need) { row[column] = .nan }
                }
                let signals = try windows.signals(window)
                model.formInputs(
                    &row, signals: missing.contains(.gyroscope) ? signals.withoutRotation : signals, scratch: &scratch)
                expected.append(row)
            }
        }
        #expect(rows.rows == expected.count && rows.columns == expected[0].count)
        #expect(abs(rows.weights.reduce(0, +) - 40) < 1e-9)
        // In blocks that begin and end within a window's rows, too.
        for block in [0..<rows.rows, 1..<2, 2..<7, 3..<rows.rows] {
            var buffer: [Double] = []
            try rows.withRows(block, buffer: &buffer) { elements in
                #expect(elements.count == block.count * rows.columns)
                for index in elements.indices {
                    let row = expected[block.lowerBound + index / rows.columns]
                    guard elements[index] != row[index % rows.columns] else { continue }
                    Issue.record("row \(block.lowerBound + index / rows.columns), column \(index % rows.columns)")
                    return
                }
            }
        }
    }

    @Test func productsAreThoseOfTheirDefinition() throws {
        var generator = SeededGenerator(seed: 92)
        let standardized = FeatureSchema.motion.features.map { _ in Double.random(in: -4...4, using: &generator) }
        var row = standardized
        FeatureProducts.core.append(to: &row)
        let factors = FeatureProducts.core.names.compactMap { FeatureSchema.motion.index(of: $0) }
        let products = factors.indices.flatMap { first in
            factors[first...].map { 0.5 * min(4, max(-4, standardized[factors[first]] * standardized[$0])) }
        }
        #expect(row == standardized + products)
    }
}
