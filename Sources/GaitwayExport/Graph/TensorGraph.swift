// SPDX-License-Identifier: Apache-2.0
/// What is computed from a window's numbers, step by step, in operations that ONNX and Core ML both have.
///
/// Every value has a first axis of its own beside those of its shape, for the windows; constants have none.
struct TensorGraph {
    enum Element {
        case number
        case truth
    }

    struct Value: Hashable {
        var name: String
        /// The shape for one window.
        var shape: [Int]
        var element: Element
        /// Whether it is the same for all windows, and so has no axis for them.
        var isConstant: Bool
    }

    /// A value that comes in or goes out, and what it is, in words.
    struct Port {
        var value: Value
        var meaning: String
    }

    /// Numbers that are the same for all windows.
    struct Constant {
        var value: Value
        var numbers: [Float]
    }

    /// Operations on one value.
    enum Unary {
        case squareRoot, logarithm, arcsine
        /// 1 for true, 0 for false.
        case number
        /// To the nearest integer, halves to the even one.
        case round
        case isNotANumber
    }

    /// Operations on two values, element by element; shapes are matched from the last axis on, and an axis of 1 is
    /// repeated.
    enum Binary {
        case add, subtract, multiply, divide, maximum, minimum, less, equal, and
    }

    /// Operations along an axis of a window's shape, which leave one element.
    enum Reduction {
        case sum, greatest, least
        /// The sum in single precision from the first element to the last, one after the other.
        case orderedSum
        /// The place of the greatest element, the first of equal ones.
        case placeOfGreatest
    }

    /// A node of the graph, with the values that it reads.
    enum Operation {
        case unary(Unary)
        case binary(Binary)
        case reduction(Reduction, axis: Int)
        /// The second value where the first is true, else the third.
        case select
        /// Ascending, along the last axis.
        case sort
        case reshape
        case slice(axis: Int, Range<Int>)
        case concatenate(axis: Int)
        case gather(axis: Int, [Int])
        /// The matrix product with a constant.
        case product
        /// Slides the constant kernels (count × channels × taps, of odd length) over the last axis, with zeros around
        /// it.
        case convolution(dilation: Int)
        /// Along the last axis.
        case softmax
    }

    /// An operation, what it takes, and what it makes.
    struct Step {
        var operation: Operation
        var inputs: [Value]
        var output: Value
    }

    /// What the graph is, in words.
    var meaning: String
    /// Facts about the model that travel with it.
    var metadata: [(name: String, text: String)] = []
    var inputs: [Port] = []
    var outputs: [Port] = []
    var constants: [Constant] = []
    var steps: [Step] = []
}
