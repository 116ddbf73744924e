// SPDX-License-Identifier: Apache-2.0
public import GaitwayBase

extension GatePolicy {
    private static let document = PolicyDocument(
        DocumentFormat(kind: "gate-policy", version: 1), fields: GatePolicy.fields)

    /// The policy that a file holds; POLICY.md describes the format.
    ///
    /// - Throws: `InputError`, with the line where there is one: `empty`, `malformed` for a text that is not JSON, for
    ///   a missing, repeated or unknown field and for an invalid value, `unsupported` for another version, an unknown
    ///   profile as base or an unknown time zone.
    public init(json bytes: [UInt8], source: String? = nil) throws(InputError) {
        try self.init(json: bytes, source: source, base: nil)
    }

    /// Reads a policy with a given `base` instead of the one that the file names.
    init(json bytes: [UInt8], source: String? = nil, base: GatePolicy?) throws(InputError) {
        do throws(InputError) {
            try self.init(decoding: bytes, base: base)
            try validate()
        } catch {
            var fault = error
            if fault.remedy.isEmpty { fault.remedy = "see \(document: .policy) for what a policy is" }
            throw source.map(fault.inSource) ?? fault
        }
    }

    private init(decoding bytes: [UInt8], base own: GatePolicy?) throws(InputError) {
        let values = try Self.document.values(of: bytes, others: ["base"])
        self.init(name: "")
        let base = values["base"]
        if let own {
            self = own
        } else if let base {
            let name = try base.text()
            guard let profile = GatePolicy.profile(named: name) else {
                throw base.fault(
                    "the base \(quoted: name) is not a known profile",
                    remedy: "use \(GatePolicy.profiles.map(\.name).joined(separator: ", "))", code: .unsupported)
            }
            self = profile
        }
        try Self.document.read(
            values, into: &self, missing: base == nil ? "add it, or name a profile as \"base\"" : nil)
    }

    /// The policy as a file's bytes; equal policies give equal bytes.
    public func json() -> [UInt8] { Array(Self.document.text(of: self).utf8) }
}
