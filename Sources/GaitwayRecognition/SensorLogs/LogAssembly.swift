// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The parts of a log, opened and settled: its tables as sources of samples, and what is known of it.
struct LogAssembly {
    var header: RecordingHeader
    /// The source of acceleration.
    var main: (track: SampleTrack, feeder: any TrackFeeder)
    /// Rotation rate and pressure in tables of their own.
    var others: [any TrackSource] = []
    /// Fixes in a table of their own, if they are asked for.
    var location: TableSource?
    var vector: Sensor
    var epochOffset: Int64?
    var isLive: Bool
    var units: [Sensor: String] = [:]
    var annotations: [Annotation] = []
    /// What the phone itself recognised and counted, if that is asked for.
    var phone = PhoneRecord()

    /// How many samples of other sensors may stand before the first acceleration.
    private static let longestLead = 1 << 20

    /// Opens what `path` names.
    static func open(path: String, options: LogOptions) throws(InputError) -> LogAssembly {
        try open(LogSearch.log(at: path), options: options)
    }

    static func open(bytes: [UInt8], name: String, options: LogOptions) throws(InputError) -> LogAssembly {
        if LogFile(name).isArchive || PackedKind(bytes.prefix(PackedKind.signatureLength)) == .zip {
            let archive = try ZipArchive(bytes: bytes, source: name)
            return try open(LogSearch.log(in: LogSearch.tree(of: archive, name: name)), options: options)
        }
        return try file(
            name, options: options, open: { () throws(InputError) in try MemorySource(bytes).unpacked(name: name) })
    }

    /// One table, with all sensors that it has.
    ///
    /// - Parameter reopen: opens the same bytes again; nil if they come only once.
    static func table(
        _ source: any ByteSource, name: String, options: LogOptions, hints: TableHints? = nil,
        reopen: (() throws(InputError) -> any ByteSource)? = nil
    ) throws(InputError) -> LogAssembly {
        var lines = LineBuffer(source, name: name)
        if let foreign = ForeignFile(try lines.head(ForeignFile.headSize)) { throw foreign.error(source: name) }
        if let rows = try MixedRowLog.find(in: lines, name: name, reopen: reopen) {
            var result = try files(ExportFolder(rows), rows, options: options)
            result.header.source = name
            result.header.guesses = rows.guesses + result.header.guesses
            return result
        }
        var hints = hints ?? TableHints(isAlone: true)
        if hints.fileStem.isEmpty { hints.fileStem = LogFile(name).stem }
        if hints.bare == .acceleration { hints.bare = bareRole(hints.fileStem) }
        var probe = TableProbe(lines, options: options, hints: hints)
        var settled = try probe.settle()
        try requireColumns(options, settled.headings, name)
        try requireAcceleration(settled, name)
        let vectors: [ColumnRole] = settled.names.compactMap { $0.role(bare: hints.bare)?.role }
        if hints.bare == .gravity, !vectors.contains(.acceleration), !vectors.contains(.linearAcceleration) {
            throw gravityAlone(name)
        }
        var others: [TableSource] = []
        if settled.logger == .sensorLog, let reopen {
            (settled, lines, others) = try separate(
                settled, name: name, options: options, hints: hints, reopen: reopen)
        }
        let source = TableSource(lines, layout: settled.layout, readsLocation: options.readsLocation)
        var result = LogAssembly(name: name, settled: settled, source: source)
        result.others = others
        if options.readsPhoneActivity, let columns = PhoneColumns(settled), let reopen {
            result.phone = try columns.read(reopen(), name: name, from: result.findOrigin())
        }
        result.header.sensors = sensors([settled.layout] + others.map(\.layout), vector: result.vector)
        return result
    }

