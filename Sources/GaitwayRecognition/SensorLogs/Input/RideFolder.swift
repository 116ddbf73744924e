// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// What a folder is: one ride in several files, or a collection of logs.
///
/// Loggers write a file for each sensor and name it after the sensor. A folder with such a file of acceleration is one
/// ride, and so is one whose only table lies beside phyphox's folder `meta` or the tables of other sensors. In any
/// other folder, each table is a log.
struct RideFolder {
    let isRide: Bool
    /// The rides of a folder that holds several, each with the files of one: `Accelerometer_2.csv` beside
    /// `Accelerometer.csv`, with `Gyroscope_2.csv`.
    private(set) var rides: [Ride] = []
    let logs: [FolderContents.File]
    /// The files whose names are not those of logs, and that belong to no ride.
    let others: [String]

    /// One of several rides of a folder.
    struct Ride {
        /// The name of its file of acceleration; nil without one.
        var name: String?
        /// What its files are called, as letters and digits in lower case.
        var sensors: Set<String> = []
        /// Its files, and the names that they would have if it were alone.
        var files: [(file: FolderContents.File, usual: String)] = []
    }

    /// What the files of acceleration are called, as letters and digits in lower case.
    private static let accelerations: Set<String> = [
        "totalacceleration", "accelerometer", "acceleration", "accelerometerdata", "acc", "accel",
        "linearaccelerometer", "linearacceleration", "useracceleration", "accelerometeruncalibrated",
    ]
    /// What loggers call what they write beside it.
    private static let companions = [
        "accel", "gravity", "gyr", "rotation", "baro", "pressure", "magnet", "compass", "orientation", "attitude",
        "heading", "quaternion", "light", "brightness", "proximity", "pedometer", "step", "activity", "location", "gps",
        "gnss", "satellite", "altitude", "altimeter", "microphone", "audio", "sound", "battery", "network", "bluetooth",
        "wifi", "temperature", "humidity", "heart", "wrist", "watch", "headphone", "camera", "device", "metadata",
        "annotation",
        "tags", "sensors", "screen",
    ]

    init(_ contents: FolderContents) {
        let hasMeta = contents.folders.contains { $0.lowercased() == "meta" }
        var tables: [FolderContents.File] = []
        var rest: [FolderContents.File] = []
        for file in contents.files {
            let name = LogFile(file.name)
            if name.isTable, !name.isForPeople { tables.append(file) } else { rest.append(file) }
        }
        let (rides, left) = Self.rides(tables)
        guard rides.count < 2 else {
            isRide = false
            self.rides = rides
            logs = []
            others = left
            return
        }
        let hasAcceleration =
            tables.contains { Self.accelerations.contains(LogFile($0.name).stem) } || Self.sharePrefix(tables)
        let candidates = tables.filter { file in
            let name = LogFile(file.name)
            return !Self.isCompanion(name.stem) && !(hasAcceleration && Self.isCompanion(name.nameBehindPrefix ?? ""))
        }
        isRide =
            hasAcceleration
            || !tables.isEmpty && candidates.count <= 1 && (hasMeta || tables.count > candidates.count)
        guard !isRide else {
            logs = []
            // A table that no logger writes beside its others may be somebody's log: it is named.
            others = hasAcceleration ? candidates.map(\.name) : []
            return
        }
        let exports = rest.filter { LogFile($0.name).isJSON }
        logs = (tables + exports).sorted { $0.name < $1.name }
        others = rest.filter { !LogFile($0.name).isJSON && !LogFile($0.name).isArchive }.map(\.name)
    }

    /// Whether one table of acceleration stands beside others of the same ride, as `20210816_Acc.csv` beside
    /// `20210816_Gyr.csv`.
    private static func sharePrefix(_ tables: [FolderContents.File]) -> Bool {
        let kinds = tables.compactMap { LogFile($0.name).nameBehindPrefix }
        return kinds.count { accelerations.contains($0) } == 1
            && kinds.contains { !accelerations.contains($0) && isCompanion($0) }
    }

    /// Whether a table of that name goes with one of acceleration.
    private static func isCompanion(_ stem: String) -> Bool {
        accelerations.contains(stem) || companions.contains { stem.hasPrefix($0) }
    }

    /// The names of sensors' files that may have something before or behind them.
    private static let sensors = [
        "totalacceleration", "linearaccelerometer", "linearacceleration", "useracceleration", "accelerometer",
        "acceleration", "accelerations", "gyroscope", "rotationrate", "gravity", "barometer", "pressure",
        "magnetometer",
        "orientation", "location",
    ].sorted { $0.count > $1.count }

    /// The rides whose files differ by what stands behind or before the sensor's name: a number, `copy`, a word, or the
    /// case of letters. Also the tables that belong to none of them. Both are empty if there is one ride at most.
    private static func rides(_ tables: [FolderContents.File]) -> (rides: [Ride], left: [String]) {
        var rides: [String: Ride] = [:]
        for file in tables {
            let stem = LogFile(file.name).stem
            var (sensor, tag) = (stem, "")
            if !accelerations.contains(stem), !isKnown(stem),
                let found = sensors.first(where: { stem.hasPrefix($0) || stem.hasSuffix($0) })
            {
                sensor = found
                tag = String(stem.hasPrefix(found) ? stem.dropFirst(found.count) : stem.dropLast(found.count))
            }
            let isAcceleration = accelerations.contains(sensor)
            if isAcceleration || sensors.contains(sensor) {
                // Two names that differ in the case of letters alone are two rides.
                while rides[tag]?.sensors.contains(sensor) == true { tag += "\u{0}" }
            }
            var ride = rides[tag] ?? Ride()
            if isAcceleration, ride.name == nil { ride.name = file.name }
            ride.sensors.insert(sensor)
            let ending = file.name.lastIndex(of: ".").map { file.name[$0...] } ?? ""
            ride.files.append((file, sensor + ending))
            rides[tag] = ride
        }
        let whole = rides.values.filter { $0.name != nil }
        guard whole.count > 1 else { return ([], []) }
        let left = rides.values.filter { $0.name == nil }.flatMap { $0.files.map(\.file.name) }
        return (whole.sorted { ($0.name ?? "") < ($1.name ?? "") }, left.sorted())
    }

    /// Whether a stem is that of a file which a logger writes, such as `accelerometeruncalibrated`.
    private static func isKnown(_ stem: String) -> Bool {
        ["uncalibrated", "data", "watch", "wrist", "user", "raw", "headphone", "gravity"].contains { stem.contains($0) }
            || sensors.contains(stem)
    }
}
