// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import NIOCore

/// The rest of an answer's body. The client takes it piece by piece, so that little of it waits in the channel.
struct ResponseRest {
    /// The bytes that it adds to the server's budget for answers.
    let charge: Int
    private let body: [UInt8]
    private let file: InputFile?
    private let length: Int
    private var position = 0

    init(_ answer: Response) {
        charge = answer.charge
        body = answer.body ?? []
        file = answer.file
        length = answer.length ?? 0
    }

    /// The next piece; nil at the end.
    ///
    /// - Throws: `InputError` if the file became shorter or cannot be read.
    mutating func next() throws(InputError) -> ByteBuffer? {
        let count = min(Bounds.piece, length - position)
        guard count > 0 else { return nil }
        defer { position += count }
        guard let file else { return ByteBuffer(bytes: body[position..<position + count]) }
        var bytes = [UInt8](repeating: 0, count: count)
        try file.fill(&bytes, count: count, from: position)
        return ByteBuffer(bytes: bytes)
    }
}
