// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A case is an archive; its line has `entries`, each with `name` and `text`, its bytes in hexadecimal digits, or
/// `error`.
struct ArchiveWriter: CaseWriter {
    private static let digits = Array("0123456789abcdef".utf8)

    func write(_ bytes: [UInt8], to line: inout [UInt8]) {
        let archive: ZipArchive
        do throws(InputError) {
            archive = try ZipArchive(bytes: bytes)
        } catch {
            line.append(refusal: error)
            return
        }
        JSONWriter.appendLine(to: &line) { json in
            json.object { json in
                json.array("entries") { json in
                    for entry in archive.entries {
                        json.object { json in
                            json.add("name", entry.name)
                            do throws(InputError) {
                                json.add("text", Self.text(try archive.contents(of: entry)))
                            } catch {
                                json.add("error", error.description)
                            }
                        }
                    }
                }
            }
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
