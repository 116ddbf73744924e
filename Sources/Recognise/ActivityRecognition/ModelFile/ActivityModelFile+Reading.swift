// SPDX-License-Identifier: Apache-2.0
internal import Formats
internal import MotionTypes

extension ActivityModelFile {
    /// Reads a file of this version; fields that it does not know are passed over.
    ///
    /// - Throws: `malformed` or `truncated` without a source.
    init(_ bytes: [UInt8]) throws(InputError) {
        var cases: [Case] = []
        try self.init(bytes) { (reader) throws(InputError) in cases.append(try Case(&reader)) }
        self.cases = cases
    }

    /// Reads a file of this version but for its cases: `readCase` must read each, and ``cases`` stays empty.
    init(_ bytes: [UInt8], readCase: (_ reader: inout JSONReader) throws(InputError) -> Void) throws(InputError) {
        var reader = JSONReader(bytes)
        var kind: String?
        var version: Int?
        var name: String?
        var schema: String?
        var features: [String]?
        var classes: [String]?
        var cases: Void?
        var smoothing: Smoothing?
        var provenance: Provenance?
        var speed: Speed?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "gaitway": kind = try reader.string()
            case "version": version = try reader.integer()
            case "name": name = try reader.string()
            case "schema": schema = try reader.string()
            case "features": features = try reader.strings()
            case "classes": classes = try reader.strings()
            case "cases": cases = try reader.array(readCase)
            case "smoothing": smoothing = try Smoothing(&reader)
            case "provenance": provenance = try Provenance(&reader)
            case "speed": speed = try Speed(&reader)
            default: _ = try reader.element()
            }
        }
        try reader.expectEnd()
        try reader.required(cases, "cases")
        self.init(
            gaitway: try reader.required(kind, "gaitway"), version: try reader.required(version, "version"),
            name: try reader.required(name, "name"), schema: try reader.required(schema, "schema"),
            features: try reader.required(features, "features"), classes: try reader.required(classes, "classes"),
            cases: [], smoothing: try reader.required(smoothing, "smoothing"),
            provenance: try reader.required(provenance, "provenance"), speed: speed)
    }

    /// The kind and version that a file states, whatever else it holds; nil when it does not.
    static func preamble(of bytes: [UInt8]) -> (kind: String, version: Int)? {
        var reader = JSONReader(bytes)
        guard let file = try? reader.element(), let kind = file["gaitway"]?.text,
            let version = file["version"]?.number.flatMap({ Int($0, in: .countable) })
        else { return nil }
        return (kind, version)
    }

    /// Throws unless kind and version are those of this program's model files.
    static func check(kind: String, version: Int) throws(InputError) {
        guard kind == self.kind else {
            throw InputError(
                .unsupported, problem: "this is a file of kind \(quoted: kind), not a model",
                remedy: "give \(file: .model)")
        }
        guard readableVersions.contains(version) else {
            throw InputError(
                .unsupported,
                problem:
                    "the model's format version \(version) is not supported; this build reads "
                    + "\(readableVersions.lowerBound) to \(readableVersions.upperBound)",
                remedy: "train it again")
        }
    }
}

extension ActivityModelFile.Case {
    /// Passes over a case and returns its name.
    static func skip(_ reader: inout JSONReader) throws(InputError) -> String {
        var name: String?
        try reader.object { (key, reader) throws(InputError) in
            if key == "case" { name = try reader.string() } else { try reader.skip() }
        }
        return try reader.required(name, "case")
    }

