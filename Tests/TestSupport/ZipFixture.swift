// SPDX-License-Identifier: Apache-2.0
import CZlib

/// An archive to be written: right by default, and wrong in whatever way a test sets.
package struct ZipFixture {
    package struct File {
        package var name: [UInt8]
        package var contents: [UInt8]
        package var isDeflated = true
        package var hasDescriptor = false
        package var isZip64 = false
        /// Added to the flags of both headers.
        package var flags = 0
        /// Written instead of the true method.
        package var method: Int?
        /// Written instead of the true unpacked size.
        package var declaredSize: Int?
        /// Written instead of the packed contents.
        package var packed: [UInt8]?

        package init(_ name: String, _ contents: [UInt8]) {
            self.name = Array(name.utf8)
            self.contents = contents
        }
    }

    package var files: [File] = []
    package var comment: [UInt8] = []
    package var hasZip64End = false
    /// Written instead of the true number of entries.
    package var claimedCount: Int?
    package var disk = 0

    package init(_ files: [File]) { self.files = files }

    package func bytes() -> [UInt8] {
        var archive = Bytes()
        var directory = Bytes()
        for file in files { append(file, to: &archive, and: &directory) }
        let offset = archive.bytes.count
        let size = directory.bytes.count
        archive.bytes += directory.bytes
        let count = claimedCount ?? files.count
        if hasZip64End {
            let end = archive.bytes.count
            archive.add(
                0x0606_4b50, 4, 44, 8, 45, 2, 45, 2, 0, 4, 0, 4, count, 8, count, 8, size, 8, offset, 8)
            archive.add(0x0706_4b50, 4, 0, 4, end, 8, 1, 4)
        }
        let wide = hasZip64End
        archive.add(0x0605_4b50, 4, disk, 2, disk, 2, wide ? 0xffff : count, 2, wide ? 0xffff : count, 2)
        archive.add(wide ? 0xffff_ffff : size, 4, wide ? 0xffff_ffff : offset, 4, comment.count, 2)
        archive.bytes += comment
        return archive.bytes
    }

    private func append(_ file: File, to archive: inout Bytes, and directory: inout Bytes) {
        let packed = file.packed ?? (file.isDeflated ? deflated(file.contents) : file.contents)
        let size = file.declaredSize ?? file.contents.count
        let checksum = file.contents.withUnsafeBufferPointer { Int(crc32_z(0, $0.baseAddress, UInt($0.count))) }
        let method = file.method ?? (file.isDeflated ? 8 : 0)
        let flags = file.flags | (file.hasDescriptor ? 8 : 0)
        let offset = archive.bytes.count
        let late = file.hasDescriptor
        var local = Bytes()
        if file.isZip64 { local.add(1, 2, 16, 2, late ? 0 : size, 8, late ? 0 : packed.count, 8) }
        archive.add(0x0403_4b50, 4, 20, 2, flags, 2, method, 2, 0, 4, late ? 0 : checksum, 4)
        archive.add(file.isZip64 ? 0xffff_ffff : late ? 0 : packed.count, 4)
        archive.add(file.isZip64 ? 0xffff_ffff : late ? 0 : size, 4)
        archive.add(file.name.count, 2, local.bytes.count, 2)
        archive.bytes += file.name + local.bytes + packed
        if late { archive.add(0x0807_4b50, 4, checksum, 4, packed.count, 4, size, 4) }

        var extra = Bytes()
        extra.add(0x5455, 2, 1, 2, 0, 1)
        if file.isZip64 { extra.add(1, 2, 24, 2, size, 8, packed.count, 8, offset, 8) }
        directory.add(0x0201_4b50, 4, 20, 2, 20, 2, flags, 2, method, 2, 0, 4, checksum, 4)
        directory.add(file.isZip64 ? 0xffff_ffff : packed.count, 4, file.isZip64 ? 0xffff_ffff : size, 4)
        directory.add(file.name.count, 2, extra.bytes.count, 2, 0, 2, 0, 2, 0, 2, 0, 4)
        directory.add(file.isZip64 ? 0xffff_ffff : offset, 4)
        directory.bytes += file.name + extra.bytes
    }
}

/// Little-endian fields, one after the other.
package struct Bytes {
    package var bytes: [UInt8] = []

    /// No fields.
    package init() {}

    /// Appends fields, given as value, width, value, width, …
    package mutating func add(_ fields: Int...) {
        for index in stride(from: 0, to: fields.count, by: 2) {
            for byte in 0..<fields[index + 1] {
                bytes.append(UInt8(truncatingIfNeeded: fields[index] >> (8 * byte)))
            }
        }
    }
}

/// `bytes`, `repeats` times, as one raw deflate stream of a level from 1 to 9.
package func deflated(_ bytes: [UInt8], repeats: Int = 1, level: Int32 = 6) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 1024)
    var packed: [UInt8] = []
    for turn in 1...repeats {
        let length = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                let code = deflate(&stream, turn == repeats ? Z_FINISH : Z_NO_FLUSH)
                precondition(stream.avail_in == 0 && code == (turn == repeats ? Z_STREAM_END : Z_OK))
                return output.count - Int(stream.avail_out)
            }
        }
        packed += output[..<length]
    }
    return packed
}

/// `bytes` as a gzip file.
package func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    let checksum = bytes.withUnsafeBufferPointer { Int(crc32_z(0, $0.baseAddress, UInt($0.count))) }
    var end = Bytes()
    end.add(checksum, 4, bytes.count & 0xffff_ffff, 4)
    return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + deflated(bytes) + end.bytes
}