    /// An export of one file per sensor.
    static func folder(_ container: any LogContainer, options: LogOptions) throws(InputError) -> LogAssembly {
        let folder = try ExportFolder(container, options: options)
        var result: LogAssembly
        if folder.gravity == nil, folder.others.isEmpty, folder.location == nil {
            // Perhaps one table with all sensors; it may have to be opened more than once.
            var hints = folder.main.hints
            hints.fileStem = LogFile(folder.main.file).stem
            let open = { () throws(InputError) in try container.open(folder.main.file) }
            result = try table(
                open(), name: container.name + "/" + folder.main.file, options: options, hints: hints, reopen: open)
            result.header.source = container.name
        } else {
            result = try files(folder, container, options: options)
        }
        if options.logger == nil, let logger = folder.logger { result.header.logger = logger }
        result.header.device = folder.device
        result.header.guesses = folder.guesses + result.header.guesses
        result.epochOffset = folder.epochOffset ?? result.epochOffset
        result.annotations = try Annotation.read(container)
        if options.readsPhoneActivity, result.phone.activities.isEmpty {
            result.phone = try PhoneRecord.read(container, from: result.findOrigin())
        }
        return result
    }

    private init(name: String, settled: SettledTable, source: TableSource) {
        main = (source.track, source)
        vector = settled.layout.vector ?? .acceleration
        isLive = source.isLive
        epochOffset = settled.layout.epochOffset
        units = settled.units
        header = RecordingHeader(
            source: name, logger: settled.logger, hasLocation: settled.layout.hasLocation, guesses: settled.guesses)
    }

    /// A log of arrays in memory, whose clock and units are not settled.
    init(_ source: ArraySource, name: String) {
        main = (source.track, source)
        vector = .acceleration
        isLive = false
        header = RecordingHeader(source: name, logger: .plain)
    }

    /// A table of an export, probed.
    private static func probe(
        _ table: ExportFolder.Table, _ container: any LogContainer, options: LogOptions
    ) throws(InputError) -> (lines: LineBuffer, settled: SettledTable) {
        let lines = LineBuffer(try container.open(table.file), name: container.name + "/" + table.file)
        var hints = table.hints
        hints.fileStem = LogFile(table.file).stem
        var probe = TableProbe(lines, options: options, hints: hints)
        return (lines, try probe.settle())
    }

    /// A table of fixes, probed. If only its speeds cannot be read, the log is read without them.
    private static func probeFixes(
        _ table: ExportFolder.Table, _ container: any LogContainer, options: LogOptions, guesses: inout [String]
    ) throws(InputError) -> (lines: LineBuffer, settled: SettledTable) {
        do throws(InputError) {
            return try probe(table, container, options: options)
        } catch {
            guard options.readsSpeed, !options.readsLocation, error.code != .empty else { throw error }
            var options = options
            options.readsSpeed = false
            let result = try probe(table, container, options: options)
            let place = error.line.map { ", line \($0)" } ?? ""
            guesses.append("\(table.file)\(place): \(error.problem): its speeds are left out")
            return result
        }
    }

