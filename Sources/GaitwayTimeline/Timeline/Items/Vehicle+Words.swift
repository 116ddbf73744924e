// SPDX-License-Identifier: Apache-2.0
extension Vehicle {
    /// The vehicle of an app's word; nil for other words, among them those for any vehicle.
    ///
    /// Google's, Arc's, Moves' and FIT's words and ours, which differ in case, blanks and `_`.
    package init?(word: String) {
        guard let vehicle = Self.table[word.lowercased().filter { $0.isLetter }] else { return nil }
        self = vehicle
    }

    private static let table: [String: Vehicle] = {
        let groups: [(Vehicle, String)] = [
            (.car, "car incar inpassengervehicle infourwheelervehicle taxi intaxi inrideshare driving"),
            (.bus, "bus inbus onabus onthebus"),
            (.tram, "tram intram onatram inlightrail"),
            (.train, "train intrain onthetrain onatrain inrailvehicle"),
            (.subway, "subway insubway onthesubway metro underground"),
            (.ferry, "ferry inferry onaferry"),
            (.motorcycle, "motorcycle onmotorcycle motorcycling intwowheelervehicle"),
            (.airplane, "airplane plane flight inairplane inflight flying"),
        ]
        var table: [String: Vehicle] = [:]
        for (vehicle, words) in groups { for word in words.split(separator: " ") { table[String(word)] = vehicle } }
        return table
    }()
}
