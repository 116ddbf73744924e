// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What a logger's export folder holds, and how its tables are to be read.
struct ExportFolder {
    struct Table {
        var file: String
        var hints: TableHints
    }

    /// Acceleration, or linear acceleration where ``gravity`` is to be added.
    var main: Table
    var gravity: Table?
    /// Rotation rate, pressure.
    var others: [Table] = []
    var location: Table?
    var logger: Logger?
    var device: String?
    /// What is added to the log's clock to get nanoseconds since 1970.
    var epochOffset: Int64?
    var guesses: [String] = []
    /// Whether all tables count their times from one moment in one unit, as the first tells it.
    var sharesClock = false

    /// The tables of one file whose rows name their sensor.
    init(_ log: MixedRowLog) {
        main = log.main
        others = log.others
        location = log.location
        logger = log.logger
        sharesClock = true
    }

    /// Looks through the folder.
    ///
    /// - Throws: `unsupported` without a log in it, `ambiguous` with several.
    init(_ container: any LogContainer, options: LogOptions) throws(InputError) {
        let tables = container.files.map(LogFile.init).filter { $0.isTable && !$0.isInFolder }
        let isWatchAlone = !tables.contains { $0.stem.hasPrefix("accelerometer") || $0.stem == "totalacceleration" }
        func file(_ stems: String..., watch: String? = nil) -> String? {
            for stem in stems {
                if let found = tables.first(where: { $0.stem == stem }) { return found.path }
            }
            // A prefix of the ride's own: 20210816_Acc.csv. Two rides in one folder differ in their full names.
            for stem in stems {
                let found = tables.filter { $0.nameBehindPrefix == stem }
                if found.count == 1 { return found[0].path }
            }
            return watch.flatMap { isWatchAlone ? file($0) : nil }
        }
        let metadata = try Self.small(container, "metadata")
        let total = file("totalacceleration", watch: "watchtotalacceleration")
        let accelerometer = file(
            "accelerometer", "acceleration", "accelerometerdata", "acc", "accel", watch: "watchaccelerometer")
        let linear = file("linearaccelerometer", "linearacceleration", "useracceleration")
        var isSensorLogger =
            metadata?.column("platform") != nil || (options.logger ?? container.logger) == .sensorLogger
        if !isSensorLogger, let accelerometer {
            isSensorLogger = try Self.header(container, accelerometer).hasPrefix("time,seconds_elapsed")
        }
        let gravityFile = file("gravity", watch: "watchgravity")
        func table(_ file: String, _ bare: ColumnRole, _ acceleration: LogOptions.Acceleration? = nil) -> Table {
            Table(file: file, hints: TableHints(bare: bare, acceleration: acceleration))
        }
        func withGravity(_ linear: String) -> (Table, Table?) {
            let gravity = options.acceleration == .linear ? nil : gravityFile.map { table($0, .gravity, .total) }
            return (table(linear, .linearAcceleration, options.acceleration ?? .linear), gravity)
        }
        if isSensorLogger {
            logger = .sensorLogger
            let uncalibrated = file("accelerometeruncalibrated")
            if let total, let uncalibrated, options.acceleration != .linear,
                try Self.isSlower(total, than: uncalibrated, container)
            {
                main = table(uncalibrated, .acceleration, .total)
                guesses.append("reading \(uncalibrated), since \(total) is slower and below 19 Hz")
            } else if let total, options.acceleration != .linear {
                main = table(total, .acceleration, .total)
            } else if let uncalibrated, gravityFile == nil, options.acceleration != .linear {
                main = table(uncalibrated, .acceleration, .total)
            } else if let accelerometer {
                (main, gravity) = withGravity(accelerometer)
            } else if let uncalibrated {
                main = table(uncalibrated, .acceleration, .total)
            } else {
                throw Self.nothing(container)
            }
            applySensorLogger(metadata, isUncalibrated: main.file == uncalibrated)
        } else if let file = total ?? accelerometer, options.acceleration != .linear || linear == nil {
            main = table(file, .acceleration)
        } else if let linear {
            (main, gravity) = withGravity(linear)
        } else {
            main = table(try Self.only(tables, container), .acceleration)
        }
        addOthers(
            rotation: file("gyroscope", "gyro", "gyroscopedata", "rotationrate", "gyr", watch: "watchgyroscope"),
            pressure: file("barometer", "pressure", "barometerdata", "baro", watch: "watchbarometer"),
            location: file("location", "gps", "locationdata"))
        if isWatchAlone, main.file.lowercased().hasPrefix("watch") {
            guesses.append("reading the accelerometer of the watch: that of the phone was not recorded")
        }
        try applyPhyphox(container)
    }

    private mutating func addOthers(rotation: String?, pressure: String?, location: String?) {
        func table(_ file: String?, _ bare: ColumnRole, _ wanted: Set<ColumnRole>) -> Table? {
            guard let file, file != main.file else { return nil }
            return Table(file: file, hints: TableHints(bare: bare, logger: logger, wanted: wanted))
        }
        others += [
            table(rotation, .rotationRate, [.rotationRate]), table(pressure, .pressure, [.pressure]),
        ].compactMap(\.self)
        self.location = table(location, .acceleration, ColumnRole.ofFixes)
    }

