// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase

/// The differences of two model files: places, counts of numbers, and greatest differences.
package struct ModelDifference: Sendable {
    /// The content of one place of the file; the elements of an array count as one place.
    private struct Part: Sendable {
        var path: String
        var numbers = 0
        var others = 0
        var largest = 0.0
        /// A difference other than numbers, in words.
        var remark: String?
    }

    private var parts: [Part] = []
    private var places: [String: Int] = [:]

    /// The difference of two files; nil for the same bytes.
    ///
    /// - Throws: `InputError` for a file that is not JSON.
    package init?(_ first: [UInt8], _ second: [UInt8], source: String) throws(InputError) {
        guard first != second else { return nil }
        do throws(InputError) {
            var readers = (JSONReader(first), JSONReader(second))
            compare(try readers.0.element(), try readers.1.element(), at: "")
        } catch {
            throw error.inSource(source)
        }
    }

    /// A table with a row for each place where numbers differ, and a line for each other difference.
    package func text(width: Int = TextWidth.standard) -> String {
        var table = TextTable(["numbers", "others", "of", "at most by"])
        let numbers = parts.filter { $0.others > 0 }
        for part in numbers {
            table.add([part.path, String(part.others), String(part.numbers), "\(part.largest)"])
        }
        let remarks = parts.compactMap { part in
            part.remark.map { TextWidth.wrapped(QuotedText.printable("\(part.path): \($0)"), width: width, indent: 2) }
        }
        guard !numbers.isEmpty || !remarks.isEmpty else {
            return "The numbers are the same; they are written in another way.\n"
        }
        return (numbers.isEmpty ? "" : table.text(width: width)) + remarks.joined()
    }

    /// The index of a path's part, which is added if it is new.
    private mutating func place(of path: String) -> Int {
        if let place = places[path] { return place }
        places[path] = parts.count
        parts.append(Part(path: path))
        return parts.count - 1
    }

    private mutating func remark(_ text: String, at path: String) {
        let place = place(of: path)
        parts[place].remark = parts[place].remark ?? text
    }

    private mutating func compare(_ first: JSONElement, _ second: JSONElement, at path: String) {
        switch (first.content, second.content) {
        case (.number(let own), .number(let other)):
            let place = place(of: path)
            parts[place].numbers += 1
            guard own != other else { return }
            parts[place].others += 1
            parts[place].largest = max(parts[place].largest, (own - other).magnitude)
        case (.object(let own), .object(let other)):
            for member in own {
                guard let match = other.first(where: { $0.key == member.key }) else {
                    remark("only the model has it", at: Self.path(path, member.key))
                    continue
                }
                compare(member.value, match.value, at: Self.path(path, member.key))
            }
            for member in other where !own.contains(where: { $0.key == member.key }) {
                remark("the model does not have it", at: Self.path(path, member.key))
            }
        case (.array(let own), .array(let other)):
            if own.count != other.count { remark("\(own.count) elements, now \(other.count)", at: path) }
            for (element, match) in zip(own, other) {
                // Sensor cases are told apart by their names; rows and numbers are taken together.
                compare(element, match, at: element["case"]?.text.map { Self.path(path, $0) } ?? path)
            }
        case (.text(let own), .text(let other)):
            if own != other { remark("\(quoted: own), now \(quoted: other)", at: path) }
        case (.boolean(let own), .boolean(let other)):
            if own != other { remark("\(own), now \(other)", at: path) }
        case (.null, .null): return
        default: remark("of another kind", at: path)
        }
    }

    private static func path(_ path: String, _ key: String) -> String { path.isEmpty ? key : path + "." + key }
}