    init(_ reader: inout JSONReader) throws(InputError) {
        var sensorCase: String?
        var acceleration: String?
        var minimumRate: Double?
        var optional: [String]?
        var scaling: ActivityModelFile.Scaling?
        var products: [String]?
        var kernels = ActivityModelFile.Kernels()
        var lines: ActivityModelFile.Scaling?
        var weights: [[Double]]?
        var intercepts: [Double]?
        var confidence: ActivityModelFile.Confidence?
        var distance: ActivityModelFile.Distance?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "case": sensorCase = try reader.string()
            case "acceleration": acceleration = try reader.string()
            case "minimum_rate": minimumRate = try reader.number()
            case "optional": optional = try reader.strings()
            case "scaling": scaling = try ActivityModelFile.Scaling(&reader)
            case "products": products = try reader.strings()
            case "kernels": kernels = try ActivityModelFile.Kernels(&reader)
            case "lines": lines = try ActivityModelFile.Scaling(&reader)
            case "weights": weights = try reader.rows()
            case "intercepts": intercepts = try reader.numbers()
            case "confidence": confidence = try ActivityModelFile.Confidence(&reader)
            case "distance": distance = try ActivityModelFile.Distance(&reader)
            default: _ = try reader.element()
            }
        }
        self.init(
            sensorCase: try reader.required(sensorCase, "case"),
            acceleration: try reader.required(acceleration, "acceleration"),
            minimumRate: try reader.required(minimumRate, "minimum_rate"),
            optional: try reader.required(optional, "optional"), scaling: try reader.required(scaling, "scaling"),
            products: try reader.required(products, "products"), kernels: kernels,
            lines: lines, weights: try reader.required(weights, "weights"),
            intercepts: try reader.required(intercepts, "intercepts"),
            confidence: try reader.required(confidence, "confidence"),
            distance: try reader.required(distance, "distance"))
    }
}

extension ActivityModelFile.Scaling {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        var mean: [Double]?
        var deviation: [Double]?
        var limit: Double?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "mean": mean = try reader.numbers()
            case "deviation": deviation = try reader.numbers()
            case "limit": limit = try reader.number()
            default: _ = try reader.element()
            }
        }
        self.init(
            mean: try reader.required(mean, "mean"), deviation: try reader.required(deviation, "deviation"),
            limit: try reader.required(limit, "limit"))
    }
}

extension ActivityModelFile.Kernels {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        var numbers: [Int]?
        var thresholds: [Int]?
        var mean: [Double]?
        var deviation: [Double]?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "numbers": numbers = try reader.integers()
            case "thresholds": thresholds = try reader.integers()
            case "mean": mean = try reader.numbers()
            case "deviation": deviation = try reader.numbers()
            default: _ = try reader.element()
            }
        }
        self.init(
            numbers: try reader.required(numbers, "numbers"), thresholds: try reader.required(thresholds, "thresholds"),
            mean: try reader.required(mean, "mean"), deviation: try reader.required(deviation, "deviation"))
    }
}

extension ActivityModelFile.Smoothing {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        var stay: Double?
        var evidence: Evidence?
        var temperature: Double?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "stay": stay = try reader.number()
            case "evidence": evidence = try Evidence(&reader)
            case "temperature": temperature = try reader.number()
            default: _ = try reader.element()
            }
        }
        self.init(
            stay: try reader.required(stay, "stay"), evidence: try reader.required(evidence, "evidence"),
            temperature: try reader.required(temperature, "temperature"))
    }
}

extension ActivityModelFile.Smoothing.Evidence {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        let numbers = try reader.numbersByName()
        self.init(
            causal: try reader.required(numbers["causal"], "causal"),
            lag: try reader.required(numbers["lag"], "lag"),
            viterbi: try reader.required(numbers["viterbi"], "viterbi"))
    }
}

extension ActivityModelFile.Speed {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        var bounds: [Double]?
        var power: Double?
        var chainPower: Double?
        var shares: [[Double]]?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "bounds": bounds = try reader.numbers()
            case "power": power = try reader.number()
            case "chain_power": chainPower = try reader.number()
            case "shares": shares = try reader.rows()
            default: _ = try reader.element()
            }
        }
        self.init(
            bounds: try reader.required(bounds, "bounds"), power: try reader.required(power, "power"),
            chainPower: try reader.required(chainPower, "chain_power"), shares: try reader.required(shares, "shares"))
    }
}

extension ActivityModelFile.Confidence {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        let numbers = try reader.numbersByName()
        self.init(
            medium: try reader.required(numbers["medium"], "medium"),
            high: try reader.required(numbers["high"], "high"))
    }
}

extension ActivityModelFile.Distance {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        var features: [String]?
        var means: [[Double]]?
        var whitening: [[Double]]?
        var limit: Double?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "features": features = try reader.strings()
            case "means": means = try reader.rows()
            case "whitening": whitening = try reader.rows()
            case "limit": limit = try reader.number()
            default: _ = try reader.element()
            }
        }
        self.init(
            features: try reader.required(features, "features"), means: try reader.required(means, "means"),
            whitening: try reader.required(whitening, "whitening"), limit: try reader.required(limit, "limit"))
    }
}

