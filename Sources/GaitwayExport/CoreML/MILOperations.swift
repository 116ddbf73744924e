// SPDX-License-Identifier: Apache-2.0
/// The steps of a graph as operations of Core ML's intermediate language.
struct MILOperations {
    private(set) var messages: [ProtobufMessage] = []
    private var names: [MILConstant: String] = [:]

    init() {}

    mutating func append(_ constant: TensorGraph.Constant) {
        append(.numbers(constant.numbers, shape: constant.value.shape), as: constant.value.name)
    }

    /// Adds the operation, or the few, that do what a step says. Axes are one further than in the step, as windows come
    /// first.
    mutating func append(_ step: TensorGraph.Step) {
        let output = step.output
        func name(_ place: Int) -> String { step.inputs[place].name }
        switch step.operation {
        case .unary(.isNotANumber): add("not_equal", [("x", name(0)), ("y", name(0))], output)
        case .unary(.number): add("cast", [("x", name(0)), ("dtype", constant(.text("fp32")))], output)
        case .unary(.logarithm):
            // Added to the number, this is nothing in single precision.
            add("log", [("x", name(0)), ("epsilon", constant(.numbers([.leastNonzeroMagnitude], shape: [])))], output)
        case .unary(let operation): add(Self.name(operation), [("x", name(0))], output)
        case .binary(let operation): add(Self.name(operation), [("x", name(0)), ("y", name(1))], output)
        case .reduction(let operation, let axis): reduce(operation, step.inputs[0], output, axis: axis)
        case .select: add("select", [("cond", name(0)), ("a", name(1)), ("b", name(2))], output)
        case .sort:
            let places = MILType(.integer, [1] + output.shape)
            add(
                "topk",
                [
                    ("x", name(0)), ("k", constant(.integer(output.shape.last ?? 1))), ("axis", constant(.integer(-1))),
                    ("ascending", constant(.truth(true))),
                ], [(output.name, MILType(output)), (output.name + "_places", places)])
        case .reshape: add("reshape", [("x", name(0)), ("shape", constant(.integers([1] + output.shape)))], output)
        case .slice(let axis, let range): slice(step.inputs[0], output, axis: axis, range)
        case .concatenate(let axis):
            add(
                "concat", [("axis", constant(.integer(axis + 1))), ("interleave", constant(.truth(false)))],
                [(output.name, MILType(output))], values: step.inputs.map(\.name))
        case .gather(let axis, let places):
            add(
                "gather",
                [("x", name(0)), ("indices", constant(.integers(places))), ("axis", constant(.integer(axis + 1)))],
                output)
        case .product:
            let no = constant(.truth(false))
            add("matmul", [("x", name(0)), ("y", name(1)), ("transpose_x", no), ("transpose_y", no)], output)
        case .convolution(let dilation):
            let margin = step.inputs[1].shape[2] / 2 * dilation
            add(
                "conv",
                [
                    ("x", name(0)), ("weight", name(1)), ("strides", constant(.integers([1]))),
                    ("pad_type", constant(.text("custom"))), ("pad", constant(.integers([margin, margin]))),
                    ("dilations", constant(.integers([dilation]))), ("groups", constant(.integer(1))),
                ], output)
        case .softmax: add("softmax", [("x", name(0)), ("axis", constant(.integer(-1)))], output)
        }
    }

    private mutating func reduce(
        _ operation: TensorGraph.Reduction, _ input: TensorGraph.Value, _ output: TensorGraph.Value, axis: Int
    ) {
        let keep = ("keep_dims", constant(.truth(true)))
        let axes = ("axes", constant(.integers([axis + 1])))
        let along = ("axis", constant(.integer(axis + 1)))
        switch operation {
        case .sum: add("reduce_sum", [("x", input.name), axes, keep], output)
        case .greatest: add("reduce_max", [("x", input.name), axes, keep], output)
        case .least: add("reduce_min", [("x", input.name), axes, keep], output)
        case .orderedSum:
            var running = output
            running.name += "_running"
            running.shape = input.shape
            let no = constant(.truth(false))
            add("cumsum", [("x", input.name), along, ("exclusive", no), ("reverse", no)], running)
            slice(running, output, axis: axis, input.shape[axis] - 1..<input.shape[axis])
        case .placeOfGreatest:
            let place = output.name + "_place"
            add("reduce_argmax", [("x", input.name), along, keep], [(place, MILType(.integer, [1] + output.shape))])
            add("cast", [("x", place), ("dtype", constant(.text("fp32")))], output)
        }
    }

    private mutating func slice(
        _ input: TensorGraph.Value, _ output: TensorGraph.Value, axis: Int, _ range: Range<Int>
    ) {
        let axes = 0...input.shape.count
        let isWhole = constant(.truths(axes.map { $0 != axis + 1 }))
        add(
            "slice_by_index",
            [
                ("x", input.name), ("begin", constant(.integers(axes.map { $0 == axis + 1 ? range.lowerBound : 0 }))),
                ("end", constant(.integers(axes.map { $0 == axis + 1 ? range.upperBound : 0 }))),
                ("begin_mask", isWhole), ("end_mask", isWhole),
            ], output)
    }

    /// The name of a constant, which is written when it is first asked for.
    private mutating func constant(_ constant: MILConstant) -> String {
        if let name = names[constant] { return name }
        let name = "c\(names.count + 1)"
        names[constant] = name
        append(constant, as: name)
        return name
    }

    private mutating func append(_ constant: MILConstant, as name: String) {
        messages.append(
            ProtobufMessage { operation in
                operation.text(1, "const")
                operation.message(3) { constant.type.write(named: name, to: &$0) }
                operation.entry(5, "name") { MILConstant.text(name).write(to: &$0) }
                operation.entry(5, "val") { constant.write(to: &$0) }
            })
    }

    private mutating func add(_ type: String, _ inputs: [(String, String)], _ output: TensorGraph.Value) {
        add(type, inputs, [(output.name, MILType(output))])
    }

    /// Adds an operation; `values` is for the one input that takes several.
    private mutating func add(
        _ type: String, _ inputs: [(String, String)], _ outputs: [(String, MILType)], values: [String] = []
    ) {
        messages.append(
            ProtobufMessage { operation in
                operation.text(1, type)
                let all = inputs.map { ($0, [$1]) } + (values.isEmpty ? [] : [("values", values)])
                for (name, sources) in all {
                    operation.entry(2, name) { argument in
                        for source in sources { argument.message(1) { $0.text(1, source) } }
                    }
                }
                for (name, type) in outputs { operation.message(3) { type.write(named: name, to: &$0) } }
                operation.entry(5, "name") { MILConstant.text(outputs[0].0).write(to: &$0) }
            })
    }

    private static func name(_ operation: TensorGraph.Unary) -> String {
        switch operation {
        case .squareRoot: "sqrt"
        case .logarithm: "log"
        case .arcsine: "asin"
        case .number: "cast"
        case .round: "round"
        case .isNotANumber: "not_equal"
        }
    }

    private static func name(_ operation: TensorGraph.Binary) -> String {
        switch operation {
        case .add: "add"
        case .subtract: "sub"
        case .multiply: "mul"
        case .divide: "real_div"
        case .maximum: "maximum"
        case .minimum: "minimum"
        case .less: "less"
        case .equal: "equal"
        case .and: "logical_and"
        }
    }
}
