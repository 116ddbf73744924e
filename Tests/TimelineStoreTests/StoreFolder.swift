// SPDX-License-Identifier: Apache-2.0
import Foundation
import GaitwayStore

/// A folder for stores that goes away with its last use.
final class StoreFolder {
    let root: String

    init() throws {
        root = NSTemporaryDirectory() + "/gaitway-store-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// The path of a file in the folder.
    func path(_ name: String = "store.sqlite") -> String { root + "/" + name }

    /// A store in the folder.
    func store(_ name: String = "store.sqlite", patience: Double = 5) throws -> TimelineDatabase {
        try TimelineDatabase(path: path(name), patience: patience)
    }
}
