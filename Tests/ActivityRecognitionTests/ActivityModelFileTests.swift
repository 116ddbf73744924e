// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import TestSupport
import Testing

@Suite struct ActivityModelFileTests {
    static func defaultText() throws -> String {
        String(decoding: try DefaultModel.load().json(), as: UTF8.self)
    }

    static func read(_ text: String) throws -> ActivityModel {
        try ActivityModel(json: Array(text.utf8), source: "model.json")
    }

    /// The error of reading `text`, which must be an InputError that names the file.
    static func error(_ text: String) throws -> InputError {
        let error = #expect(throws: InputError.self) { try read(text) }
        let found = try #require(error)
        #expect(found.source == "model.json")
        #expect(!found.remedy.isEmpty)
        return found
    }

    @Test func aModelReadsBackAsWritten() throws {
        let text = try Self.defaultText()
        let again = try Self.read(text).json()
        #expect(String(decoding: again, as: UTF8.self) == text)
    }

    @Test func theBuiltInModelIsThatOfItsFile() async throws {
        let text = try Self.defaultText()
        let file = try Self.read(text)
        let model = try DefaultModel.load()
        // Cases are decoded when they are asked for, here by many at the same time.
        await withTaskGroup(of: [CaseModel?].self) { group in
            for _ in 0..<8 { group.addTask { SensorCase.allCases.map { model[$0] } } }
            for await cases in group {
                for (sensorCase, found) in zip(SensorCase.allCases, cases) {
                    let expected = file[sensorCase]
                    #expect(found?.classifier == expected?.classifier)
                    #expect(found?.standardizer == expected?.standardizer)
                    #expect(found?.products == expected?.products)
                    #expect(found?.distance == expected?.distance)
                    #expect(found?.sensorCase == sensorCase)
                }
            }
        }
        #expect(model.cases.map(\.sensorCase) == file.cases.map(\.sensorCase))
        for hasGravity in [true, false] {
            #expect(model.minimumRate(hasGravity: hasGravity) == file.minimumRate(hasGravity: hasGravity))
        }
    }

    @Test func otherVersionsKindsAndSchemasAreRefused() throws {
        let text = try Self.defaultText()
        func edited(_ old: String, _ new: String) throws -> String {
            try #require(text.contains(old))
            return text.replacingOccurrence(of: old, with: new)
        }
        for version in [1, 4] {
            let refusal = try Self.error(edited("\"version\":3", "\"version\":\(version)"))
            #expect(refusal.problem.contains("version \(version)"))
        }
        for (old, new) in [
            ("activity-model", "recipe"), ("\"schema\":\"motion", "\"schema\":\"other"),
            ("\"running\",", "\"jumping\","),
        ] {
            let refusal = try Self.error(edited(old, new))
            #expect(refusal.code == .unsupported)
        }
    }

    @Test func impossibleNumbersAreRefused() throws {
        let text = try Self.defaultText()
        for (old, new) in [
            ("\"stay\":0.", "\"stay\":1."), ("\"medium\":0.", "\"medium\":1."),
            ("\"stay\":0.", "\"stay\":NaN"), ("\"stay\":0.", "\"stay\":1e999"),
            ("\"limit\":4", "\"limit\":0"), ("\"deviation\":[", "\"deviation\":[-1,"),
            ("\"intercepts\":[", "\"intercepts\":[1,"),
        ] {
            try #require(text.contains(old))
            _ = try Self.error(text.replacingOccurrence(of: old, with: new))
        }
    }

    /// A feature is divided by its scale.
    @Test(arguments: ["0", "-0.5"]) func aScaleOfZeroOrLessIsRefused(scale: String) throws {
        let text = try Self.defaultText()
        let parts = try #require(text.firstRange(of: "\"scaling\":{\"deviation\":["))
        let first = try #require(text[parts.upperBound...].firstIndex(of: ","))
        let refusal = try Self.error(String(text[..<parts.upperBound]) + scale + String(text[first...]))
        #expect(refusal.code == .malformed && refusal.problem.contains("scale of 0 or less"))
    }

    @Test func noTruncationIsReadOrTraps() throws {
        let bytes = try DefaultModel.load().json()
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<60 {
            let count = Int.random(in: 0..<bytes.count - 2, using: &generator)
            #expect(throws: InputError.self) {
                try ActivityModel(json: Array(bytes.prefix(count)), source: "model.json")
            }
        }
    }
}

extension String {
    /// The text with the first occurrence of `old` replaced; Foundation is not needed for it.
    fileprivate func replacingOccurrence(of old: String, with new: String) -> String {
        guard let range = firstRange(of: old) else { return self }
        return replacingCharacters(in: range, with: new)
    }

    private func replacingCharacters(in range: Range<Index>, with new: String) -> String {
        String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
