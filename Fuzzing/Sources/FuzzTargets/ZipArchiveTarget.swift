// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// Opens any bytes as a zip archive and as a gzip, and unpacks all of it. Any error other than `InputError` is a fault.
enum ZipArchiveTarget: FuzzTarget {
    static let name = "zip-archive"

    static func take(_ bytes: [UInt8]) {
        do throws(InputError) {
            let archive = try ZipArchive(bytes: bytes)
            var buffer = [UInt8](repeating: 0, count: 4096)
            for entry in archive.entries {
                do throws(InputError) {
                    let reader = try archive.reader(for: entry)
                    var total = 0
                    while case let count = try reader.read(into: &buffer), count > 0 { total += count }
                    precondition(total == entry.uncompressedSize)
                } catch {
                    // The other entries may be intact.
                }
            }
        } catch {
            // Refused, as most bytes are.
        }
        unpack(bytes)
    }
}

/// Unpacks a gzip that comes in pieces of odd sizes.
private func unpack(_ bytes: [UInt8]) {
    var position = 0
    do throws(InputError) {
        let reader = try GzipReader(source: "fuzz.gz") { (input) throws(InputError) in
            let count = min(1 + position % 61, bytes.count - position, input.count)
            input.replaceSubrange(0..<count, with: bytes[position..<position + count])
            position += count
            return count
        }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while try reader.read(into: &buffer, at: 0) > 0 {}
    } catch {
        // Refused, as most bytes are.
    }
}
