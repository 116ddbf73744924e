// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A graph as a Core ML model: an ML program in single precision of the operations of iOS 15 and macOS 12, for one
/// window at a time.
///
/// A neural network, Core ML's older form, is computed in half precision on most phones. Powers of 1e-4 (m/s²)² and
/// quanta of 0.01 m/s² do not survive that. In an ML program the types say what the precision is.
struct CoreMLFile {
    private static let version = 6
    private static let operations = "CoreML5"
    private static let float32 = 65568

    let bytes: [UInt8]

    init(_ graph: TensorGraph) {
        var program = MILOperations()
        for constant in graph.constants { program.append(constant) }
        for step in graph.steps { program.append(step) }
        let model = ProtobufMessage { model in
            model.integer(1, Self.version)
            model.message(2) { Self.describe(graph, in: &$0) }
            model.message(502) { Self.write(graph, program, to: &$0) }
        }
        bytes = model.bytes
    }

    private static func describe(_ graph: TensorGraph, in message: inout ProtobufMessage) {
        func describe(_ port: TensorGraph.Port, in message: inout ProtobufMessage) {
            message.text(1, port.value.name)
            message.text(2, port.meaning)
            message.message(3) { type in
                type.message(5) {
                    $0.integers(1, [1] + port.value.shape)
                    $0.integer(2, float32)
                }
            }
        }
        for port in graph.inputs { message.message(1) { describe(port, in: &$0) } }
        for port in graph.outputs { message.message(10) { describe(port, in: &$0) } }
        message.message(100) { metadata in
            metadata.text(1, graph.meaning)
            metadata.text(3, "gaitway")
            for (name, text) in graph.metadata {
                metadata.message(100) {
                    $0.text(1, name)
                    $0.text(2, text)
                }
            }
        }
    }

    private static func write(_ graph: TensorGraph, _ program: MILOperations, to message: inout ProtobufMessage) {
        message.integer(1, 1)
        message.entry(2, "main") { function in
            for port in graph.inputs {
                function.message(1) { MILType(port.value).write(named: port.value.name, to: &$0) }
            }
            function.text(2, operations)
            function.entry(3, operations) { block in
                for port in graph.outputs { block.text(2, port.value.name) }
                for operation in program.messages { block.data(3, operation.bytes) }
            }
        }
    }
}
