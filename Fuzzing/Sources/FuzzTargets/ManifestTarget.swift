// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation

/// Reads any bytes as a manifest. It must have the same rows after writing and reading, and accept filters.
enum ManifestTarget: FuzzTarget {
    static let name = "manifest"

    static func take(_ bytes: [UInt8]) {
        guard let manifest = parsed(bytes) else { return }
        precondition(!manifest.rows.isEmpty)
        let extra = manifest.columns.filter { !Manifest.standardColumns.contains($0) }
        let written = ManifestWriter(extraColumns: extra).csv(manifest.rows)
        guard let again = parsed(Array(written.utf8)) else { fatalError("what was written cannot be read") }
        precondition(again.rows.count == manifest.rows.count)
        precondition(ManifestWriter(extraColumns: extra).csv(again.rows) == written)
        for column in manifest.columns {
            guard let row = manifest.rows.last else { continue }
            _ = try? manifest.filtered(by: [ManifestFilter(column, row[column])])
        }
    }
}

/// The manifest, or nil for an `InputError`.
private func parsed(_ bytes: [UInt8]) -> Manifest? {
    do {
        return try Manifest(csv: bytes, source: "manifest.csv")
    } catch {
        precondition(error.source == "manifest.csv")
        return nil
    }
}
