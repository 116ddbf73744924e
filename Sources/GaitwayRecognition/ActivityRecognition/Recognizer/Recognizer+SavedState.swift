// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

extension Recognizer {
    private static let kind: [UInt8] = Array("gaitway-recognizer-state\n".utf8)
    private static let format = SavedStateFormat(of: "a recogniser", version: 6)

    /// Everything the recogniser remembers, as bytes. One made from them gives the reports that this one would, to the
    /// last bit.
    ///
    /// Take the reports first. `options` are those that the recogniser was made with; `marks` are any numbers that the
    /// caller wants to keep with it.
    /// - Throws: `InputError` `unsupported` for a recogniser with a model of the user's own, or one that lists windows
    ///   or has reports.
    package func savedState(model: ActivityModel, options: Options, marks: [Int64] = []) throws(InputError) -> [UInt8] {
        var archive = StateArchive()
        var copy = self
        var (name, options, marks) = (model.name, options, marks)
        archive.pass(&name)
        archive.pass(&options)
        archive.pass(times: &marks)
        archive.pass(&copy)
        guard !archive.isDamaged else {
            throw .unsupported(
                "the recogniser cannot be saved as it is",
                remedy: "take its reports first; one with a model of your own cannot be saved")
        }
        var end = StateArchive()
        var (version, checksum) = (UInt16(Self.format.version), StateArchive.checksum(of: archive.bytes))
        end.pass(&version)
        end.pass(&checksum)
        return Self.kind + end.bytes + archive.bytes
    }

    /// A recogniser that goes on from what ``savedState(model:options:marks:)`` gave, and what else was saved with it.
    ///
    /// - Throws: `InputError` for bytes that are not a saved state of this version, and for the state of another model.
    package static func restored(
        from bytes: [UInt8], model: ActivityModel, source: String? = nil
    ) throws(InputError) -> (recognizer: Recognizer, options: Options, marks: [Int64]) {
        let head = kind.count + 10
        guard bytes.starts(with: kind), bytes.count > head else {
            let isCut = kind.starts(with: bytes.prefix(kind.count)) && !bytes.isEmpty
            throw isCut ? format.truncated(source: source) : format.foreign(bytes, source: source)
        }
        var start = StateArchive(restoring: Array(bytes[kind.count..<head]))
        var (version, checksum): (UInt16, UInt64) = (0, 0)
        start.pass(&version)
        start.pass(&checksum)
        try format.check(version: Int(version), source: source)
        var archive = StateArchive(restoring: Array(bytes[head...]))
        let damaged = format.damaged(source: source)
        guard StateArchive.checksum(of: archive.bytes) == checksum else { throw damaged }
        var (name, options, marks) = ("", Options(), [Int64]())
        archive.pass(&name)
        archive.pass(&options)
        archive.pass(times: &marks)
        guard !archive.isDamaged else { throw damaged }
        guard name == model.name else {
            throw .unsupported(
                "the state was saved with the model \(quoted: name), and this is \(quoted: model.name)",
                remedy: "continue with that model, or start without a state", source: source)
        }
        if options.usesSpeed { try model.requireSpeed() }
        var recognizer = try Recognizer(model: model, options: options)
        archive.pass(&recognizer)
        guard !archive.isDamaged, archive.isAtEnd else { throw damaged }
        return (recognizer, options, marks)
    }
}

extension Recognizer.Options: StatePassing {
    /// Passes the options of a stream; the list of windows is not for what is saved.
    package mutating func pass(through archive: inout StateArchive) {
        archive.pass(case: &smoothing)
        archive.pass(&reportsEveryWindow)
        var origin = origin?.nanoseconds
        archive.pass(&origin, of: 0) { $1.pass(&$0) }
        self.origin = origin.map { Timestamp(nanoseconds: $0) }
        archive.pass(&usesSpeed)
        archive.pass(&prior, of: .blank) { $0 = $0.passed(through: &$1) }
        archive.pass(&givesProvisionalAnswers)
    }
}
