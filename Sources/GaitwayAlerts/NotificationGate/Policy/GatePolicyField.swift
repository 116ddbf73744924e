// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// A field of a policy: its value in a file, its part of a form, and the time that validation limits.
struct GatePolicyField: Sendable {
    /// The value in a file.
    private(set) var file: PolicyField<GatePolicy>
    /// The fields of a form that make up the value.
    let form: [PolicyFormField]
    /// The time in a policy, if the field has one; zero for null.
    private(set) var time: (@Sendable (GatePolicy) -> Duration)?
}

extension GatePolicyField {
    /// A field that is one field of a form, with the greatest value of its slider.
    init(_ file: PolicyField<GatePolicy>, most: Double? = nil, _ help: String) {
        let (kind, words): (PolicyFormField.Kind, [String]) =
            switch file.kind {
            case .seconds: (.duration, [])
            case .count, .number: (.number, [])
            case .word(let words): (.choice, words)
            case .text, .texts, .object: (.text, [])
            }
        self.init(
            file: file,
            form: [
                PolicyFormField(
                    file.name, kind, words: words, most: most, isWhole: file.kind == .count, mayBeNull: file.mayBeNull,
                    help: help)
            ])
    }

    /// A copy of the field that a file may lack.
    var optional: GatePolicyField {
        var copy = self
        copy.file = file.optional
        return copy
    }

    /// A time, with the greatest value of its slider in seconds.
    static func time(
        _ name: String, _ path: PolicyField<GatePolicy>.Path<Duration>, most: Double, _ help: String
    ) -> GatePolicyField {
        var field = GatePolicyField(.seconds(name, path), most: most, help)
        field.time = { $0[keyPath: path] }
        return field
    }

    /// A time that may be null.
    static func time(
        _ name: String, _ path: PolicyField<GatePolicy>.Path<Duration?>, most: Double, _ help: String
    ) -> GatePolicyField {
        var field = GatePolicyField(.seconds(name, path), most: most, help)
        field.time = { $0[keyPath: path] ?? .zero }
        return field
    }

    /// The most alerts in a rolling window; null for no limit. The greatest values are those of sliders.
    static func cap(
        _ name: String, _ path: PolicyField<GatePolicy>.Path<AlertCap?>, noun: String, most: Double, longest: Double
    ) -> GatePolicyField {
        GatePolicyField(
            file: PolicyField(name: name) { (value, policy) throws(InputError) in
                policy[keyPath: path] = value.isNull ? nil : try AlertCap(value)
            } write: { policy, json in
                guard let cap = policy[keyPath: path] else { return json.appendNull() }
                cap.write(to: &json)
            },
            form: [
                PolicyFormField(
                    name + ".alerts", .number, most: most, isWhole: true, mayBeNull: true,
                    help: "The most alerts in the \(noun) time."),
                PolicyFormField(name + ".window", .duration, most: longest, help: "How long the \(noun) time is."),
            ],
            time: { $0[keyPath: path]?.window ?? .zero })
    }
}
