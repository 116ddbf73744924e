// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition
import Testing

@testable import GaitwayExport

/// The C source's text. `make models` compiles and runs it.
@Suite struct CSourceTests {
    @Test func textsTakeThePlacesOfTheirLines() {
        let texts = [
            "all": "one\n#include \"part\"\n#include \"empty\"\n\n#include <math.h>\n",
            "part": "two\n#include \"inner\"\n", "inner": "    three \"four\";\n", "empty": "",
        ]
        #expect(Template.text("all", of: texts) == "one\ntwo\n    three \"four\";\n\n#include <math.h>\n")
    }

    @Test func aLineWithoutATextIsAFault() async {
        await #expect(processExitsWith: .failure) {
            _ = Template.text("all", of: ["all": "#include \"part\"\n"])
        }
    }

    @Test func aTextWithoutALineIsAFault() async {
        await #expect(processExitsWith: .failure) {
            _ = Template.text("all", of: ["all": "one\n", "part": "two\n"])
        }
    }

    @Test(arguments: [SensorCase.total, .slow])
    func everyLineOfTheSourceIsFilled(_ sensorCase: SensorCase) throws {
        let export = try ModelExport(DefaultModel.load(), sensorCase: sensorCase, prefix: "mine")
        let text = String(decoding: try export.bytes(.c), as: UTF8.self)
        #expect(!text.contains("#include \"") && !text.contains("gaitway_") && !text.contains("GAITWAY_"))
        #expect(text.contains("#define MINE_MODEL_CASE \"\(sensorCase.rawValue)\"\n"))
        #expect(text.contains("add_kernels") == (sensorCase == .total))
    }

    /// A program may include the library's header, too. C allows a second definition of a macro if it is the same.
    @Test func theWordsHaveTheNumbersOfTheLibrary() throws {
        let text = String(decoding: try ModelExport(DefaultModel.load()).bytes(.c), as: UTF8.self)
        var expected: Set<String> = ["UNKNOWN (-1)", "REASON_NONE 0", "POINTS 128", "FEATURES 108", "CLASSES 6"]
        func add(_ name: String, _ number: Int) {
            expected.insert("\(name.uppercased().replacing("-", with: "_")) \(number)")
        }
        for (number, activityClass) in ActivityClass.allCases.enumerated() { add(activityClass.name, number) }
        for activity in Activity.allCases { add("flag_\(activity)", Int(ActivityFlags(activity).rawValue)) }
        add("flag_unknown", Int(ActivityFlags.unknown.rawValue))
        for confidence in Confidence.allCases { add("confidence_\(confidence)", confidence.rawValue) }
        for reason in UnknownReason.allCases { add("reason_" + reason.rawValue, Int(reason.code)) }
        let own = ["MODEL_H", "MODEL_NAME", "MODEL_VERSION", "MODEL_CASE", "MODEL_RATE", "STATUS_"]
        let defined = text.split(separator: "\n").filter { line in
            line.hasPrefix("#define GAITWAY_") && !own.contains { line.hasPrefix("#define GAITWAY_" + $0) }
        }.map { line in
            line.split(separator: " ")[1...2].joined(separator: " ").replacing("GAITWAY_", with: "")
        }
        #expect(Set(defined) == expected && defined.count == expected.count)
    }
}
