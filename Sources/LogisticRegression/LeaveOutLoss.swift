import LinearAlgebra

/// The objectives of fits that each leave one group of rows out, evaluated together in one pass over the rows.
///
///     f_g(W, b) = sum_{i not in g} u_i loss_i + lambda/2 |W|^2
///
/// Divided by what remains, sum_{i not in g} u_i, this is the objective of a fit to those rows alone with the same C. A
/// product of a block of rows with the weights of thirty models costs far less than thirty products.
struct LeaveOutLoss {
    private let examples: TrainingSet
    private let groupOfRow: [Int]
    private let penalty: RidgePenalty
    /// What remains of the shares without each group.
    let remaining: [Double]

    init(_ examples: TrainingSet, groupOfRow: [Int], penalty: RidgePenalty) {
        self.examples = examples
        self.groupOfRow = groupOfRow
        self.penalty = penalty
        var sums = [Double](repeating: 0, count: (groupOfRow.max() ?? 0) + 1)
        for (row, group) in groupOfRow.enumerated() { sums[group] += examples.shares[row] }
        // Not 1 - sum: of a group with nearly all the weight that leaves rounding errors alone.
        remaining = sums.indices.map { group in
            sums.enumerated().reduce(0) { $1.offset == group ? $0 : $0 + $1.element }
        }
    }

    /// k (d + 1)
    var dimension: Int { examples.classes * examples.parametersPerClass }

    /// The objective of one fit, and its gradient.
    struct Evaluation {
        var value: Double
        var gradient: [Double]
    }

    /// All objectives where all models are the same: each row belongs to one group, so that one model's pass is enough.
    func evaluate(at parameters: [Double]) throws(FitError) -> [Evaluation] {
        let classes = examples.classes
        var logits = LogitBlock(order: examples.parametersPerClass)
        var parts = remaining.map { _ in Evaluation(value: 0, gradient: [Double](repeating: 0, count: dimension)) }
        try examples.features.forEachBlock { block, elements in
            logits.formLogits(elements, rows: block.count, parameters: parameters)
            var start = 0
            while start < block.count {
                let group = groupOfRow[block.lowerBound + start]
                var end = start
                while end < block.count, groupOfRow[block.lowerBound + end] == group {
                    let row = block.lowerBound + end
                    parts[group].value += logits.formResiduals(
                        from: end * classes, classes: classes, label: examples.labels[row],
                        share: examples.shares[row])
                    end += 1
                }
                logits.addGradient(elements, rows: start..<end, to: &parts[group].gradient)
                start = end
            }
        }
        var whole = Evaluation(value: 0, gradient: [Double](repeating: 0, count: dimension))
        for part in parts {
            whole.value += part.value
            var sums = whole.gradient.mutableSpan
            Vector.add(1, times: part.gradient.span, to: &sums)
        }
        whole.value += penalty.value(at: parameters, addingTo: &whole.gradient)
        return parts.map { part in
            var without = whole
            without.value -= part.value
            var sums = without.gradient.mutableSpan
            Vector.add(-1, times: part.gradient.span, to: &sums)
            return without
        }
    }

    /// The objectives of the fits without `groups`, each at a model of its own.
    func evaluate(_ groups: [Int], at models: [[Double]]) throws(FitError) -> [Evaluation] {
        let classes = examples.classes
        let outputs = groups.count * classes
        let parameters = models.flatMap { $0 }
        var logits = LogitBlock(order: examples.parametersPerClass)
        var values = groups.map { _ in 0.0 }
        var gradient = [Double](repeating: 0, count: parameters.count)
        try examples.features.forEachBlock { block, elements in
            logits.formLogits(elements, rows: block.count, parameters: parameters)
            for (index, row) in block.enumerated() {
                for place in groups.indices {
                    let start = index * outputs + place * classes
                    if groupOfRow[row] == groups[place] {
                        logits.clear(from: start, classes: classes)
                    } else {
                        values[place] += logits.formResiduals(
                            from: start, classes: classes, label: examples.labels[row], share: examples.shares[row])
                    }
                }
            }
            logits.addGradient(elements, rows: 0..<block.count, to: &gradient)
        }
        return groups.indices.map { place in
            var own = Array(gradient[place * dimension..<(place + 1) * dimension])
            let value = values[place] + penalty.value(at: models[place], addingTo: &own)
            return Evaluation(value: value, gradient: own)
        }
    }
}