    private static func files(
        _ folder: ExportFolder, _ container: any LogContainer, options: LogOptions
    ) throws(InputError) -> LogAssembly {
        let (lines, settled) = try probe(folder.main, container, options: options)
        try requireAcceleration(settled, container.name + "/" + folder.main.file)
        let source = TableSource(lines, layout: settled.layout, readsLocation: options.readsLocation)
        var result = LogAssembly(name: container.name, settled: settled, source: source)
        if let gravity = folder.gravity {
            let (lines, settled) = try probe(gravity, container, options: options)
            let other = TableSource(lines, layout: settled.layout, readsLocation: false)
            let sum = GravitySum(linear: source, gravity: other)
            let names = (container.title(of: folder.main.file), container.title(of: gravity.file))
            result.main = (sum.track, sum)
            result.vector = .acceleration
            if try result.firstVector() != nil {
                result.header.guesses.append("acceleration is the sum of \(names.0) and \(names.1)")
            } else {
                let (lines, settled) = try probe(folder.main, container, options: options)
                let alone = TableSource(lines, layout: settled.layout, readsLocation: options.readsLocation)
                result.main = (alone.track, alone)
                result.vector = settled.layout.vector ?? .linearAcceleration
                result.header.guesses.append(
                    "\(names.1) is left out, as no time of it is near one of \(names.0): acceleration has no gravity"
                )
            }
        }
        var layouts = [settled.layout]
        var headings = settled.headings
        for var table in folder.others + [folder.location].compactMap(\.self) {
            do throws(InputError) {
                if folder.sharesClock, case .number(let scale) = settled.layout.time {
                    table.hints.timeExponent = scale
                }
                let isLocation = table.file == folder.location?.file
                let (lines, settled) =
                    try isLocation
                    ? probeFixes(table, container, options: options, guesses: &result.header.guesses)
                    : probe(table, container, options: options)
                headings += settled.headings
                if isLocation {
                    guard settled.layout.hasLocation else { continue }
                    result.header.hasLocation = true
                    let source = TableSource(lines, layout: settled.layout, readsLocation: options.readsLocation)
                    if options.readsLocation { result.location = source }
                    guard settled.layout.deliversSpeed else { continue }
                    result.others.append(source)
                    layouts.append(settled.layout)
                } else if settled.layout.sensorCount > 0 {
                    let other = TableSource(lines, layout: settled.layout, readsLocation: false)
                    if try result.isOfAnotherTime(other, table, folder.main, container, options: options) {
                        result.header.guesses.append(
                            "\(container.title(of: table.file)) is left out: it was recorded at another time than "
                                + container.title(of: folder.main.file))
                        continue
                    }
                    result.others.append(other)
                    layouts.append(settled.layout)
                    result.units.merge(settled.units) { first, _ in first }
                    for guess in settled.guesses where !result.header.guesses.contains(guess) {
                        result.header.guesses.append("\(container.title(of: table.file)): \(guess)")
                    }
                }
            } catch {
                guard error.code == .empty else { throw error }
                result.header.guesses.append("\(container.title(of: table.file)) is empty")
            }
        }
        try requireColumns(options, headings, container.name)
        result.header.sensors = sensors(layouts, vector: result.vector)
        return result
    }

    /// Refuses a heading that the user explains and that no table of the log has.
    private static func requireColumns(_ options: LogOptions, _ headings: [String], _ name: String) throws(InputError) {
        guard let missing = options.columns.keys.sorted().first(where: { !headings.contains($0) }) else { return }
        throw InputError(
            .malformed, source: name, problem: "there is no column \(quoted: missing)",
            remedy: headings.isEmpty
                ? "the table names no columns: leave \(missing) out"
                : "the columns are \(QuotedText.list(headings, most: 8))")
    }

    /// Whether a table has no time in common with the accelerometer's. Only tables that begin more than an hour apart
    /// are read through to know it.
    private func isOfAnotherTime(
        _ other: TableSource, _ table: ExportFolder.Table, _ main: ExportFolder.Table, _ container: any LogContainer,
        options: LogOptions
    ) throws(InputError) -> Bool {
        guard !other.isLive, !isLive, let first = try firstVector() else { return false }
        while other.track.samples.isEmpty, !other.track.hasEnded { try other.feed() }
        guard let start = other.track.samples.first?.nanoseconds,
            start.separation(from: first) > 3600 * UInt64(Nanoseconds.perSecond)
        else { return false }
        let (lines, settled) = try Self.probe(start > first ? main : table, container, options: options)
        let earlier = TableSource(lines, layout: settled.layout, readsLocation: false)
        var end = min(start, first)
        while !earlier.track.hasEnded {
            try earlier.feed()
            end = max(end, earlier.track.samples.last?.nanoseconds ?? end)
            earlier.track.head = earlier.track.samples.count
        }
        return end < max(start, first)
    }

    private static func requireAcceleration(_ settled: SettledTable, _ name: String) throws(InputError) {
        guard settled.layout.vector == nil else { return }
        if settled.names.contains(where: { $0.role(bare: nil)?.role == .gravity }) { throw gravityAlone(name) }
        throw noAcceleration(name, isTrack: settled.layout.hasLocation)
    }

    /// What to do about rows without an acceleration.
    static let numbersNeeded: Remedy = "look at the rows: the columns of acceleration need numbers, as 9.81"

