import ActivityFeatures

/// A part of the features, told by their names.
struct FeatureGroup: Sendable {
    /// What the group is, as the table says it.
    let name: String
    let contains: @Sendable (Feature) -> Bool

    /// The quantity of one of the signals, as `power.0.2-0.5`; nil for a feature across signals.
    private static func quantity(_ feature: Feature) -> String? {
        // This one is not a band of the schema's.
        guard feature.name != slowHorizontalPower, let dot = feature.name.firstIndex(of: ".") else { return nil }
        let signals = ["magnitude", "vertical", "horizontal", "rotation"]
        guard signals.contains(String(feature.name[..<dot])) else { return nil }
        return String(feature.name[feature.name.index(after: dot)...])
    }

    private static let slowHorizontalPower = "horizontal.power.0.1-0.8"

    /// The features whose quantity is one of `quantities`, or begins with one that ends in a dot.
    private static func quantities(_ name: String, _ quantities: String...) -> FeatureGroup {
        FeatureGroup(name: name) { feature in
            guard let own = quantity(feature) else { return false }
            return quantities.contains { $0.hasSuffix(".") ? own.hasPrefix($0) : own == $0 }
        }
    }

    /// The features whose name begins with one of `prefixes`.
    private static func prefixes(_ name: String, _ prefixes: String...) -> FeatureGroup {
        FeatureGroup(name: name) { feature in prefixes.contains { feature.name.hasPrefix($0) } }
    }

    /// The sensors beside the accelerometer.
    static let sensors = [
        FeatureGroup(name: "gyroscope") { $0.need == .gyroscope },
        FeatureGroup(name: "barometer") { $0.need == .barometer },
    ]

    /// The orientation-free parts of the signals.
    static let parts = [
        prefixes("vertical parts", "vertical.", "vertical-horizontal."),
        prefixes("horizontal parts", "horizontal.", "vertical-horizontal."),
        prefixes("vertical and horizontal parts", "vertical.", "horizontal.", "vertical-horizontal."),
        prefixes("magnitude", "magnitude."),
    ]

    /// The kinds of quantities.
    static let kinds = [
        quantities("band powers", "power."),
        quantities("total powers", "power"),
        quantities(
            "spectral shape (entropy, peak, centroid)", "entropy", "peak.frequency", "peak.share", "centroid"),
        quantities("autocorrelation", "autocorrelation."),
        quantities("deviation", "deviation"),
        quantities(
            "quantiles, kurtosis, crest", "range.90", "range.50", "asymmetry", "kurtosis", "crest"),
        quantities("quarters", "quarters."),
        prefixes("vertical-horizontal coherence", "vertical-horizontal.coherence.", "vertical-horizontal.correlation."),
        prefixes("gravity turns", "gravity.turn."),
        prefixes("vertical-horizontal power", "vertical-horizontal.power"),
        prefixes("rotation-acceleration comparisons", "rotation-acceleration."),
        prefixes("slow horizontal power", slowHorizontalPower),
        prefixes("vertical excess", "vertical.excess"),
    ]

    /// Everything but the magnitude of acceleration.
    static let allButMagnitude = FeatureGroup(name: "all but magnitude") { !$0.name.hasPrefix("magnitude.") }
}
