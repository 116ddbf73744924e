struct CoreMLFile { let bytes: [UInt8] = []; init(_ graph: TensorGraph) {} }
