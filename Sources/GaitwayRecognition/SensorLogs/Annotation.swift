// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A label that a person set while recording.
public struct Annotation: Sendable, Hashable {
    /// The time since the first accelerometer sample; nil for a label of the whole recording.
    public var elapsed: Duration?
    /// What the label says.
    public var text: String

    /// A copy whose time, now on the log's clock, is counted from `origin`.
    func counted(from origin: Int64) -> Annotation {
        Annotation(elapsed: elapsed.map { $0 - .nanoseconds(origin) }, text: text)
    }

    /// Reads Sensor Logger's `Annotation.csv` (a time and a text) and `Tags.csv` (labels of the whole recording).
    static func read(_ container: any LogContainer) throws(InputError) -> [Annotation] {
        var result: [Annotation] = []
        for file in container.files.map(LogFile.init) where file.isTable && !file.isInFolder {
            guard file.stem == "annotation" || file.stem == "tags" else { continue }
            let table = try SmallTable(try container.open(file.path), name: container.name + "/" + file.path)
            if file.stem == "tags", let tag = table.column("tag") {
                for row in table.rows.dropFirst() where row.indices.contains(tag) && !row[tag].isEmpty {
                    result.append(Annotation(elapsed: nil, text: row[tag]))
                }
            } else if let time = table.column("time"), let text = table.column("text") {
                for row in table.rows.dropFirst() where row.count > max(time, text) {
                    result.append(
                        Annotation(elapsed: Int64(row[time], in: .any).map { .nanoseconds($0) }, text: row[text]))
                }
            }
        }
        return result
    }
}
