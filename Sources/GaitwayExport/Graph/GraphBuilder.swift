// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Writes a graph by computing with its values.
///
/// ``Tensor`` has operators, so that a formula stands in the code as it stands in the extractor.
final class GraphBuilder {
    private(set) var graph: TensorGraph
    private var count = 0
    private var numbers: [UInt32: Tensor] = [:]

    init(meaning: String) { graph = TensorGraph(meaning: meaning) }

    /// A value that comes in for each window.
    func input(_ name: String, _ shape: [Int], _ meaning: String) -> Tensor {
        let value = TensorGraph.Value(name: name, shape: shape, element: .number, isConstant: false)
        graph.inputs.append(.init(value: value, meaning: meaning))
        return Tensor(value, in: self)
    }

    /// Gives a value out, under a name of its own.
    func output(_ tensor: Tensor, as name: String, _ meaning: String) {
        guard let last = graph.steps.lastIndex(where: { $0.output == tensor.value }) else {
            preconditionFailure("what goes out has been computed")
        }
        let value = TensorGraph.Value(name: name, shape: tensor.shape, element: tensor.value.element, isConstant: false)
        graph.steps[last].output = value
        for step in graph.steps.indices {
            graph.steps[step].inputs = graph.steps[step].inputs.map { $0 == tensor.value ? value : $0 }
        }
        renamed[tensor.value] = value
        graph.outputs.append(.init(value: value, meaning: meaning))
    }

    /// What was given out under a name of its own after others had it.
    private var renamed: [TensorGraph.Value: TensorGraph.Value] = [:]

    func note(_ name: String, _ text: String) { graph.metadata.append((name, text)) }

    /// Numbers that are the same for all windows.
    func constant(_ numbers: [Float], _ shape: [Int]) -> Tensor {
        precondition(numbers.count == shape.reduce(1, *), "a number for each element")
        let value = TensorGraph.Value(name: name(), shape: shape, element: .number, isConstant: true)
        graph.constants.append(.init(value: value, numbers: numbers))
        return Tensor(value, in: self)
    }

    func constant(_ number: Float) -> Tensor {
        if let known = numbers[number.bitPattern] { return known }
        let tensor = constant([number], [])
        numbers[number.bitPattern] = tensor
        return tensor
    }

    func step(
        _ operation: TensorGraph.Operation, _ inputs: [Tensor], shape: [Int], element: TensorGraph.Element = .number
    ) -> Tensor {
        let value = TensorGraph.Value(name: name(), shape: shape, element: element, isConstant: false)
        let inputs = inputs.map { renamed[$0.value] ?? $0.value }
        graph.steps.append(.init(operation: operation, inputs: inputs, output: value))
        return Tensor(value, in: self)
    }

    private func name() -> String {
        count += 1
        return "t\(count)"
    }
}
