// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension WindowMap {
    /// The map as one JSON object, without a line end. `state` is its first member.
    ///
    /// Arrays of numbers are Base64 of little-endian numbers: `x`, `y` and `time` 32-bit floats, `ride` 32-bit
    /// integers, `label` and `prediction` bytes.
    package func json(state: String = "ready") -> String {
        JSONWriter.text { json in
            json.object { json in
                json.add("state", state)
                let kind = areDiscriminants ? "discriminant" : "principal axis"
                json.add("axes", ["\(kind) 1", "\(kind) 2"])
                json.add("windows", windowCount)
                json.add("shown", points.count)
                json.add("rides", recordings)
                json.add("users", users)
                json.add("x", Base64.text(points.map(\.x)))
                json.add("y", Base64.text(points.map(\.y)))
                json.add("ride", Base64.text(points.map { Int32(truncatingIfNeeded: $0.recording) }))
                json.add("time", Base64.text(points.map(\.time)))
                json.add("label", Base64.text(points.map(\.label)))
                json.add("answer", Base64.text(points.map { UInt8($0.prediction.rawValue) }))
            }
        }
    }
}
