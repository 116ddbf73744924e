import MotionTypes

/// What a folder is: one ride in several files, or a collection of logs.
///
/// Loggers write a file for each sensor and name it after the sensor. A folder with such a file of acceleration is one
/// ride, and so is one whose only table lies beside phyphox's folder `meta` or the tables of other sensors. In any
/// other folder, each table is a log.
struct RideFolder {
    /// Whether the folder is one ride.
    let isRide: Bool
    /// The files that are logs of their own.
    let logs: [FolderContents.File]
    /// The files whose names are not those of logs, and that belong to no ride.
    let others: [String]

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
}
