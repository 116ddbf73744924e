// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

extension JSONRecords {
    /// Reads all records into a track; `add` reads one. What it throws costs that record alone.
    ///
    /// - Throws: `InputError` if the input cannot be read, or is not JSON from its start.
    static func read(
        _ input: TrackBytes, keys: Set<String> = [], into builder: inout TrackBuilder,
        _ add: (_ reader: inout JSONReader, _ key: String, _ builder: inout TrackBuilder) throws(InputError) -> Void
    ) throws(InputError) {
        var records = JSONRecords(keys: keys) { (buffer) throws(InputError) in try input.read(into: &buffer) }
        while let record = try records.next() {
            do throws(InputError) {
                var reader = JSONReader(record.bytes)
                try add(&reader, record.key, &builder)
                try reader.expectEnd()
                records.accept(record)
            } catch {
                records.refuse(record, error)
            }
            builder.leaveOut(records.takeFaults(), of: input)
        }
        builder.leaveOut(records.takeFaults(), of: input)
        if records.isCut { builder.count(.cutShort) }
    }
}

extension TrackBuilder {
    fileprivate mutating func leaveOut(_ faults: [InputError], of input: TrackBytes) {
        for fault in faults { leaveOut(input.name.map { fault.inSource($0) } ?? fault) }
    }
}
