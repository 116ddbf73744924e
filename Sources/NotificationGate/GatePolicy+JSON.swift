// FoundationEssentials for its JSON coders, which are exact for 64-bit integers.
internal import FoundationEssentials
internal import MotionTypes

extension GatePolicy {
    /// The policy that a file holds; POLICY.md describes the format.
    ///
    /// Throws: `InputError`: `empty`, `malformed` for what is not JSON, lacks a field, has one that is not known or a value that
    /// cannot be, `unsupported` for another version, an unknown profile as base or an unknown time zone.
    public init(json bytes: [UInt8], source: String? = nil) throws {
        do {
            guard !bytes.isEmpty else {
                throw InputError(
                    .empty, problem: "the policy is empty", remedy: "start from a built-in profile")
            }
            self = try JSONDecoder().decode(GatePolicyFile.self, from: Data(bytes)).policy
            try validate()
        } catch let error as InputError {
            throw source.map(error.inSource) ?? error
        } catch let field as UnknownField {
            throw InputError(
                .malformed, source: source, line: Self.line(of: field.name, in: bytes),
                problem: "\(field.object) has the unknown field \"\(field.name)\"",
                remedy: "known are " + field.known.joined(separator: ", "))
        } catch {
            throw InputError(.malformed, source: source, problem: "the policy is not JSON (RFC 8259)")
        }
    }

    /// The policy as a file's bytes; the same policy gives the same bytes.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(GatePolicyFile(self))) + [UInt8(ascii: "\n")]
    }

    /// The line on which `name` first stands in quotes.
    private static func line(of name: String, in bytes: [UInt8]) -> Int? {
        let quoted = Array(("\"" + name + "\"").utf8)
        guard bytes.count >= quoted.count,
            let start = (0...bytes.count - quoted.count).first(where: { bytes[$0...].starts(with: quoted) })
        else { return nil }
        return 1 + bytes[..<start].count { $0 == UInt8(ascii: "\n") }
    }
}
