// SPDX-License-Identifier: Apache-2.0
/// A graph as an ONNX file: operators of the default domain, version 18, without any of one's own.
struct ONNXFile {
    /// The version of the operators, and that of the file which goes with it (ONNX 1.13 of 2022).
    private static let operators = 18
    private static let format = 8
    private static let float = 1
    private static let int64 = 7

    let bytes: [UInt8]

    init(_ graph: TensorGraph) {
        var nodes = ONNXNodes()
        for step in graph.steps { nodes.append(step) }
        let model = ProtobufMessage { model in
            model.integer(1, Self.format)
            model.text(2, "gaitway")
            model.message(7) { Self.write(graph, nodes, to: &$0) }
            model.message(8) {
                $0.text(1, "")
                $0.integer(2, Self.operators)
            }
            for (name, text) in graph.metadata {
                model.message(14) {
                    $0.text(1, name)
                    $0.text(2, text)
                }
            }
        }
        bytes = model.bytes
    }

    private static func write(_ graph: TensorGraph, _ nodes: ONNXNodes, to message: inout ProtobufMessage) {
        for node in nodes.messages { message.data(1, node.bytes) }
        message.text(2, "gaitway")
        for constant in graph.constants {
            message.message(5) {
                $0.integers(1, constant.value.shape)
                $0.integer(2, float)
                $0.text(8, constant.value.name)
                $0.data(9, LittleEndian.bytes(constant.numbers))
            }
        }
        for (name, values) in nodes.integers {
            message.message(5) {
                $0.integers(1, values.shape)
                $0.integer(2, int64)
                $0.text(8, name)
                $0.data(9, LittleEndian.bytes(values.numbers))
            }
        }
        message.text(10, graph.meaning)
        for port in graph.inputs { message.message(11) { write(port, to: &$0) } }
        for port in graph.outputs { message.message(12) { write(port, to: &$0) } }
    }

    /// Name, type and shape of what comes in or goes out; the first axis is the windows'.
    private static func write(_ port: TensorGraph.Port, to message: inout ProtobufMessage) {
        message.text(1, port.value.name)
        message.message(2) {
            $0.message(1) {
                $0.integer(1, float)
                $0.message(2) { shape in
                    shape.message(1) { $0.text(2, "windows") }
                    for size in port.value.shape { shape.message(1) { $0.integer(1, size) } }
                }
            }
        }
        message.text(3, port.meaning)
    }
}
