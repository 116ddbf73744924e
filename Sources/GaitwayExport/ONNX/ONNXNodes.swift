// SPDX-License-Identifier: Apache-2.0
/// The steps of a graph as ONNX's nodes.
struct ONNXNodes {
    /// Whole numbers that a node takes as an input.
    struct Integers: Hashable {
        var shape: [Int]
        var numbers: [Int]
    }

    private enum Attribute {
        case integer(Int)
        case integers([Int])
    }

    private(set) var messages: [ProtobufMessage] = []
    private(set) var integers: [(String, Integers)] = []
    private var names: [Integers: String] = [:]

    init() {}

    /// Adds the node, or the few nodes, that do what a step says. Axes are one further than in the step, as windows
    /// come first.
    mutating func append(_ step: TensorGraph.Step) {
        let inputs = step.inputs.map(\.name)
        let output = step.output.name
        switch step.operation {
        case .unary(.number): add("Cast", inputs, output, [("to", .integer(1))])
        case .unary(let operation): add(Self.name(operation), inputs, output)
        case .binary(let operation): add(Self.name(operation), inputs, output)
        case .reduction(let operation, let axis): reduce(operation, step.inputs[0], output, axis: axis)
        case .select: add("Where", inputs, output)
        case .sort:
            let length = step.output.shape[step.output.shape.count - 1]
            add(
                "TopK", inputs + [vector([length])], [output, output + "_places"],
                [("axis", .integer(-1)), ("largest", .integer(0)), ("sorted", .integer(1))])
        case .reshape: add("Reshape", inputs + [vector([0] + step.output.shape)], output)
        case .slice(let axis, let range):
            add("Slice", inputs + [vector([range.lowerBound]), vector([range.upperBound]), vector([axis + 1])], output)
        case .concatenate(let axis): add("Concat", inputs, output, [("axis", .integer(axis + 1))])
        case .gather(let axis, let places):
            add("Gather", inputs + [vector(places)], output, [("axis", .integer(axis + 1))])
        case .product: add("MatMul", inputs, output)
        case .convolution(let dilation):
            let margin = step.inputs[1].shape[2] / 2 * dilation
            add("Conv", inputs, output, [("dilations", .integers([dilation])), ("pads", .integers([margin, margin]))])
        case .softmax: add("Softmax", inputs, output, [("axis", .integer(-1))])
        }
    }

    private mutating func reduce(
        _ operation: TensorGraph.Reduction, _ input: TensorGraph.Value, _ output: String, axis: Int
    ) {
        switch operation {
        case .sum: add("ReduceSum", [input.name, vector([axis + 1])], output)
        case .greatest: add("ReduceMax", [input.name, vector([axis + 1])], output)
        case .least: add("ReduceMin", [input.name, vector([axis + 1])], output)
        case .orderedSum:
            // A running sum has its order by its definition; its last element is the sum.
            add("CumSum", [input.name, vector([axis + 1])], output + "_running")
            let last = input.shape[axis] - 1
            add("Slice", [output + "_running", vector([last]), vector([last + 1]), vector([axis + 1])], output)
        case .placeOfGreatest:
            add("ArgMax", [input.name], output + "_place", [("axis", .integer(axis + 1))])
            add("Cast", [output + "_place"], output, [("to", .integer(1))])
        }
    }

    private mutating func vector(_ numbers: [Int]) -> String {
        let integers = Integers(shape: [numbers.count], numbers: numbers)
        if let name = names[integers] { return name }
        let name = "i\(names.count + 1)"
        names[integers] = name
        self.integers.append((name, integers))
        return name
    }

    private mutating func add(
        _ type: String, _ inputs: [String], _ output: String, _ attributes: [(String, Attribute)] = []
    ) {
        add(type, inputs, [output], attributes)
    }

    private mutating func add(
        _ type: String, _ inputs: [String], _ outputs: [String], _ attributes: [(String, Attribute)]
    ) {
        messages.append(
            ProtobufMessage { node in
                for input in inputs { node.text(1, input) }
                for output in outputs { node.text(2, output) }
                node.text(3, outputs[0])
                node.text(4, type)
                for (name, attribute) in attributes { node.message(5) { Self.write(name, attribute, to: &$0) } }
            })
    }

    private static func write(_ name: String, _ attribute: Attribute, to message: inout ProtobufMessage) {
        message.text(1, name)
        switch attribute {
        case .integer(let number):
            message.integer(3, number)
            message.integer(20, 2)
        case .integers(let numbers):
            for number in numbers { message.integer(8, number) }
            message.integer(20, 7)
        }
    }

    private static func name(_ operation: TensorGraph.Unary) -> String {
        switch operation {
        case .squareRoot: "Sqrt"
        case .logarithm: "Log"
        case .arcsine: "Asin"
        case .number: "Cast"
        case .round: "Round"
        case .isNotANumber: "IsNaN"
        }
    }

    private static func name(_ operation: TensorGraph.Binary) -> String {
        switch operation {
        case .add: "Add"
        case .subtract: "Sub"
        case .multiply: "Mul"
        case .divide: "Div"
        case .maximum: "Max"
        case .minimum: "Min"
        case .less: "Less"
        case .equal: "Equal"
        case .and: "And"
        }
    }
}
