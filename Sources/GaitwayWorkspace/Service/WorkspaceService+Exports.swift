// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayEvaluation
import GaitwayExport
package import GaitwayLiveServer
import GaitwayRecognition

/// Models in forms that other programs run.
extension WorkspaceService {
    /// A model in a format, as a file to save; the files for web pages as one zip.
    package func export(_ request: ServedRequest) throws -> ServedResponse {
        guard let format = ModelExport.Format(rawValue: request.query["format"] ?? "") else {
            let formats = ModelExport.Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw WorkspaceRefusal(400, "This format does not exist.", "Choose one of \(formats).")
        }
        let file = request.query["model"] ?? ""
        let bytes: [UInt8]
        do throws(InputError) {
            bytes = try ModelExport(exported(file)).bytes(format)
        } catch {
            throw error.inSource(file)
        }
        let stem = file.isEmpty ? "gaitway" : String(FileName.last(file).dropLast(5))
        func answer(_ ending: String, _ bytes: [UInt8]) -> ServedResponse {
            ServedResponse(type: "application/octet-stream", body: bytes, fileName: stem + ending)
        }
        switch format {
        case .onnx: return answer(".onnx", bytes)
        case .coreml: return answer(".mlmodel", bytes)
        case .c: return answer(".c", bytes)
        case .wasm:
            var archive = ZipWriter()
            for (name, contents) in zip(WebModule.names, try WebModule.files(of: bytes)) {
                archive.add(stem + "-web/" + name, contents)
            }
            return answer("-web.zip", archive.finished())
        }
    }

    /// The model of a file in `models/`; the built-in one for an empty name.
    private func exported(_ file: String) throws(InputError) -> ActivityModel {
        guard !file.isEmpty else { return try DefaultModel.load() }
        guard file.hasPrefix("models/"), file.hasSuffix(".json") else {
            throw InputError(
                .unreadable, source: file, problem: "this is not a model of the workspace",
                remedy: "load the list again")
        }
        return try ActivityModel(json: FileBytes.read(WorkspaceFolder.path(of: file, in: folder.path)), source: file)
    }
}
