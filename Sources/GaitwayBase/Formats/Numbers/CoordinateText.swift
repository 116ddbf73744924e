// SPDX-License-Identifier: Apache-2.0
/// Degrees of latitude or longitude as people and programs write them.
package enum CoordinateText {
    /// The degrees in a text: `52.52`, `52.52N`, `S 33,86`, `47.0°`, `47°30'36.5"N`; south and west are negative. Nil
    /// for any other text.
    package static func degrees(_ text: some StringProtocol) -> Double? {
        if let number = Double(text) { return number }
        var sign: Double?
        var numbers: [Double] = []
        var word = ""
        func finishNumber() -> Bool {
            guard !word.isEmpty else { return true }
            guard let number = Double(word), number.isFinite else { return false }
            numbers.append(number)
            word = ""
            return true
        }
        for character in text {
            switch character {
            case "0"..."9", ".", "-", "+": word.append(character)
            case ",": word.append(".")
            case "−": word.append("-")
            case "N", "n", "E", "e", "S", "s", "W", "w":
                guard sign == nil, finishNumber() else { return nil }
                sign = "NnEe".contains(character) ? 1 : -1
            case "°", "º", "'", "′", "’", "\"", "″", "”", " ": guard finishNumber() else { return nil }
            default: return nil
            }
        }
        guard finishNumber(), (1...3).contains(numbers.count), numbers.dropFirst().allSatisfy({ 0..<60 ~= $0 }),
            sign == nil || numbers[0] >= 0
        else { return nil }
        let size = numbers.reversed().reduce(0) { $0 / 60 + $1.magnitude }
        return numbers[0].sign == .minus ? -size : size * (sign ?? 1)
    }

    /// Rows in which the seconds of degrees such as `52°31'12"N` have another mark than a quote.
    package static func withoutQuotes(_ rows: ArraySlice<UInt8>) -> [UInt8] {
        func isMark(_ index: Int) -> Bool {
            rows[index] == UInt8(ascii: "\"") && index > rows.startIndex && index + 1 < rows.endIndex
                && (48...57).contains(rows[index - 1]) && "NESWnesw ".utf8.contains(rows[index + 1])
        }
        guard rows.indices.contains(where: isMark) else { return Array(rows) }
        return rows.indices.flatMap { isMark($0) ? Array("″".utf8) : [rows[$0]] }
    }
}
