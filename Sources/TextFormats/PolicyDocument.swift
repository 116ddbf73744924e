package import MotionTypes

/// A policy as a versioned JSON file of named fields, one a line.
///
/// A reader refuses another kind or version, a field that is not known or comes twice, and a value that cannot be, each with its line.
package struct PolicyDocument<Policy>: Sendable {
    /// The kind and version of the file.
    package let format: DocumentFormat
    /// The fields, in the order in which they are written.
    package let fields: [PolicyField<Policy>]

    /// A document of these fields.
    package init(_ format: DocumentFormat, fields: [PolicyField<Policy>]) {
        self.format = format
        self.fields = fields
    }

    /// The values that a file states.
    package struct Values: Sendable {
        fileprivate let file: PolicyValue
        fileprivate let values: [String: PolicyValue]

        /// The value of a field; nil if the file does not state it.
        package subscript(name: String) -> PolicyValue? { values[name] }
    }

    /// The values of a file, whose fields must be known; `others` are names it may have besides the fields.
    package func values(of bytes: [UInt8], others: [String] = []) throws(InputError) -> Values {
        let file = PolicyValue(try format.root(of: bytes), of: "")
        return Values(file: file, values: try file.fields(["gaitway", "version"] + others + fields.map(\.name)))
    }

    /// Reads the fields into a policy. One that the file lacks is an error with `remedy`, or keeps its value if that is nil.
    package func read(_ values: Values, into policy: inout Policy, missing remedy: String? = nil) throws(InputError) {
        for field in fields {
            if let value = values[field.name] {
                try field.read(value, &policy)
            } else if let remedy {
                _ = try values.file.required(field.name, in: values.values, remedy: remedy)
            }
        }
    }

    /// The policy as a file, every field in it; the same policy gives the same bytes.
    package func text(of policy: Policy) -> String {
        JSONWriter.line { json in
            json.object(.lines) { json in
                format.write(to: &json)
                for field in fields {
                    json.key(field.name)
                    field.write(policy, &json)
                }
            }
        }
    }
}
