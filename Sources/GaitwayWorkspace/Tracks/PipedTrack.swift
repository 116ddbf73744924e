// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import GaitwayReplay
import GaitwayTimeline

/// A track on a pipe. A location table gives its fixes as they arrive; any other format is read to its end first.
struct PipedTrack {
    /// Whether it is a table.
    let isTable: Bool
    /// What was put right; complete once the table is over.
    private(set) var notes: [RideNote] = []
    private let name: String
    private let number: Int
    private let pipes: InputPipes
    private var head: [UInt8] = []
    private var table: LocationTableStream
    private var fixes: [Location] = []

    /// Opens it, and reads as much as tells what it is.
    init(_ path: String, _ pipes: InputPipes) throws {
        self.pipes = pipes
        name = StandardInput.name(of: path)
        table = LocationTableStream(source: name)
        number = try pipes.open(path)
        var begins: Bool?
        while begins == nil {
            let bytes = try pipes.read(number)
            head += bytes
            begins = bytes.isEmpty ? false : LocationTableStream.begins(with: head)
        }
        isTable = begins ?? false
    }

    /// The ride of a table, without its fixes, once the first of them has come: that tells its clock.
    mutating func ride() throws -> RecordedRide {
        try table.append(head, to: &fixes)
        head = []
        while fixes.isEmpty {
            let bytes = try pipes.read(number)
            guard !bytes.isEmpty else {
                try end()
                break
            }
            try table.append(bytes, to: &fixes)
        }
        return RecordedRide(source: name, origin: table.origin, fixes: [])
    }

    /// The ride of anything else, read to its end.
    func whole(_ options: LogOptions) throws -> RecordedRide {
        // Its reader may know the end before the pipe is over.
        defer { pipes.leave(number) }
        return try RecordedRide(piped: TrackBytes(pipes.file(number), ahead: head), source: name, options: options)
    }

    /// Takes the table's next bytes; none at its end.
    mutating func take(_ bytes: ArraySlice<UInt8>) throws {
        guard !bytes.isEmpty else { return try end() }
        try table.append(bytes, to: &fixes)
    }

    private mutating func end() throws {
        notes = RecordedRide(try table.finish(to: &fixes), source: name).notes
    }

    /// Moves the fixes that have come out.
    mutating func takeFixes() -> [Location] {
        defer { fixes.removeAll(keepingCapacity: true) }
        return fixes
    }
}
