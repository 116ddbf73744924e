// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

/// One activity stream, decoded as a whole.
public struct DecodedStream: Sendable, Hashable {
    /// Its first line.
    public var header: StreamHeader
    /// Its reports, in the order of the lines.
    public var reports: [ActivityReport] = []
    /// Its last line; nil when the stream was cut.
    public var footer: StreamFooter?

    /// Whether the stream has its closing line.
    public var isComplete: Bool { footer != nil }

    /// The streams that `bytes` hold, one after the other.
    ///
    /// - Throws: `InputError` as ``StreamDecoder`` does. A stream that was cut is not an error.
    public static func all(
        in bytes: some Sequence<UInt8>, encoding: StreamEncoding? = nil, source: String? = nil
    ) throws(InputError) -> [DecodedStream] {
        var decoder = StreamDecoder(encoding: encoding, source: source)
        var elements: [StreamElement] = []
        try decoder.append(bytes, to: &elements)
        try decoder.finish(to: &elements)
        var streams: [DecodedStream] = []
        for element in elements {
            switch element {
            case .header(let header): streams.append(DecodedStream(header: header))
            case .report(let report): streams[streams.count - 1].reports.append(report)
            case .footer(let footer): streams[streams.count - 1].footer = footer
            }
        }
        return streams
    }
}
