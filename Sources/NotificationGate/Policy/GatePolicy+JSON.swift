internal import MotionTypes
internal import TextFormats

extension GatePolicy {
    private static let format = DocumentFormat(kind: "gate-policy", version: 1)

    /// The policy that a file holds; POLICY.md describes the format.
    ///
    /// Throws: `InputError`, with the line where there is one: `empty`, `malformed` for what is not JSON, lacks a field, has one twice
    /// or one that is not known, or a value that cannot be, `unsupported` for another version, an unknown profile as base or an unknown
    /// time zone.
    public init(json bytes: [UInt8], source: String? = nil) throws {
        try self.init(json: bytes, source: source, base: nil)
    }

    /// The same with a `base` of one's own, which stands for the one that the file names.
    init(json bytes: [UInt8], source: String? = nil, base: GatePolicy?) throws {
        do throws(InputError) {
            try self.init(decoding: bytes, base: base)
            try validate()
        } catch {
            var fault = error
            if fault.remedy.isEmpty { fault.remedy = "POLICY.md tells what a policy is" }
            throw source.map(fault.inSource) ?? fault
        }
    }

    private init(decoding bytes: [UInt8], base own: GatePolicy?) throws(InputError) {
        let file = PolicyValue(try Self.format.root(of: bytes), of: "")
        let fields = try file.fields(["gaitway", "version", "base"] + PolicyField.all.map(\.name))
        self.init(name: "")
        if let own {
            self = own
        } else if let base = fields["base"] {
            let name = try base.text()
            guard let profile = GatePolicy.profile(named: name) else {
                throw base.fault(
                    "unknown profile \"\(name)\" as base",
                    remedy: "use " + GatePolicy.profiles.map(\.name).joined(separator: ", "), code: .unsupported)
            }
            self = profile
        }
        for field in PolicyField.all {
            if fields["base"] != nil, fields[field.name] == nil { continue }
            let remedy = "add it, or name a profile as \"base\""
            try field.read(try file.required(field.name, in: fields, remedy: remedy), &self)
        }
    }

    /// The policy as a file's bytes; the same policy gives the same bytes.
    public func json() -> [UInt8] {
        var lines = ["\"gaitway\": \"\(Self.format.kind)\"", "\"version\": \(Self.format.version)"]
        lines += PolicyField.all.map { "\"\($0.name)\": " + $0.write(self) }
        return Array(("{\n  " + lines.joined(separator: ",\n  ") + "\n}\n").utf8)
    }
}
