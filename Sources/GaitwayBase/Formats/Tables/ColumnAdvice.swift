// SPDX-License-Identifier: Apache-2.0

/// Guesses which headings of a table may stand for time and acceleration, for the advice of an error.
package struct ColumnAdvice {
    private let names: [String]

    package init(_ names: [String]) { self.names = names }

    /// Words that a heading of acceleration does not contain.
    private static let others = ["gyr", "rot", "mag", "ori", "quat", "grav", "lat", "lon"]

    /// The headings of x, y and z: they differ in that letter, or in 1, 2, 3, alone.
    private var axes: [String]? {
        var found: [[String]] = []
        for name in names {
            for index in name.indices {
                guard let letters = ["xyz", "XYZ", "123", "012"].first(where: { $0.first == name[index] }) else {
                    continue
                }
                let (start, end) = (String(name[..<index]), String(name[name.index(after: index)...]))
                let axes = letters.map { start + String($0) + end }
                if axes.allSatisfy({ names.contains($0) }) { found.append(axes) }
            }
        }
        return found.first { $0[0].lowercased().contains("acc") }
            ?? found.first { axes in !Self.others.contains { axes[0].lowercased().contains($0) } }
    }

    /// What to do about headings that are not known.
    package var remedy: Remedy {
        guard let axes else { return "name the columns time, ax, ay, az" }
        let others = names.filter { !axes.contains($0) && !$0.isEmpty }
        let time = others.first { $0.lowercased().contains("time") } ?? others.first
        let pairs =
            [time].compactMap(\.self).map { "time=" + $0 } + zip(["ax", "ay", "az"], axes).map { $0 + "=" + $1 }
        return "name the columns time, ax, ay, az\(columns: pairs.joined(separator: ","))"
    }
}
