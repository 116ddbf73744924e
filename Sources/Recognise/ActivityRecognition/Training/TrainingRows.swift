internal import ActivityFeatures
internal import Learning
internal import MotionTypes

/// The rows that a model is fitted to, formed from the windows whenever a pass asks for them.
///
/// A window with an optional sensor stands there with and without it, so that one model serves both (dropout on whole
/// sensors), and products make a row five times as long as the window's features: all rows at once take up to twenty
/// times the memory of the windows.
struct TrainingRows: FeatureRows {
    /// Sensors that are left out together.
    private struct Dropout {
        var sensors: [Feature.Need]
        /// Whether a feature is missing without them, by column.
        var isMissing: [Bool]
    }

    private static let features = FeatureSchema.motion.features

    private let windows: TrainingWindows
    private let dropouts: [Dropout]
    /// For each row the window, its place in the selection, and what is left out of it.
    private var origins: [(window: Int, place: Int, dropout: Int)] = []
    /// The class of each row.
    private(set) var classes: [ActivityClass] = []
    /// The weight of each row.
    private(set) var weights: [Double] = []
    /// What scales the features; nil: they are as they were measured, NaN where one is missing.
    var standardizer: Standardizer?
    /// The products that follow the features once these are scaled.
    var products = FeatureProducts.none
    /// The random-kernel features that follow the products.
    var kernels = TrainingKernels.none
    /// A model that forms the rows instead, as it forms those that it judges.
    private var model: CaseModel?

    /// The rows of those of `windows` that `selection` lists; the weight of each window is shared by its rows, one for
    /// every part of the `sensors` that it has.
    init(_ windows: TrainingWindows, selection: [Int], weights windowWeights: [Double], sensors: [Feature.Need]) {
        self.windows = windows
        let subsets = sensors.reduce([[]]) { subsets, sensor in subsets + subsets.map { $0 + [sensor] } }
        dropouts = subsets.map { subset in
            Dropout(sensors: subset, isMissing: Self.features.map { $0.need.map(subset.contains) ?? false })
        }
        for (place, (window, weight)) in zip(selection, windowWeights).enumerated() {
            let missing = sensors.filter { need in
                !zip(Self.features, windows.row(window)).contains { $0.need == need && !$1.isNaN }
            }
            let variants = dropouts.indices.filter { dropouts[$0].sensors.allSatisfy { !missing.contains($0) } }
            for dropout in variants {
                origins.append((window, place, dropout))
                classes.append(windows.classes[window])
                weights.append(weight / Double(variants.count))
            }
        }
    }

    /// The same with and without the sensors that may be missing from what `model` judges, as it forms them.
    init(_ windows: TrainingWindows, selection: [Int], weights: [Double], as model: CaseModel) {
        self.init(windows, selection: selection, weights: weights, sensors: model.optional)
        self.model = model
    }

    var rows: Int { origins.count }

    var columns: Int {
        model?.classifier.features ?? Self.features.count
            + (standardizer == nil ? 0 : products.count + kernels.features.count)
    }

    func withRows(
        _ range: Range<Int>, buffer: inout [Double], _ body: (Span<Double>) -> Void
    ) throws(FitError) {
        buffer.removeAll(keepingCapacity: true)
        var row: [Double] = []
        row.reserveCapacity(columns)
        var scratch = CaseModel.Scratch()
        for (window, place, dropout) in origins[range] {
            row.removeAll(keepingCapacity: true)
            row.append(contentsOf: windows.row(window))
            let isMissing = dropouts[dropout].isMissing
            for column in isMissing.indices where isMissing[column] { row[column] = .nan }
            let hasRotation = !dropouts[dropout].sensors.contains(.gyroscope) && windows.signals(window).hasRotation
            if let model {
                let signals = windows.signals(window)
                model.formInputs(
                    &row, signals: hasRotation ? signals : signals.withoutRotation, scratch: &scratch)
            } else if let standardizer {
                var elements = row.mutableSpan
                standardizer.transform(&elements)
                products.append(to: &row)
                kernels.append(place, hasRotation: hasRotation, to: &row)
            }
            buffer.append(contentsOf: row)
        }
        body(buffer.span)
    }
}
