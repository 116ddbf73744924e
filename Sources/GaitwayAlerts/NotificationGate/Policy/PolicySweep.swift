// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// Values of policy fields that are tried in all combinations.
package struct PolicySweep: Sendable, Hashable {
    /// One field, and the values that it takes in turn.
    package struct Axis: Sendable, Hashable {
        package let field: String
        /// The values as they were given.
        package let values: [String]
    }

    /// One combination.
    package struct Point: Sendable, Hashable {
        /// A value for each axis, in their order.
        package let values: [String]
        /// The base with these values; its name lists them.
        package let policy: GatePolicy
        /// The radii of the places, in the words of the sweep; nil for their own.
        package let radius: String?

        /// One combination, with the places' own radii unless given.
        package init(values: [String], policy: GatePolicy, radius: String? = nil) {
            self.values = values
            self.policy = policy
            self.radius = radius
        }
    }

    /// The most combinations that are played.
    package static let limit = 10_000

    /// The fields, in the order in which they were given; the last changes fastest.
    package let axes: [Axis]

    /// How many combinations there are; `Int.max` if there are more.
    package var count: Int {
        axes.reduce(1) { product, axis in
            let (count, overflow) = product.multipliedReportingOverflow(by: axis.values.count)
            return overflow ? .max : count
        }
    }

    /// The sweep that texts such as `driving_onset=0,10,20` describe. A value is written as in a policy file, where
    /// words need no quotes; a confidence alone counts for each activity.
    ///
    /// - Throws: `InputError` for a text of another form, a field that is not known or comes twice, a value that it
    ///   cannot have or that comes twice, and for more than ``limit`` combinations.
    package init(parsing texts: [String]) throws(InputError) {
        var axes: [Axis] = []
        for text in texts {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw .malformed(
                    "\(quoted: text) names no field and values", remedy: "write it as driving_onset=0,10,20")
            }
            let field = String(text[..<equals])
            guard Self.fields.contains(field) else {
                throw InputError(
                    .malformed, problem: "a policy has no field \(quoted: field) to sweep",
                    remedy: Spelling.nearest(to: field, among: Self.fields).map { "did you mean \($0)?" }
                        ?? "the fields are \(Self.fields.joined(separator: ", "))")
            }
            guard !axes.contains(where: { $0.field == field }) else {
                throw .malformed("\(field) is swept twice", remedy: "give all of its values at once")
            }
            axes.append(try Self.axis(field, String(text[text.index(after: equals)...])))
        }
        self.axes = axes
        guard count <= Self.limit else {
            throw .limitExceeded(
                "the sweep has \(count == .max ? "more than \(Int.max)" : "\(count)") combinations",
                remedy: "at most \(Self.limit) are played; give fewer values or fields")
        }
    }

    /// All combinations, each applied to a policy.
    ///
    /// - Throws: `InputError` for values that do not go together.
    package func points(from base: GatePolicy) throws(InputError) -> [Point] {
        var points: [Point] = []
        for number in 0..<count {
            var rest = number
            var values: [String] = []
            for axis in axes.reversed() {
                values.append(axis.values[rest % axis.values.count])
                rest /= axis.values.count
            }
            values.reverse()
            let pairs = zip(axes.map(\.field), values).map { ($0, $1) }
            var policy = try Self.policy(base, pairs.filter { $0.0 != Self.radius })
            if !axes.isEmpty { policy.name = zip(axes, values).map { $0.field + "=" + $1 }.joined(separator: " ") }
            let radius = pairs.first { $0.0 == Self.radius }?.1
            points.append(Point(values: values, policy: policy, radius: radius))
        }
        return points
    }

    /// The radii of places, which no policy has.
    private static let radius = "radius"

    /// The radii of places that it tries; the caller checks them.
    package var radii: [String] { axes.first { $0.field == Self.radius }?.values ?? [] }

    /// The fields that can be swept: all but the name and the revision, and the radius of places.
    private static let fields = GatePolicy.fields.map(\.name).filter { $0 != "name" && $0 != "revision" } + [radius]

    private static func axis(_ field: String, _ text: String) throws(InputError) -> Axis {
        var values: [String] = []
        for value in parts(of: text) {
            guard !value.isEmpty, !values.contains(value) else {
                throw .malformed(
                    value.isEmpty ? "a value of \(field) is empty" : "\(field) has the value \(quoted: value) twice",
                    remedy: "write it as \(field)=0,10,20")
            }
            values.append(value)
            // Each value must be one that the field can have, whatever the others are.
            if field != radius { _ = try policy(.gaitway, [(field, value)]) }
        }
        return Axis(field: field, values: values)
    }

    /// The text between commas that no bracket and no quotes enclose.
    private static func parts(of text: String) -> [String] {
        var parts = [""]
        var depth = 0
        var isQuoted = false
        for character in text {
            switch character {
            case "\"": isQuoted.toggle()
            case "{", "[": if !isQuoted { depth += 1 }
            case "}", "]": if !isQuoted { depth -= 1 }
            default: break
            }
            if character == ",", depth == 0, !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    private static func policy(_ base: GatePolicy, _ fields: [(String, String)]) throws(InputError) -> GatePolicy {
        let json = JSONWriter.object { json in
            DocumentFormat(kind: "gate-policy", version: 1).write(to: &json)
            json.add("base", base.name)
            for (field, value) in fields {
                json.key(field)
                json.append(json: Self.json(value, of: field))
            }
        }
        do throws(InputError) {
            return try GatePolicy(json: Array(json.utf8), base: base)
        } catch {
            throw InputError(
                error.code, problem: fields.map { $0 + "=" + $1 }.joined(separator: " ") + ": " + error.problem,
                remedy: error.remedy)
        }
    }

    private static func json(_ value: String, of field: String) -> String {
        if field == "minimum_confidence", Confidence(name: value) != nil {
            var thresholds = ConfidenceThresholds()
            let level = Confidence(name: value) ?? .low
            for (_, path) in ConfidenceThresholds.paths { thresholds[keyPath: path] = level }
            return JSONWriter.text { thresholds.write(to: &$0) }
        }
        if value == "null" || value.first.map({ "{[\"".contains($0) }) == true { return value }
        if let number = Double(value), number.isFinite { return JSONWriter.text { $0.append(number) } }
        return JSONWriter.text { $0.append(value) }
    }
}
