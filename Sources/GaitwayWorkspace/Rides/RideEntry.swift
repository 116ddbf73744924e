// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// What the workspace knows of a log: its file, and what a model answers along it. A pure value.
package struct RideEntry: Sendable, Hashable {
    /// The path below `rides/`.
    package var ride: String
    /// Bytes.
    package var size: Int
    /// When the log changed last, in nanoseconds since 1970.
    package var modified: Int64
    /// The model that answered; nil before the log is read.
    package var model: String?
    /// Why the log cannot be read; nil if it can.
    package var problem: String?
    /// Seconds.
    package var duration: Double?
    /// The wall clock at elapsed 0, in seconds since 1970.
    package var origin: Double?
    package var device = ""
    package var logger = ""
    package var hasFixes = false
    /// One letter for each equal part of the ride; see the protocol.
    package var answer = ""
    /// One digit for each equal part.
    package var doubt = ""

    /// Whether the file is the one that was read.
    func isOf(_ other: RideEntry) -> Bool { size == other.size && modified == other.modified }

    /// The state in the protocol's word.
    package var state: String { problem != nil ? "fault" : model == nil ? "waiting" : "read" }

    /// Writes the entry for the page, with its labels.
    package func write(_ labels: RideLabels, to json: inout JSONWriter) {
        json.object { json in
            writeFields(&json)
            json.add("state", state)
            for column in ["user", "dataset", "placement", "mode", "notes"] { json.add(column, labels.cell(column)) }
            json.key("labels")
            labels.write(to: &json)
        }
    }

    /// Writes the entry for the server's notes.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            writeFields(&json)
            json.add("model", model)
        }
    }

    private func writeFields(_ json: inout JSONWriter) {
        json.add("ride", ride)
        json.add("size", size)
        json.add("modified", Double(modified) * 1e-9, places: 3)
        json.add("nanoseconds", String(modified))
        json.add("problem", problem)
        json.add("duration", duration, places: 3)
        json.add("origin", origin, places: 3)
        json.add("device", device)
        json.add("logger", logger)
        json.add("hasFixes", hasFixes)
        json.add("answer", answer)
        json.add("doubt", doubt)
    }
}

extension RideEntry {
    /// Reads an entry of the server's notes; nil for another text.
    package init?(_ json: JSONElement) {
        guard let ride = json["ride"]?.text, let size = json["size"]?.number.flatMap({ Int($0, in: 0...1 << 53) }),
            let modified = json["nanoseconds"]?.text.flatMap({ Int64($0, in: .any) })
        else { return nil }
        self.init(ride: ride, size: size, modified: modified)
        model = json["model"]?.text
        problem = json["problem"]?.text
        // Times beyond any log's are those of a damaged note.
        duration = json["duration"]?.number.flatMap { (0..<1e9).contains($0) ? $0 : nil }
        origin = json["origin"]?.number.flatMap { $0.magnitude < 1e11 ? $0 : nil }
        device = json["device"]?.text ?? ""
        logger = json["logger"]?.text ?? ""
        hasFixes = json["hasFixes"]?.boolean ?? false
        answer = json["answer"]?.text ?? ""
        doubt = json["doubt"]?.text ?? ""
    }
}