    /// The error for a log without content.
    static func empty(_ name: String, _ problem: String = "the file is empty") -> InputError {
        .empty(problem, remedy: "record or export the log again", source: name)
    }

    /// The error for a log without acceleration.
    ///
    /// - Parameter isTrack: whether it has times and positions, which other commands read.
    static func noAcceleration(_ name: String, isTrack: Bool = false) -> InputError {
        InputError(
            .unsupported, source: name, problem: "the log has no acceleration",
            remedy: isTrack
                ? "give the accelerometer's log; or, for its path, \(use: .track)"
                : "give the log of the accelerometer")
    }

    private static func gravityAlone(_ name: String) -> InputError {
        .unsupported(
            "the log holds gravity alone, which tells nothing of motion", remedy: "give the log of the accelerometer",
            source: name)
    }

    /// The time of the first acceleration on the log's own clock; reads up to it.
    func findOrigin() throws(InputError) -> Int64 {
        if let first = try firstVector() { return first }
        throw .empty("no row holds an acceleration", remedy: Self.numbersNeeded, source: header.source)
    }

    /// The time of the first acceleration; nil if none comes.
    private func firstVector() throws(InputError) -> Int64? {
        var looked = 0
        let track = main.track
        while true {
            while looked < track.samples.count {
                if track.samples[looked].sensor == vector { return track.samples[looked].nanoseconds }
                looked += 1
            }
            guard !track.hasEnded, looked < Self.longestLead else { return nil }
            try main.feeder.feed()
        }
    }

    /// SensorLog repeats slow sensors in the rows of fast ones: each sensor is read with its own time column.
    private static func separate(
        _ settled: SettledTable, name: String, options: LogOptions, hints: TableHints,
        reopen: () throws(InputError) -> any ByteSource
    ) throws(InputError) -> (SettledTable, LineBuffer, [TableSource]) {
        let stems = Set(settled.names.map(\.stem))
        func probe(_ wanted: Set<ColumnRole>, _ stem: String?) throws(InputError) -> (SettledTable, LineBuffer) {
            var hints = hints
            (hints.wanted, hints.timeStem) = (wanted, stem)
            let lines = LineBuffer(try reopen(), name: name)
            var probe = TableProbe(lines, options: options, hints: hints)
            var result = try probe.settle()
            result.layout.skipsRepeatedTimes = true
            return (result, lines)
        }
        var wanted = ColumnRole.ofFixes.union([.acceleration, .linearAcceleration, .gravity])
        var others: [TableSource] = []
        let slow: [(ColumnRole, Bool, String)] = [
            (.rotationRate, settled.layout.hasRotation, "gyrotimestampsincereboot"),
            (.pressure, settled.layout.hasPressure, "altimetertimestampsincereboot"),
        ]
        for (role, isThere, stem) in slow where isThere {
            guard stems.contains(stem) else {
                wanted.insert(role)
                continue
            }
            let (table, lines) = try probe([role], stem)
            others.append(TableSource(lines, layout: table.layout, readsLocation: false))
        }
        let (main, lines) = try probe(wanted, nil)
        var result = main
        result.units.merge(settled.units) { first, _ in first }
        result.guesses = settled.guesses
        return (result, lines, others)
    }

    /// What `x`, `y`, `z` mean in a file of this name.
    private static func bareRole(_ stem: String) -> ColumnRole {
        if stem.hasPrefix("gyro") || stem.hasPrefix("rotationrate") { return .rotationRate }
        if stem.hasPrefix("linear") || stem.hasPrefix("useracceleration") { return .linearAcceleration }
        if stem.hasPrefix("gravity") { return .gravity }
        return .acceleration
    }

    static func sensors(_ layouts: [RowLayout], vector: Sensor) -> [Sensor] {
        Sensor.allCases.filter { sensor in
            layouts.contains { layout in
                switch sensor {
                case .rotationRate: layout.hasRotation
                case .pressure: layout.hasPressure
                case .speed: layout.deliversSpeed
                case .acceleration, .linearAcceleration: layout.vector != nil && vector == sensor
                }
            }
        }
    }
}
