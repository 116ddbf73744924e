// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// A position in one of the forms that Google's files have.
struct GooglePosition {
    var latitude: Double
    var longitude: Double

    /// `"30.1°, -97.7°"`, `"geo:30.1,-97.7"`, an object with one of them as `latLng` or `placeLocation`, or with
    /// degrees times ten million. Nil for anything else.
    init?(_ element: JSONElement?) {
        if let text = element?.text {
            guard let position = Self(text: text) else { return nil }
            self = position
            return
        }
        for (first, second) in [("latitudeE7", "longitudeE7"), ("latE7", "lngE7")] {
            guard let latitude = element?[first]?.number, let longitude = element?[second]?.number else { continue }
            self.init(latitudeE7: latitude, longitudeE7: longitude)
            return
        }
        guard let inner = element?.first(of: ["latLng", "LatLng", "placeLocation"])?.value, inner.text != nil,
            let position = Self(inner)
        else { return nil }
        self = position
    }

    /// Some old exports wrote negative degrees as numbers of 32 bits without a sign.
    init(latitudeE7: Double, longitudeE7: Double) {
        latitude = (latitudeE7 > 1_800_000_000 ? latitudeE7 - 4_294_967_296 : latitudeE7) / 1e7
        longitude = (longitudeE7 > 1_800_000_000 ? longitudeE7 - 4_294_967_296 : longitudeE7) / 1e7
    }

    private init?(text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Self.degrees(parts[0]), let longitude = Self.degrees(parts[1]) else {
            return nil
        }
        self.latitude = latitude
        self.longitude = longitude
    }

    private static func degrees(_ text: Substring) -> Double? {
        let start = text.hasPrefix("geo:") ? text.dropFirst(4) : text.drop { $0 == " " }
        return Double(start.prefix { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) })
    }

    /// The fix at a moment.
    ///
    /// - Throws: `InputError` for coordinates that are not on earth.
    func fix(at moment: Timestamp, _ element: JSONElement?, line: Int) throws(InputError) -> Location {
        let fields = FixFields(
            latitude: latitude, longitude: longitude, altitude: element?["altitudeMeters"]?.number,
            speed: element?["speedMetersPerSecond"]?.number, course: nil,
            accuracy: element?["accuracyMeters"]?.number)
        return try fields.location(at: moment.sinceEpoch, line: line)
    }

    /// Throws for coordinates that are not on earth.
    func check(line: Int) throws(InputError) {
        _ = try FixFields(latitude: latitude, longitude: longitude).location(at: .zero, line: line)
    }
}

/// A line whose points have no times.
enum UntimedLine {
    /// The moment of each point, as at one speed, and the length in metres. Points are degrees east and north.
    static func times(of line: [SIMD2<Double>], in span: TimeSpan) -> (moments: [Timestamp], length: Double) {
        var reached = [0.0]
        for (from, to) in zip(line, line.dropFirst()) {
            // Those of longitude are as short as they are there: the cosine, within 0.002 (Bhaskara I).
            let square = ((to.y + from.y) / 2) * ((to.y + from.y) / 2)
            let way = (to - from) * SIMD2((32_400 - 4 * square) / (32_400 + square), 1)
            reached.append(reached[reached.count - 1] + (way * way).sum().squareRoot())
        }
        let whole = reached[reached.count - 1]
        let moments = line.indices.map { index in
            span.start + span.duration * (whole > 0 ? reached[index] / whole : index == 0 ? 0 : 1)
        }
        return (moments, 111_195 * whole)
    }
}

/// The activities in Google's files.
enum GoogleActivity {
    /// The most likely of several candidates: its word and share, under any of the known keys.
    static func best(_ candidates: [JSONElement]) -> (word: String, share: Double?)? {
        var best: (word: String, share: Double?)?
        for candidate in candidates {
            guard let word = candidate.first(of: ["type", "activityType"])?.value.text else { continue }
            let share = candidate.first(of: ["confidence", "probability"])?.value.writtenNumber
            if best == nil || share ?? 0 > best?.share ?? 0 { best = (word, share) }
        }
        return best
    }

    /// Adds the report of a list of candidates.
    static func addReport(_ candidates: [JSONElement], at moment: Timestamp?, to builder: inout TrackBuilder) {
        guard let moment else { return builder.count(.withoutTime) }
        guard let best = best(candidates), let flags = ActivityWords.flags(best.word) else {
            return builder.count(.withoutActivity)
        }
        builder.addReport(flags, ActivityWords.confidence(share: best.share), start: moment)
    }
}
