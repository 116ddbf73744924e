// SPDX-License-Identifier: Apache-2.0
/// A column's header cell, taken apart: what it measures, along which axis, in which unit. All readers of loggers'
/// tables share it.
package struct ColumnName: Sendable, Hashable {
    /// The cell as written, without quotes.
    package let text: String
    /// Letters and digits of the name, lower case, without unit and axis.
    package let stem: String
    /// 0, 1, 2 for x, y, z.
    package let axis: Int?
    /// The unit in brackets, or nil.
    package let unit: ColumnUnit?
    /// The word before the quantity that says where it was measured, or nil: `phone` of `phone_acc_x`.
    package let owner: String?

    /// Takes a header cell apart. Bytes that are not UTF-8 (Latin-1, code page 1252) become unknown characters.
    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        var name = text.lowercased()
        var unit: ColumnUnit?
        if let open = name.firstIndex(where: { $0 == "(" || $0 == "[" }) {
            let rest = name[name.index(after: open)...]
            if let close = rest.firstIndex(where: { $0 == ")" || $0 == "]" }) {
                let inner = String(rest[..<close])
                name = String(name[..<open])
                // "accel(x)" is x of accel.
                if Self.axes[inner] != nil { name += " " + inner } else { unit = ColumnUnit(inner) }
            }
        }
        var words = name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
        // "x-axis" and "X_value" are x.
        if words.count > 1 { words.removeAll { $0 == "axis" || $0 == "value" } }
        if unit == nil { unit = Self.takeUnit(from: &words) }
        var compact = words.joined()
        var axis = Self.axes[compact]
        if axis != nil {
            compact = ""
        } else if let last = words.last, words.count > 1, let found = Self.axes[last] {
            axis = found
            compact = words.dropLast().joined()
        } else if let first = words.first, words.count > 1, let found = Self.axes[first] {
            axis = found
            compact = words.dropFirst().joined()
        } else if let last = compact.last, let found = Self.axes[String(last)],
            Self.stems[String(compact.dropLast())] != nil
        {
            axis = found
            compact = String(compact.dropLast())
        } else if let first = compact.first, let found = Self.axes[String(first)],
            Self.stems[String(compact.dropFirst())]?.role.isVector == true
        {
            axis = found
            compact = String(compact.dropFirst())
        }
        // time_ms, t_ns: the last word is a unit; "time since start in ms" and "speed km/h" too.
        if unit == nil, axis == nil, words.count > 1, let last = words.last, let found = ColumnUnit(last),
            found.timeExponent != nil && (words[0] == "t" || Self.stems[words[0]]?.role == .time)
                || found.lengthScale != nil && words.count == 2 && Self.stems[words[0]]?.role.isVector == false
        {
            unit = found
            compact = words.dropLast().joined()
        }
        if Self.stems[compact] == nil, words.count > 1, let owned = Self.owned(name, unit) {
            self = ColumnName(text: text, stem: owned.stem, axis: owned.axis, unit: owned.unit, owner: words[0])
            return
        }
        self = ColumnName(text: text, stem: compact, axis: axis, unit: unit, owner: nil)
    }

    private init(text: String, stem: String, axis: Int?, unit: ColumnUnit?, owner: String?) {
        (self.text, self.stem, self.axis, self.unit, self.owner) = (text, stem, axis, unit, owner)
    }

    /// The name behind a word that says where the quantity was measured; nil for other names.
    private static func owned(_ name: String, _ unit: ColumnUnit?) -> ColumnName? {
        let word = name.prefix { $0.isLetter || $0.isNumber }
        let isOwner = owners.contains(String(word))
        guard isOwner || isChip(word) else { return nil }
        let inner = ColumnName(Array(name.dropFirst(word.count).utf8))
        // Names of one letter are those of axes and of other things.
        guard inner.stem.count > 2, let known = stems[inner.stem], isOwner || known.role.isVector else { return nil }
        return ColumnName(text: name, stem: inner.stem, axis: inner.axis, unit: unit ?? inner.unit, owner: nil)
    }

    /// Whether a word may be the name of a sensor's chip, as LSM6DSO and BMI160.
    private static func isChip(_ word: Substring) -> Bool {
        word.count > 4 && word.first?.isLetter == true && word.contains { $0.isNumber }
    }

    private static let owners: Set = [
        "field", "phone", "smartphone", "mobile", "watch", "smartwatch", "sensor", "sensors", "imu", "imu0", "imu1",
        "latest", "msg", "shimmer", "left", "right", "wrist", "waist", "chest", "hand",
        "thigh", "ankle", "pocket", "hip", "back", "arm", "leg", "head", "front", "android", "iphone", "ios",
    ]

    /// The unit of acceleration or rotation behind the axis: `acc_x_mg`, `gyro_x_rad_s`.
    private static func takeUnit(from words: inout [String]) -> ColumnUnit? {
        for count in 1...3 where words.count > count {
            let rest = words.dropLast(count)
            guard let last = rest.last, let axis = last.last, axes[String(axis)] != nil,
                let unit = suffixes[words.suffix(count).joined(separator: "/")],
                // "x_g" may be x of the gyroscope.
                last.count == 1 && (rest.count > 1 || unit != .standardGravity) || stems[String(last.dropLast())] != nil
            else { continue }
            words.removeLast(count)
            return unit
        }
        return nil
    }

    private static let suffixes: [String: ColumnUnit] = [
        "ms2": .metresPerSecondSquared, "mps2": .metresPerSecondSquared, "m/s2": .metresPerSecondSquared,
        "mss": .metresPerSecondSquared, "m/s/2": .metresPerSecondSquared, "m/s²": .metresPerSecondSquared,
        "m/per/s2": .metresPerSecondSquared, "cms2": .centimetresPerSecondSquared,
        "cm/s2": .centimetresPerSecondSquared, "mms2": .millimetresPerSecondSquared,
        "g": .standardGravity, "mg": .milligravity, "dps": .degreesPerSecond, "degs": .degreesPerSecond,
        "deg/s": .degreesPerSecond, "rads": .radiansPerSecond, "rad/s": .radiansPerSecond,
    ]

    /// What the column measures, and how well this name fits it (0 is best); nil for a column that is not used.
    ///
    /// - Parameter bare: what `x`, `y`, `z` without a name mean in this file.
    package func role(bare: ColumnRole?) -> (role: ColumnRole, rank: Int)? {
        if stem.isEmpty, axis != nil {
            switch unit {
            case .radiansPerSecond, .degreesPerSecond: return (.rotationRate, 0)
            case .hectopascal, .kilopascal, .pascal: return (.pressure, 0)
            case .other: return nil
            default: return bare.map { ($0, 0) }
            }
        }
        guard let known = Self.stems[stem] else { return nil }
        guard !known.role.isVector || unit != .other && unit?.lengthScale == nil else { return nil }
        guard known.role.isVector == (axis != nil) else { return nil }
        return known
    }

    /// The unit in brackets as written, if the name is of acceleration, gravity or rotation and the unit does not fit
    /// it.
    ///
    /// - Parameter bare: what `x`, `y`, `z` without a name mean in this file.
    package func strangeUnit(bare: ColumnRole?) -> String? {
        guard axis != nil, unit == .other || unit?.lengthScale != nil else { return nil }
        let isVector = stem.isEmpty ? bare?.isVector ?? false : Self.stems[stem]?.role.isVector ?? false
        guard isVector, let open = text.firstIndex(where: { $0 == "(" || $0 == "[" }) else { return nil }
        let rest = text[text.index(after: open)...]
        return String(rest.prefix { $0 != ")" && $0 != "]" })
    }

    /// The factor from the column's unit to metres or metres per second; 1 if no other unit is
    /// stated.
    package var lengthScale: Double { unit?.lengthScale ?? 1 }

    /// Whether the name is that of a gyroscope, or of g for a unit: `x_g`, `G_x`.
    package var mayBeGravityUnit: Bool { stem == "g" && axis != nil && text.contains("_") }

    /// Whether the name itself says that the unit is g.
    package var isGravityForce: Bool { stem == "gf" || stem == "gforce" }

    private static let axes = ["x": 0, "y": 1, "z": 2]

    private static let stems: [String: (role: ColumnRole, rank: Int)] = {
        var table: [String: (role: ColumnRole, rank: Int)] = [:]
        func add(_ role: ColumnRole, _ names: String...) {
            for (rank, name) in names.enumerated() { table[name] = (role, rank) }
        }
        add(
            .acceleration, "totalacceleration", "accelerationincludinggravity", "acceleration", "accelerometer",
            "accelerometeracceleration",
            "accel",
            "acc", "gf", "gforce", "a", "rawacceleration", "rawaccel", "rawacc", "accelerations", "accraw", "acce",
            "accl",
            "totalacc", "totacc", "imuacc", "beschleunigung", "aceleracion", "aceleración", "accelerazione",
            "accélération", "acel", "aceleração", "aceleracao", "versnelling", "przyspieszenie", "ускорение", "加速度",
            "ac", "arss")
        add(
            .linearAcceleration, "linearacceleration", "linearaccelerometer", "linearaccel", "linearacc",
            "linacc",
            "linaccel", "lacc", "useracceleration", "useraccel", "acceluser", "motionuseracceleration",
            "motionuseraccel", "accelerationwithoutg", "linear", "accelerometerlinear", "acclinear", "lac",
            "linearebeschleunigung",
            "accélérationlinéaire", "accelerationlineaire", "aceleraciónlineal", "aceleracionlineal",
            "accelerazionelineare", "aceleraçãolinear", "aceleracaolinear", "lineaireversnelling",
            "przyspieszenieliniowe", "линейноеускорение", "线性加速度", "線性加速度")
        add(.gravity, "gravity", "motiongravity", "grav", "gr", "gra")
        add(
            .rotationRate, "gyroscope", "gyrorotation", "gyro", "gyr", "rotationrate", "motionrotationrate",
            "angularvelocity", "w", "omega", "g", "rotation", "gyroscoperotation", "gyrorotationrate", "r",
            "angvel", "ω", "gy", "wrss", "gyroskop", "drehrate", "winkelgeschwindigkeit", "giroscopio", "giroscópio",
            "gyroscoop", "żyroskop", "гироскоп", "陀螺仪", "陀螺儀")
        add(
            .pressure, "pressure", "atmosphericpressure", "altimeterpressure", "barometerpressure",
            "airpressure",
            "barometer", "baro", "millibars", "p", "druck", "luftdruck", "pression", "presión", "presion", "pressione",
            "pressão", "pressao", "luchtdruk", "ciśnienie", "давление", "气压", "氣壓")
        add(
            .time, "accelerometertimestampsincereboot", "motiontimestampsincereboot", "timesincestart",
            "timesincestartin", "time", "t",
            "milliseconds",
            "timestamp", "secondselapsed", "elapsed", "elapsedtime", "experimenttime", "relativetime", "seconds",
            "creationtime",
            "arrivaltime", "timestamps", "datetime", "date", "loggingtime", "yyyymoddhhmisssss", "epoch", "epoc",
            "systemtime", "uptime", "uptimenanos", "timestampacc", "timestampgyro", "timestampgyr", "timestampbaro",
            "timestamppressure", "timestamppres", "tandroid", "tunix", "timestampms", "zeit", "uhrzeit", "datum",
            "timea", "tiempo", "temps", "tempo", "tijd", "czas", "время", "时间", "ts",
            "unixtime", "timeunix", "unixtimestamp", "timestampunix", "unix", "relative", "sec", "msec", "usec", "nsec",
            "acceltime", "acctime", "acctimestamp", "acceltimestamp", "createdat", "recordedat", "secs",
            "sampletimefine")
        add(
            .latitude, "latitude", "lat", "locationlatitude", "gpslatitude", "gpslat", "latitudee7", "breite",
            "breitengrad", "latitud", "latitudine", "breedtegraad", "latitudens",
            "currentlatitude", "locationlat")
        add(
            .longitude, "longitude", "lon", "lng", "long", "locationlongitude", "gpslongitude", "gpslon", "longitudee7",
            "länge", "laenge", "längengrad", "laengengrad", "longitud", "longitudine", "lengtegraad", "longitudeew",
            "currentlongitude", "locationlong", "locationlon", "locationlng", "gpslng", "gpslong")
        add(
            .altitude, "altitude", "height", "alt", "locationaltitude", "gpsaltitude", "elevation", "ele", "höhe",
            "hoehe", "altitud", "altitudemeters")
        add(
            .speed, "speed", "velocity", "locationspeed", "gpsspeed", "speedms", "geschwindigkeit", "vitesse",
            "velocidad", "velocità", "snelheid")
        add(.course, "course", "bearing", "direction", "locationcourse", "heading")
        add(
            .horizontalAccuracy, "horizontalaccuracy", "locationhorizontalaccuracy", "accuracy",
            "locationaccuracy", "genauigkeit", "gpsaccuracy", "précision", "precisión", "precisione",
            "accuracymeters")
        return table
    }()
}

extension ColumnRole {
    /// Whether the role has three columns, for x, y and z.
    package var isVector: Bool {
        switch self {
        case .acceleration, .linearAcceleration, .gravity, .rotationRate: true
        default: false
        }
    }
}
