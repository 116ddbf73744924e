// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayNumerics
import GaitwayRecognition
import Testing

@testable import GaitwayExport

/// Exported models as files. `make models` runs them in other programs, against the recogniser.
@Suite struct ModelExportTests {
    let model: ActivityModel

    init() throws { model = try DefaultModel.load() }

    @Test(arguments: SensorCase.allCases, ModelExport.Format.allCases)
    func everyCaseIsExportedOrRefused(_ sensorCase: SensorCase, _ format: ModelExport.Format) throws {
        let export = try ModelExport(model, sensorCase: sensorCase)
        guard sensorCase != .fast || format == .c || format == .wasm else {
            for input in [ModelExport.Input.windows, .features] {
                let error = #expect(throws: InputError.self) { try export.bytes(format, from: input) }
                #expect(error?.problem.contains("samples as recorded") == true)
            }
            return
        }
        let bytes = try export.bytes(format)
        #expect(bytes.count > 30_000)
        #expect(try bytes == export.bytes(format))
        guard format != .c else { return }
        #expect(try export.bytes(format, from: .features).count > 10_000)
    }

    @Test func aModelWithoutTheCaseIsRefused() throws {
        var slow = model
        slow.cases = model.cases.filter { $0.sensorCase == .slow }
        let error = #expect(throws: InputError.self) { try ModelExport(slow) }
        #expect(error?.problem == "the model \(model.name) has no case \"total\"")
    }

    @Test func everyFeatureOfTheSchemaIsInTheGraphOnce() throws {
        let total = try #require(model[.total])
        let graph = ModelGraph.graph(of: total, name: "m", from: .windows)
        let features = try #require(graph.outputs.first { $0.value.name == "features" })
        #expect(features.value.shape == [FeatureSchema.motion.count])
        let names = try #require(graph.metadata.first { $0.name == "feature_names" }).text
        #expect(names.split(separator: ",").map(String.init) == FeatureSchema.motion.features.map(\.name))
        // Whatever a step takes was made before it.
        var known = Set(graph.inputs.map(\.value) + graph.constants.map(\.value))
        for step in graph.steps {
            #expect(step.inputs.allSatisfy(known.contains))
            #expect(known.insert(step.output).inserted)
        }
        #expect(graph.outputs.allSatisfy { known.contains($0.value) })
    }

    @Test func aNameCannotEndTheCommentOfTheSource() throws {
        var named = model
        named.name = "*/ int main;"
        let text = String(decoding: try ModelExport(named).bytes(.c), as: UTF8.self)
        #expect(text.hasPrefix("/*") && !text.prefix { $0 != "#" }.contains("*/ int"))
    }

    @Test func numbersBeyondSinglePrecisionStayFinite() throws {
        var strange = model
        var total = try #require(model[.total])
        var means = total.standardizer.means
        var deviations = total.standardizer.deviations
        means[0] = 1e300
        deviations[1] = 1e-300
        total.standardizer = .init(means: means, deviations: deviations)
        strange.cases = [total]
        let text = String(decoding: try ModelExport(strange).bytes(.c), as: UTF8.self)
        #expect(!text.contains("inff") && !text.contains("nanf"))
        let numbers = CaseNumbers(total)
        #expect(numbers.means.allSatisfy(\.isFinite) && numbers.deviations.allSatisfy { $0 > 0 })
    }
}
