// SPDX-License-Identifier: Apache-2.0
/// A value of a graph that is being written: what is computed from it becomes a step.
struct Tensor {
    let value: TensorGraph.Value
    private let builder: GraphBuilder

    init(_ value: TensorGraph.Value, in builder: GraphBuilder) {
        self.value = value
        self.builder = builder
    }

    var shape: [Int] { value.shape }

    // MARK: Element by element

    static func + (left: Tensor, right: Tensor) -> Tensor { left.combined(.add, right) }
    static func - (left: Tensor, right: Tensor) -> Tensor { left.combined(.subtract, right) }
    static func * (left: Tensor, right: Tensor) -> Tensor { left.combined(.multiply, right) }
    static func / (left: Tensor, right: Tensor) -> Tensor { left.combined(.divide, right) }
    static func < (left: Tensor, right: Tensor) -> Tensor { left.combined(.less, right, .truth) }

    static func + (left: Tensor, right: Float) -> Tensor { left + left.constant(right) }
    static func - (left: Tensor, right: Float) -> Tensor { left - left.constant(right) }
    static func * (left: Tensor, right: Float) -> Tensor { left * left.constant(right) }
    static func / (left: Tensor, right: Float) -> Tensor { left / left.constant(right) }
    static func < (left: Tensor, right: Float) -> Tensor { left < left.constant(right) }
    static func > (left: Tensor, right: Float) -> Tensor { left.constant(right) < left }
    static func + (left: Float, right: Tensor) -> Tensor { right.constant(left) + right }
    static func - (left: Float, right: Tensor) -> Tensor { right.constant(left) - right }
    static func / (left: Float, right: Tensor) -> Tensor { right.constant(left) / right }

    func maximum(_ other: Tensor) -> Tensor { combined(.maximum, other) }
    func minimum(_ other: Tensor) -> Tensor { combined(.minimum, other) }
    func clipped(_ limit: Float) -> Tensor { maximum(constant(-limit)).minimum(constant(limit)) }
    func equals(_ other: Tensor) -> Tensor { combined(.equal, other, .truth) }
    func and(_ other: Tensor) -> Tensor { combined(.and, other, .truth) }

    var squareRoot: Tensor { changed(.squareRoot) }
    var logarithm: Tensor { changed(.logarithm) }
    var rounded: Tensor { changed(.round) }
    var arcsine: Tensor { changed(.arcsine) }
    /// 1 for true, 0 for false.
    var number: Tensor { changed(.number) }
    var isNotANumber: Tensor { changed(.isNotANumber, .truth) }

    /// `yes` where this is true, else `no`.
    func select(_ yes: Tensor, _ no: Tensor) -> Tensor {
        builder.step(.select, [self, yes, no], shape: Self.joined(Self.joined(shape, yes.shape), no.shape))
    }

    func select(_ yes: Float, _ no: Tensor) -> Tensor { select(constant(yes), no) }
    func select(_ yes: Tensor, _ no: Float) -> Tensor { select(yes, constant(no)) }

    // MARK: Along an axis

    func sum(_ axis: Int) -> Tensor { reduced(.sum, axis) }
    func orderedSum(_ axis: Int) -> Tensor { reduced(.orderedSum, axis) }
    func greatest(_ axis: Int) -> Tensor { reduced(.greatest, axis) }
    func least(_ axis: Int) -> Tensor { reduced(.least, axis) }
    func placeOfGreatest(_ axis: Int) -> Tensor { reduced(.placeOfGreatest, axis) }

    /// Ascending, along the last axis.
    var sorted: Tensor { builder.step(.sort, [self], shape: shape) }
    var softmax: Tensor { builder.step(.softmax, [self], shape: shape) }

    /// The matrix product with a constant of two axes.
    func product(_ matrix: Tensor) -> Tensor {
        precondition(matrix.value.isConstant && matrix.shape.count == 2 && shape.last == matrix.shape[0])
        return builder.step(.product, [self, matrix], shape: Array(shape.dropLast()) + [matrix.shape[1]])
    }

    /// The answers of kernels (count × channels × taps) at each place, with zeros around; the shape is channels ×
    /// places.
    func convolved(_ kernels: Tensor, dilation: Int) -> Tensor {
        precondition(shape.count == 2 && kernels.shape.count == 3 && kernels.shape[1] == shape[0])
        return builder.step(.convolution(dilation: dilation), [self, kernels], shape: [kernels.shape[0], shape[1]])
    }

    // MARK: Places

    func reshaped(_ shape: Int...) -> Tensor {
        precondition(shape.reduce(1, *) == self.shape.reduce(1, *), "a reshaped value keeps its elements")
        return builder.step(.reshape, [self], shape: shape, element: value.element)
    }

    func slice(_ axis: Int, _ range: Range<Int>) -> Tensor {
        var shape = shape
        shape[axis] = range.count
        return builder.step(.slice(axis: axis, range), [self], shape: shape, element: value.element)
    }

    /// The element of an axis at a place; the axis stays, with one element.
    func at(_ place: Int, _ axis: Int) -> Tensor { slice(axis, place..<place + 1) }

    func gather(_ axis: Int, _ places: [Int]) -> Tensor {
        var shape = shape
        shape[axis] = places.count
        return builder.step(.gather(axis: axis, places), [self], shape: shape, element: value.element)
    }

    /// Values one after the other along an axis.
    static func joined(_ tensors: [Tensor], _ axis: Int) -> Tensor {
        guard let first = tensors.first else { preconditionFailure("something is to be joined") }
        if tensors.count == 1 { return first }
        var shape = first.shape
        shape[axis] = tensors.reduce(0) { $0 + $1.shape[axis] }
        return first.builder.step(.concatenate(axis: axis), tensors, shape: shape, element: first.value.element)
    }

    func constant(_ number: Float) -> Tensor { builder.constant(number) }

    private func combined(
        _ operation: TensorGraph.Binary, _ other: Tensor, _ element: TensorGraph.Element = .number
    ) -> Tensor {
        precondition(
            value.isConstant != other.value.isConstant || (!value.isConstant && shape.count == other.shape.count),
            "values of windows have the same axes, as the one for the windows comes first")
        return builder.step(
            .binary(operation), [self, other], shape: Self.joined(shape, other.shape), element: element)
    }

    private func changed(_ operation: TensorGraph.Unary, _ element: TensorGraph.Element = .number) -> Tensor {
        builder.step(.unary(operation), [self], shape: shape, element: element)
    }

    private func reduced(_ operation: TensorGraph.Reduction, _ axis: Int) -> Tensor {
        var shape = shape
        shape[axis] = 1
        return builder.step(.reduction(operation, axis: axis), [self], shape: shape)
    }

    /// The shape of what two values make element by element.
    private static func joined(_ left: [Int], _ right: [Int]) -> [Int] {
        let count = max(left.count, right.count)
        let padded = [left, right].map { [Int](repeating: 1, count: count - $0.count) + $0 }
        return zip(padded[0], padded[1]).map { one, other in
            precondition(one == other || one == 1 || other == 1, "axes fit each other")
            return max(one, other)
        }
    }
}
