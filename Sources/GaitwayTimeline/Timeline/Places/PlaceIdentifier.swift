// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// Identifiers that encode a position: latitude and longitude in 1e-5 degrees (about a metre), `p37.33182N122.03118W`.
package enum PlaceIdentifier {
    /// The identifier of a place at a position, in degrees.
    package static func text(latitude: Double, longitude: Double) -> String {
        func part(_ value: Double, _ positive: String, _ negative: String) -> String {
            DecimalText.text(value.magnitude, places: 5) + (value < 0 ? negative : positive)
        }
        return "p" + part(latitude, "N", "S") + part(longitude, "E", "W")
    }

    /// The position in an identifier; nil for an identifier of an imported timeline. A number at the end (`-2`), which
    /// distinguishes places at the same position, is ignored.
    package static func position(_ identifier: String) -> (latitude: Double, longitude: Double)? {
        guard identifier.hasPrefix("p") else { return nil }
        var rest = identifier.dropFirst()
        func part(_ positive: Character, _ negative: Character, upTo bound: Double) -> Double? {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            guard let value = Double(digits), value <= bound else { return nil }
            let sign = rest.dropFirst(digits.count).first
            guard sign == positive || sign == negative else { return nil }
            rest = rest.dropFirst(digits.count + 1)
            return sign == positive ? value : -value
        }
        guard let latitude = part("N", "S", upTo: 90), let longitude = part("E", "W", upTo: 180) else { return nil }
        guard rest.isEmpty || rest.hasPrefix("-") && Int(rest.dropFirst(), in: .any) != nil else { return nil }
        return (latitude, longitude)
    }
}
