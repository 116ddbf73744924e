// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import GaitwayNumerics

/// The rows that a model is fitted to, formed from the windows whenever a pass asks for them.
///
/// A window with an optional sensor stands there with and without it, so that one model serves both (dropout on whole
/// sensors), and products make a row five times as long as the window's features: all rows at once take up to twenty
/// times the memory of the windows. To form them takes a third of a pass.
struct TrainingRows: FeatureRows {
    /// Where a row comes from.
    private struct Origin {
        var window: Int32
        var place: Int32
        var dropout: UInt8
    }

    /// What forms the columns of a row from a window's features and signals.
    private enum Columns {
        /// The features as they were measured, NaN where one is missing.
        case measured
        /// The features scaled, their products, kernels by the window's place in the selection, and lines of engines.
        case scaled(Standardizer, FeatureProducts, TrainingKernels, lines: Standardizer?)
        /// The inputs of a model, as it forms those of windows that it judges.
        case inputs(CaseModel)
    }

    private static let features = FeatureSchema.motion.features

    private let windows: TrainingWindows
    /// The sets of sensors that are left out together.
    private let dropouts: [[Feature.Need]]
    /// For each dropout the columns that are missing.
    private var missing: [[Int]] = []
    private var origins: [Origin] = []
    private var form = Columns.measured
    private(set) var classes: [ActivityClass] = []
    private(set) var weights: [Double] = []

    var rows: Int { origins.count }

    private(set) var columns = features.count

    /// What is scaled is cut off at both ends, and what is missing is the mean.
    var areFinite: Bool {
        if case .scaled = form { true } else { false }
    }

    /// The rows of those of `windows` that `selection` lists, with the features as measured; the weight of each window
    /// is shared by its rows, one for every part of the `sensors` that it has.
    init(_ windows: TrainingWindows, selection: [Int], weights windowWeights: [Double], sensors: [Feature.Need]) {
        self.windows = windows
        dropouts = sensors.reduce([[]]) { subsets, sensor in subsets + subsets.map { $0 + [sensor] } }
        for (place, (window, weight)) in zip(selection, windowWeights).enumerated() {
            let present = windows.sensors[window]
            let variants = dropouts.indices.filter { dropouts[$0].allSatisfy { present.contains($0.asNeeds) } }
            for dropout in variants {
                origins.append(
                    Origin(
                        window: Int32(truncatingIfNeeded: window), place: Int32(truncatingIfNeeded: place),
                        dropout: UInt8(truncatingIfNeeded: dropout)))
                classes.append(windows.classes[window])
                weights.append(weight / Double(variants.count))
            }
        }
        findMissing(products: .none, kernels: .none, lines: nil)
    }

    /// The same rows with scaled features, their products, kernels and lines of engines.
    func scaled(
        by standardizer: Standardizer, products: FeatureProducts = .none, kernels: TrainingKernels = .none,
        lines: Standardizer? = nil
    ) -> TrainingRows {
        var rows = self
        rows.form = .scaled(standardizer, products, kernels, lines: lines)
        rows.findMissing(products: products, kernels: kernels.features, lines: lines)
        return rows
    }

    /// The rows with and without the sensors that may be missing from what `model` judges, as it forms them.
    init(_ windows: TrainingWindows, selection: [Int], weights: [Double], as model: CaseModel) {
        self.init(windows, selection: selection, weights: weights, sensors: model.optional)
        form = .inputs(model)
        findMissing(products: model.products, kernels: model.kernels, lines: model.lines)
    }

    /// Finds how many columns there are, and which are missing without each set of sensors.
    ///
    /// Lines of engines are left out with the gyroscope, so that the model does not rely on them.
    private mutating func findMissing(products: FeatureProducts, kernels: KernelFeatures, lines: Standardizer?) {
        let firstKernel = Self.features.count + products.count
        let firstLine = firstKernel + kernels.count
        columns = firstLine + (lines?.means.count ?? 0)
        missing = dropouts.map { sensors in
            let features = Self.features.indices.filter { Self.features[$0].need.map(sensors.contains) ?? false }
            return features + products.places(of: Set(features)).map { Self.features.count + $0 }
                + (sensors.contains(.gyroscope)
                    ? kernels.placesOfRotation.map { firstKernel + $0 } + Array(firstLine..<columns) : [])
        }
    }

    func withRows(
        _ range: Range<Int>, buffer: inout [Double], _ body: (Span<Double>) -> Void
    ) throws(FitError) {
        do throws(InputError) {
            try fill(&buffer, range)
        } catch {
            throw .unreadable(rows: range, problem: error.problem)
        }
        body(buffer.span)
    }

    /// Replaces `buffer` by the rows of a range.
    private func fill(_ buffer: inout [Double], _ range: Range<Int>) throws(InputError) {
        buffer.removeAll(keepingCapacity: true)
        buffer.reserveCapacity(range.count * columns)
        var former = RowFormer(windows, form)
        // What is missing: a feature as measured, or the mean.
        let gap: Double = if case .measured = form { .nan } else { 0 }
        for origin in origins[range] {
            try former.form(Int(origin.window), place: Int(origin.place))
            let start = buffer.count
            buffer.append(contentsOf: former.row)
            for column in missing[Int(origin.dropout)] { buffer[start + column] = gap }
        }
    }

    /// Forms the row of one window after the other, with all its sensors.
    private struct RowFormer {
        private let windows: TrainingWindows
        private let columns: Columns
        private var reader: TrainingWindows.Reader
        private var counts: TrainingKernels.Reader?
        private var scratch = CaseModel.Scratch()
        private var window = -1
        /// The row of the window that was formed last.
        private(set) var row: [Double] = []

        init(_ windows: TrainingWindows, _ columns: Columns) {
            self.windows = windows
            self.columns = columns
            reader = TrainingWindows.Reader(windows)
            if case .scaled(_, _, let kernels, _) = columns { counts = TrainingKernels.Reader(kernels) }
        }

        /// Forms the row of a window, unless it is the last one.
        mutating func form(_ window: Int, place: Int) throws(InputError) {
            guard window != self.window else { return }
            self.window = window
            try reader.read(window, into: &row)
            switch columns {
            case .measured: break
            case .scaled(let standardizer, let products, _, let lines):
                var elements = row.mutableSpan
                standardizer.transform(&elements)
                products.append(to: &row)
                try counts?.append(place, hasRotation: windows.haveRotation[window], to: &row)
                lines?.append(windows.lines[window].values, to: &row)
            case .inputs(let model):
                model.formInputs(
                    &row, signals: try reader.signals(window), lines: windows.lines[window], scratch: &scratch)
            }
        }
    }
}
