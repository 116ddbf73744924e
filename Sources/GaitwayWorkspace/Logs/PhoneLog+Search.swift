// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation
import GaitwayRecognition
import GaitwayTimeline

extension PhoneLog {
    /// The logs of a manifest that meet the conditions, or those that a search finds at a path.
    ///
    /// - Parameter root: the folder of a manifest's recordings; nil for its own.
    package static func logs(at path: String, where filters: [ManifestFilter], root: String?) throws -> [PhoneLog] {
        guard try isManifest(path) else {
            let search = LogSearch([path])
            if let fault = search.faults.first, search.logs.isEmpty { throw fault }
            Diagnostics.errors(search.faults)
            return search.logs.map { PhoneLog($0) }
        }
        let manifest = try Manifest(csv: FileBytes.manifest(path), source: path).filtered(by: filters)
        return logs(of: manifest, root: root ?? FileName.folder(path))
    }

    /// Whether the first line of a file names the columns that a manifest must have.
    private static func isManifest(_ path: String) throws -> Bool {
        guard path != StandardInput.path, FileStatus(path: path)?.kind == .file,
            let table = try? TableReader(TrackBytes(path: path).head(1 << 16), others: .kept)
        else { return false }
        let names = table.columns.all.map(\.name)
        return ["recording", "activity"].allSatisfy(names.contains)
    }
}
