// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Makes a folder for temporary files, which ``remove(folder:)`` removes.
func temporaryFolder() -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((base + "/growth-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { fail("no folder can be made in \(base)") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Removes a folder of files.
func remove(folder: String) {
    guard let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink(folder + "/" + name)
    }
    rmdir(folder)
}
