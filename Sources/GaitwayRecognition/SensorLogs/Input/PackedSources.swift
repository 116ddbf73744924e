// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The unpacked bytes of a gzip.
final class GzipSource: ByteSource {
    let isLive: Bool
    private let reader: GzipReader

    /// Unpacks the bytes of a source; `name` is for errors.
    init(_ packed: any ByteSource, name: String) throws(InputError) {
        isLive = packed.isLive
        reader = try GzipReader(source: name) { (buffer) throws(InputError) in try packed.read(into: &buffer, at: 0) }
    }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        try reader.read(into: &buffer, at: offset)
    }
}

/// Bytes that were already read, followed by the rest of their source.
final class PrefixedSource: ByteSource {
    var isLive: Bool { rest.isLive }
    private var prefix: ArraySlice<UInt8>
    private let rest: any ByteSource

    init(_ prefix: [UInt8], then rest: any ByteSource) {
        self.prefix = prefix[...]
        self.rest = rest
    }

    func read(into buffer: inout [UInt8], at offset: Int) throws(InputError) -> Int {
        try prefix.isEmpty ? rest.read(into: &buffer, at: offset) : prefix.move(into: &buffer, at: offset)
    }
}

/// The kind of packing by the first bytes of a file.
enum PackedKind {
    case zip, gzip, plain

    /// The number of bytes that show the kind.
    static let signatureLength = 4

    init(_ bytes: some Collection<UInt8>) {
        // An archive without files begins with its end record.
        let isZip = bytes.starts(with: [0x50, 0x4b, 3, 4]) || bytes.starts(with: [0x50, 0x4b, 5, 6])
        self = isZip ? .zip : GzipReader.isGzip(bytes) ? .gzip : .plain
    }
}

extension ByteSource {
    /// The first bytes; waits for them, and gives fewer than `count` only at the end. They are taken from the source.
    func head(_ count: Int) throws(InputError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count, case let more = try read(into: &bytes, at: filled), more > 0 { filled += more }
        bytes.removeSubrange(filled...)
        return bytes
    }

    /// The first bytes, which show the kind of packing.
    func signature() throws(InputError) -> [UInt8] { try head(PackedKind.signatureLength) }

    /// The bytes, unpacked if they are a gzip.
    func unpacked(name: String) throws(InputError) -> any ByteSource {
        let signature = try signature()
        return try Self.unpacked(signature, then: self, name: name)
    }

    static func unpacked(_ signature: [UInt8], then rest: any ByteSource, name: String) throws(InputError)
        -> any ByteSource
    {
        let whole = PrefixedSource(signature, then: rest)
        return PackedKind(signature) == .gzip ? try GzipSource(whole, name: name) : whole
    }
}

extension ZipArchive {
    /// The archive from a pipe whose first bytes, `signature`, were already read. It is kept, since its table of
    /// contents is at its end.
    init(keeping source: InputFile, after signature: [UInt8]) throws(InputError) {
        let whole = PrefixedSource(signature, then: source)
        try self.init(
            InputFile(keeping: source.name) { (buffer) throws(InputError) in try whole.read(into: &buffer, at: 0) })
    }
}