    /// Sensor Logger: m/s², except raw values on iOS; iOS has the opposite signs.
    private mutating func applySensorLogger(_ metadata: SmallTable?, isUncalibrated: Bool) {
        let platform = metadata?.value("platform")?.lowercased()
        let isStandardised = metadata?.value("standardisation")?.lowercased() == "true"
        device = metadata?.value("device name")
        let isIOS = platform == "ios"
        main.hints.logger = .sensorLogger
        if isUncalibrated {
            // Raw values are in g on iOS; without a platform the first 30 s tell.
            let stated: LogOptions.Unit = isIOS && !isStandardised ? .standardGravity : .metresPerSecondSquared
            main.hints.unit = platform == nil ? nil : stated
        } else {
            main.hints.unit = .metresPerSecondSquared
        }
        main.hints.hasNegativeSigns = isIOS && !isStandardised
        gravity?.hints.logger = .sensorLogger
        gravity?.hints.unit = .metresPerSecondSquared
        gravity?.hints.hasNegativeSigns = isIOS && !isStandardised
        if platform == nil {
            guesses.append("the platform is not stated: the signs of acceleration are left as they are")
        }
        if isIOS, !isStandardised {
            guesses.append("the signs of acceleration are those of iOS; Gaitway turns them round")
        }
    }

    /// phyphox: the wall clock stands in `meta/time.csv`, the phone in `meta/device.csv`.
    private mutating func applyPhyphox(_ container: any LogContainer) throws(InputError) {
        if let times = try Self.small(container, "time", inMeta: true), let event = times.column("event"),
            let experiment = times.column("experiment time"), let system = times.column("system time")
        {
            for row in times.rows.dropFirst()
            where row.count > max(event, experiment, system) && row[event] == "START" {
                guard let elapsed = SmallTable.nanoseconds(ofSeconds: row[experiment]),
                    let wall = SmallTable.nanoseconds(ofSeconds: row[system])
                else { continue }
                epochOffset = wall.subtractingReportingOverflow(elapsed).partialValue
                break
            }
        }
        if let properties = try Self.small(container, "device", inMeta: true) {
            for row in properties.rows where row.count >= 2 && row[0].lowercased().contains("model") {
                device = device ?? row[1]
            }
        }
    }

    private static func small(_ container: any LogContainer, _ stem: String, inMeta: Bool = false) throws(InputError)
        -> SmallTable?
    {
        let found = container.files.first { path in
            let file = LogFile(path)
            return file.isTable && file.stem == stem && file.isInFolder == inMeta
        }
        guard let found else { return nil }
        return try SmallTable(try container.open(found), name: container.name + "/" + found)
    }

    /// The first line of a file, lower case, without quotes.
    private static func header(_ container: any LogContainer, _ file: String) throws(InputError) -> String {
        let lines = LineBuffer(try container.open(file), name: container.name + "/" + file, chunk: 4096)
        try lines.skipByteOrderMark()
        guard let line = try lines.nextLine() else { return "" }
        return String(decoding: lines.storage[line], as: UTF8.self).lowercased().filter { $0 != "\"" }
    }

    /// Whether a table of Sensor Logger has fewer rows a second than another, and too few for most models (19).
    private static func isSlower(
        _ file: String, than other: String, _ container: any LogContainer
    ) throws(InputError) -> Bool {
        guard let slow = try rate(container, file), slow < 19, let fast = try rate(container, other) else {
            return false
        }
        return fast > slow * 1.05
    }

    /// Rows a second of a table's first 2000 rows, whose first column counts nanoseconds; nil if that is not so.
    private static func rate(_ container: any LogContainer, _ file: String) throws(InputError) -> Double? {
        let lines = LineBuffer(try container.open(file), name: container.name + "/" + file)
        var times: [Int64] = []
        while times.count < 2000, let line = try lines.nextLine() {
            let field = lines.storage[line].prefix { $0 != UInt8(ascii: ",") }
            if let time = Int64(String(decoding: field, as: UTF8.self), in: .any) { times.append(time) }
        }
        guard let first = times.first, let last = times.last, last > first else { return nil }
        return Double(times.count - 1) / Nanoseconds.seconds(Double(last.separation(from: first)))
    }

    private static func nothing(_ container: any LogContainer) -> InputError {
        if let foreign = ForeignFile(paths: container.files) { return foreign.error(source: container.name) }
        guard container.hasFiles else { return LogAssembly.noAcceleration(container.name) }
        return .unsupported(
            "the folder holds no log", remedy: "it should hold Accelerometer.csv, or one table with all sensors",
            source: container.name)
    }

    /// The only table in a folder whose names tell nothing.
    private static func only(_ tables: [LogFile], _ container: any LogContainer) throws(InputError) -> String {
        let known = [
            "metadata", "annotation", "tags", "activity", "location", "gps", "gyroscope", "barometer",
            "pressure",
        ]
        let rest = tables.filter {
            !known.contains($0.stem) && !$0.stem.hasPrefix("readme") && $0.stem != "license"
        }
        guard let first = rest.first else { throw nothing(container) }
        guard rest.count == 1 else {
            throw .ambiguous(
                "the folder holds more than one table",
                remedy: "name one of them, for example \(container.name)/\(first.path)", source: container.name)
        }
        return first.path
    }
}
