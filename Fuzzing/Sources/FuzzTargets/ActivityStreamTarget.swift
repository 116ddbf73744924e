// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import GaitwayReplay

/// Reads any bytes as activity streams. A stream must have the same elements after writing and reading, whole or byte
/// by byte. The first byte chooses where a chunk ends.
enum ActivityStreamTarget: FuzzTarget {
    static let name = "activity-stream"

    static func take(_ input: [UInt8]) {
        let cut = Int(input.first ?? 0) % max(1, input.count)
        let bytes = Array(input.dropFirst())
        let whole = elements(of: [bytes[...]])
        precondition(whole == elements(of: [bytes.prefix(cut), bytes.dropFirst(cut)]))
        guard let whole else { return }
        useWithRide(bytes)

        for encoding in StreamEncoding.allCases {
            // The first writing rounds; after that nothing may change.
            let rounded = elements(of: [written(whole, encoding)[...]])
            guard let rounded else { fatalError("what was written cannot be read") }
            precondition(rounded.count == whole.count)
            precondition(elements(of: [written(rounded, encoding)[...]]) == rounded)
        }
    }
}

/// Joins the streams to a ride, plays the ride and makes its timeline.
private func useWithRide(_ bytes: [UInt8]) {
    var ride = Fixtures.ride
    guard (try? ride.join(stream: bytes)) != nil else { return }
    Fixtures.use(ride)
}

/// The elements of all chunks, or nil for an `InputError`.
private func elements(of chunks: [ArraySlice<UInt8>]) -> [StreamElement]? {
    var decoder = StreamDecoder()
    var elements: [StreamElement] = []
    do throws(InputError) {
        for chunk in chunks { try decoder.append(chunk, to: &elements) }
        try decoder.finish(to: &elements)
        return elements
    } catch {
        return nil
    }
}

private func written(_ elements: [StreamElement], _ encoding: StreamEncoding) -> [UInt8] {
    // With comments a table keeps header and closing line.
    var encoder = StreamEncoder(encoding, hasComments: true)
    var bytes: [UInt8] = []
    for element in elements { encoder.append(element, to: &bytes) }
    return bytes
}
