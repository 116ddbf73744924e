// SPDX-License-Identifier: Apache-2.0
/// The logits of a block of rows under a linear model, and the residuals that take their place.
///
/// The parameters of a class are its d weights, then its intercept; those of all classes follow one another, and a row
/// has a number for each class, in that order.
struct LogitBlock {
    /// d + 1
    private let order: Int
    /// How many numbers a row has.
    private var outputs = 0
    private var values: [Double] = []

    /// No logits yet, of a model with `order` parameters per class.
    init(order: Int) { self.order = order }

    /// One number: a logit, a probability or a residual, whatever was formed last.
    subscript(index: Int) -> Double { values[index] }

    /// Z = X W^T + 1 b^T
    mutating func formLogits(_ elements: Span<Double>, rows: Int, parameters: [Double]) {
        let order = order
        let outputs = parameters.count / order
        self.outputs = outputs
        if values.count < rows * outputs { values = [Double](repeating: 0, count: rows * outputs) }
        var logits = values.mutableSpan
        RowBlock.multiply(
            elements, rows: rows, columns: order - 1, transposedWeights: parameters.span, outputs: outputs,
            stride: order, into: &logits)
        for row in 0..<rows {
            for output in 0..<outputs { logits[row * outputs + output] += parameters[output * order + order - 1] }
        }
    }

    /// Replaces the logits of one row, `classes` of them from `start` on, by probabilities.
    mutating func formProbabilities(from start: Int, classes: Int) {
        var logits = values.mutableSpan
        _ = Softmax.apply(&logits, from: start, count: classes)
    }

    /// Replaces the logits of one row by the residuals u (p_j - [y = j]), u being the row's share and y its label;
    /// returns u times the row's loss.
    mutating func formResiduals(from start: Int, classes: Int, label: Int, share: Double) -> Double {
        var logits = values.mutableSpan
        let logit = logits[start + label]
        let loss = share * (Softmax.apply(&logits, from: start, count: classes) - logit)
        logits[start + label] -= 1
        for index in start..<start + classes { logits[index] *= share }
        return loss
    }

    /// Adds R^T [X 1] to `gradient`, of as many numbers as the parameters: R are the residuals of the block.
    func addGradient(_ elements: Span<Double>, rows: Int, to gradient: inout [Double]) {
        let columns = order - 1
        let residuals = values.span
        var sums = gradient.mutableSpan
        RowBlock.addTransposedProduct(
            elements, rows: rows, columns: columns, with: residuals, outputs: outputs, stride: order, to: &sums)
        for row in 0..<rows {
            for output in 0..<outputs { sums[output * order + columns] += residuals[row * outputs + output] }
        }
    }
}
