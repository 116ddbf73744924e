// SPDX-License-Identifier: Apache-2.0
import GaitwayRecognition
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The declarations' statements about features, beside their values.
@Suite struct FeatureTableTests {
    static let features = FeatureSchema.motion.features

    /// The names of `motion-3` in their order: models hold weights by it.
    static let names: [String] = {
        let edges = ["0.2", "0.5", "0.8", "1.2", "1.6", "2.0", "2.5", "3.0", "3.5", "4.0", "5.0", "6.5", "8.0"]
        var spectral = zip(edges, edges.dropFirst()).map { "power.\($0)-\($1)" }
        spectral += ["entropy", "peak.frequency", "peak.share", "centroid", "power"]
        let temporal = [
            "deviation", "range.90", "range.50", "asymmetry", "kurtosis", "crest", "autocorrelation.maximum",
            "autocorrelation.lag", "autocorrelation.minimum", "quarters.minimum", "quarters.maximum", "quarters.range",
        ]
        var names: [String] = []
        for quantities in [spectral, temporal] {
            for signal in ["magnitude", "vertical", "horizontal"] { names += quantities.map { "\(signal).\($0)" } }
        }
        for band in ["0.1-0.8", "0.8-3.0", "3.0-8.0"] {
            names += ["vertical-horizontal.coherence.\(band)", "vertical-horizontal.correlation.\(band)"]
        }
        names.append("vertical-horizontal.power")
        for band in ["0.2-1.0", "1.0-2.5", "2.5-5.0", "5.0-8.0"] { names.append("vertical-horizontal.power.\(band)") }
        names += ["vertical.excess", "horizontal.power.0.1-0.8", "gravity.turn.halves", "gravity.turn.windows"]
        names += ["rotation.entropy", "rotation.power", "rotation.mean", "rotation-acceleration.power.1.0-8.0"]
        names += ["pressure.spread.30", "pressure.spread.60"]
        return names
    }()

    @Test func namesAndTheirOrderAreThoseOfTheSchema() {
        #expect(FeatureSchema.motion.name == "motion-3")
        #expect(Self.features.map(\.name) == Self.names)
        #expect(Self.names.indices.allSatisfy { FeatureSchema.motion.index(of: Self.names[$0]) == $0 })
    }

    @Test func everyFeatureIsDefined() {
        for feature in Self.features {
            #expect(!feature.formula.isEmpty && !feature.unit.isEmpty, "\(feature.name)")
        }
        let units = Dictionary(uniqueKeysWithValues: Self.features.map { ($0.name, $0.unit) })
        #expect(units["vertical.power"] == "(m/s²)²" && units["rotation.power"] == "(rad/s)²")
        #expect(units["vertical.deviation"] == "m/s²" && units["rotation.mean"] == "rad/s")
    }

    @Test func groupsAreKnownAndTogetherAllFeatures() {
        #expect(
            FeatureSchema.motion.groups == [
                "band powers", "spectral shape (entropy, peak, centroid)", "total powers", "deviation",
                "quantiles, kurtosis, crest", "autocorrelation", "quarters", "vertical-horizontal coherence",
                "vertical-horizontal power", "vertical excess", "slow horizontal power", "gravity turns",
                "mean rotation", "rotation-acceleration comparisons", "pressure",
            ])
    }

    @Test func signalsAreThoseOfTheName() {
        for feature in Self.features {
            let parts = feature.name.prefix { $0 != "." }.split(separator: "-")
            let expected = parts.compactMap { part in MotionSignal.allCases.first { "\($0)" == part } }
            #expect(feature.signals == expected, "\(feature.name)")
        }
    }

    /// A walk with a gyroscope and a barometer.
    static func window(hasGravity: Bool = true, startsSegment: Bool = false) -> MotionWindow {
        var window = FeatureExtractorTests.window(
            rotationRate: FeatureExtractorTests.swing, startsSegment: startsSegment, FeatureExtractorTests.walk)
        window.hasGravity = hasGravity
        window.pressureSpread = .init(over30Seconds: 0.1, over60Seconds: 0.2)
        return window
    }

    @Test(arguments: [
        Feature.Needs(), .gyroscope, .barometer, .gravity, .windowBefore, [.gyroscope, .windowBefore],
        [.gravity, .barometer],
    ])
    func exactlyTheFeaturesWhoseNeedsAreNotMetAreMissing(absent: Feature.Needs) {
        var extractor = FeatureExtractor()
        var row: [Double] = []
        extractor.append(Self.window(), to: &row)
        row.removeAll()
        var window = Self.window(
            hasGravity: !absent.contains(.gravity), startsSegment: absent.contains(.windowBefore))
        if absent.contains(.gyroscope) { window.rotationRate = nil }
        if absent.contains(.barometer) { window.pressureSpread = .init() }
        extractor.append(window, to: &row)
        for (feature, value) in zip(Self.features, row) {
            #expect(value.isNaN == !feature.needs.isDisjoint(with: absent), "\(feature.name)")
        }
    }
}
