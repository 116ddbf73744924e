// SPDX-License-Identifier: Apache-2.0
/// The type of a value of Core ML's intermediate language.
struct MILType: Hashable {
    enum Element: Int {
        case truth = 1
        case text = 2
        case number = 11
        case integer = 23
    }

    var element: Element
    var shape: [Int]

    init(_ element: Element, _ shape: [Int] = []) {
        self.element = element
        self.shape = shape
    }

    /// The type of a graph's value; all but constants have a first axis for the windows, of one.
    init(_ value: TensorGraph.Value) {
        self.init(value.element == .truth ? .truth : .number, (value.isConstant ? [] : [1]) + value.shape)
    }

    func write(to message: inout ProtobufMessage) {
        message.message(1) { tensor in
            tensor.integer(1, element.rawValue)
            if !shape.isEmpty { tensor.integer(2, shape.count) }
            for size in shape {
                tensor.message(3) { dimension in dimension.message(1) { $0.integer(1, size) } }
            }
        }
    }

    func write(named name: String, to message: inout ProtobufMessage) {
        message.text(1, name)
        message.message(2) { write(to: &$0) }
    }
}

/// A constant of Core ML's intermediate language.
enum MILConstant: Hashable {
    case truth(Bool)
    case truths([Bool])
    case text(String)
    case integer(Int)
    case integers([Int])
    case numbers([Float], shape: [Int])

    var type: MILType {
        switch self {
        case .truth: MILType(.truth)
        case .truths(let values): MILType(.truth, [values.count])
        case .text: MILType(.text)
        case .integer: MILType(.integer)
        case .integers(let values): MILType(.integer, [values.count])
        case .numbers(_, let shape): MILType(.number, shape)
        }
    }

    func write(to message: inout ProtobufMessage) {
        message.message(2) { type.write(to: &$0) }
        message.message(3) { value in
            value.message(1) { tensor in
                switch self {
                case .truth(let value): tensor.message(3) { $0.integers(1, [value ? 1 : 0]) }
                case .truths(let values): tensor.message(3) { $0.integers(1, values.map { $0 ? 1 : 0 }) }
                case .text(let value): tensor.message(4) { $0.text(1, value) }
                case .integer(let value): tensor.message(2) { $0.integers(1, [value]) }
                case .integers(let values): tensor.message(2) { $0.integers(1, values) }
                case .numbers(let values, _): tensor.message(1) { $0.floats(1, values) }
                }
            }
        }
    }
}
