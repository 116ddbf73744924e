// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayTimeline

/// Paths as text of a page: differences from point to point, five bits a character.
///
/// Three whole numbers a point, each the difference to the point before: 1e-5 degrees north, the same east, seconds;
/// the first point's differ from 0, 0 and the section's start. A number n is written as 2n, or as -2n-1 below 0, its
/// lowest five bits first, with 32 added where more follow, each as the character 63 above it. A degree's 1e-5 is 1.1
/// m, which no phone is better than.
enum PathText {
    /// The resolution of coordinates: steps per degree.
    static let stepsPerDegree = 1e5

    /// The text of one piece of a path, whose times count from `start`.
    static func text(of piece: [PathPoint], from start: Timestamp) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(6 * piece.count)
        var before = (0, 0, 0)
        for point in piece {
            let next = (
                Int(clamping: (point.latitude * stepsPerDegree).rounded()),
                Int(clamping: (point.longitude * stepsPerDegree).rounded()),
                Int(clamping: point.time.seconds(since: start).rounded())
            )
            append(next.0 - before.0, to: &bytes)
            append(next.1 - before.1, to: &bytes)
            append(next.2 - before.2, to: &bytes)
            before = next
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends one whole number.
    static func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = UInt(bitPattern: (number << 1) ^ (number >> (Int.bitWidth - 1)))
        while rest >= 32 {
            bytes.append(UInt8(rest & 31 | 32) + 63)
            rest >>= 5
        }
        bytes.append(UInt8(rest) + 63)
    }
}
