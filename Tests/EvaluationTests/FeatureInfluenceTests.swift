// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

@testable import GaitwayEvaluation

struct FeatureInfluenceTests {
    @Test(arguments: [
        ("magnitude.power", "magnitude power"),
        ("vertical.power.1.6-2.0", "vertical power, 1.6\u{2060}–\u{2060}2\u{A0}Hz"),
        ("vertical-horizontal.power.0.2-1.0", "vertical over horizontal power, 0.2\u{2060}–\u{2060}1\u{A0}Hz"),
        ("magnitude.range.90", "magnitude range, middle 90\u{A0}%"),
        ("pressure.spread.30", "pressure spread, 30\u{A0}s"),
        ("rotation.power × rotation.power", "rotation power, squared"),
        ("rotation.power × rotation.mean", "rotation power × rotation mean"),
        ("vertical.power.4.0-5.0 × rotation.mean", "vertical power, 4\u{2060}–\u{2060}5\u{A0}Hz × rotation mean"),
    ])
    func namesAreReadable(name: String, readable: String) { #expect(FeatureName.readable(name) == readable) }

    @Test func readableNamesKeepFeaturesApart() throws {
        let model = try #require(try DefaultModel.load()[.total])
        let names = FeatureSchema.motion.features.map(\.name) + model.products.productNames
        #expect(Set(names.map(FeatureName.readable)).count == names.count)
    }

    @Test func theStrongestComeFirst() throws {
        let rankings = FeatureInfluence.rankings(try DefaultModel.load().cases.prefix(1) + [], count: 12)
        #expect(rankings.map(\.activityClass) == ActivityClass.allCases)
        for ranking in rankings {
            let weights = ranking.features.map(\.weight.magnitude)
            #expect(weights.count == 12 && weights == weights.sorted(by: >))
            for feature in ranking.features { #expect(feature.lower == feature.upper) }
        }
    }

    /// The penalty is least where the weights of a feature sum to 0 over the classes.
    @Test func weightsAreRelativeToTheMeanClass() throws {
        let rankings = FeatureInfluence.rankings(try DefaultModel.load().cases.prefix(1) + [], count: .max)
        var sums: [String: Double] = [:]
        for feature in rankings.flatMap(\.features) { sums[feature.name, default: 0] += feature.weight }
        #expect(sums.values.allSatisfy { $0.magnitude < 1e-3 })
    }

    @Test func severalModelsGiveAMeanAndARange() throws {
        let model = try #require(try DefaultModel.load()[.total])
        let one = try #require(FeatureInfluence.rankings([model], count: 1).first?.features.first)
        let two = try #require(FeatureInfluence.rankings([model, model], count: 1).first?.features.first)
        #expect(one == two)
        #expect(FeatureInfluence.rankings([]).isEmpty)
    }
}