extension Provenance {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        var date: String?
        var command: String?
        var dataSets: [DataSet]?
        var windows: Int?
        var fit: [String: Double]?
        var figures: [String: Double]?
        var adaptations: [Adaptation] = []
        var rides: Rides?
        var version = ""
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "date": date = try reader.string()
            case "command": command = try reader.string()
            case "data_sets": dataSets = try reader.values { (reader) throws(InputError) in try DataSet(&reader) }
            case "windows": windows = try reader.integer()
            case "fit": fit = try reader.numbersByName()
            case "figures": figures = try reader.numbersByName()
            case "rides": rides = try Rides(&reader)
            case "version": version = try reader.string()
            case "adaptations":
                adaptations = try reader.values { (reader) throws(InputError) in try Adaptation(&reader) }
            default: _ = try reader.element()
            }
        }
        self.init(
            date: try reader.required(date, "date"), command: try reader.required(command, "command"),
            dataSets: try reader.required(dataSets, "data_sets"), windows: try reader.required(windows, "windows"),
            fit: try reader.required(fit, "fit"), figures: try reader.required(figures, "figures"))
        self.adaptations = adaptations
        self.rides = rides
        self.version = version
    }
}

extension Provenance.Rides {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        var digest: String?
        var rows: [String]?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "digest": digest = try reader.string()
            case "rows": rows = try reader.strings()
            default: _ = try reader.element()
            }
        }
        self.init(digest: try reader.required(digest, "digest"), rows: try reader.required(rows, "rows"))
    }
}

extension Provenance.Adaptation {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        var base: String?
        var date: String?
        var command: String?
        var dataSets: [Provenance.DataSet]?
        var windows: Int?
        var fit: [String: Double]?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "base": base = try reader.string()
            case "date": date = try reader.string()
            case "command": command = try reader.string()
            case "data_sets":
                dataSets = try reader.values { (reader) throws(InputError) in try Provenance.DataSet(&reader) }
            case "windows": windows = try reader.integer()
            case "fit": fit = try reader.numbersByName()
            default: _ = try reader.element()
            }
        }
        self.init(
            base: try reader.required(base, "base"), date: try reader.required(date, "date"),
            command: try reader.required(command, "command"), dataSets: try reader.required(dataSets, "data_sets"),
            windows: try reader.required(windows, "windows"), fit: try reader.required(fit, "fit"))
    }
}

extension Provenance.DataSet {
    fileprivate init(_ reader: inout JSONReader) throws(InputError) {
        var name: String?
        var users: Int?
        var recordings: Int?
        var hours: [String: Double]?
        try reader.object { (key, reader) throws(InputError) in
            switch key {
            case "name": name = try reader.string()
            case "users": users = try reader.integer()
            case "recordings": recordings = try reader.integer()
            case "hours": hours = try reader.numbersByName()
            default: _ = try reader.element()
            }
        }
        self.init(
            name: try reader.required(name, "name"), users: try reader.required(users, "users"),
            recordings: try reader.required(recordings, "recordings"), hours: try reader.required(hours, "hours"))
    }
}

extension JSONReader {
    /// The value of a field that must not be missing from the object that ends here.
    fileprivate mutating func required<Value>(_ value: Value?, _ field: String) throws(InputError) -> Value {
        guard let value else {
            throw InputError(
                .malformed, line: line(), problem: "not a model file: the field \(quoted: field) is missing")
        }
        return value
    }

    /// Reads an array of values of one kind.
    fileprivate mutating func values<Value>(
        _ value: (_ reader: inout JSONReader) throws(InputError) -> Value
    ) throws(InputError) -> [Value] {
        var values: [Value] = []
        try array { (reader) throws(InputError) in values.append(try value(&reader)) }
        return values
    }

    fileprivate mutating func strings() throws(InputError) -> [String] {
        try values { (reader) throws(InputError) in try reader.string() }
    }

    fileprivate mutating func integers() throws(InputError) -> [Int] {
        try values { (reader) throws(InputError) in try reader.integer() }
    }

    fileprivate mutating func rows() throws(InputError) -> [[Double]] {
        try values { (reader) throws(InputError) in try reader.numbers() }
    }

    fileprivate mutating func numbersByName() throws(InputError) -> [String: Double] {
        var numbers: [String: Double] = [:]
        try object { (key, reader) throws(InputError) in numbers[key] = try reader.number() }
        return numbers
    }
}
