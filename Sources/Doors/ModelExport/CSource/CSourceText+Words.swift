internal import ActivityRecognition
internal import MotionTypes

extension CSourceText {
    /// The words of answers with their numbers, which are those of gaitway.h: a program may include both.
    ///
    /// They are macros, since C allows the same definition of a macro twice, and refuses a different one.
    static let words: String = {
        var text = """

            /* The words of answers. The library's header gaitway.h has the same numbers. */
            #define GAITWAY_UNKNOWN (-1) /* unlike all training data, and not sure; or a dead accelerometer */

            """
        for (number, activityClass) in ActivityClass.allCases.enumerated() {
            text += define(activityClass.name, number)
        }
        text += "\n/* The flags of an answer. Several may be set; 0 means moving, but not in one of the five ways. */\n"
        for activity in Activity.allCases { text += define("flag-\(activity)", Int(ActivityFlags(activity).rawValue)) }
        text += define("flag-unknown", Int(ActivityFlags.unknown.rawValue)) + "\n"
        for confidence in Confidence.allCases { text += define("confidence-\(confidence)", confidence.rawValue) }
        text += "\n/* The reason for a missing estimate. */\n" + define("reason-none", 0)
        for reason in UnknownReason.allCases { text += define("reason-" + reason.rawValue, Int(reason.code)) }
        return text
    }()

    /// The flags of each class.
    static let flags: String = {
        let numbers = ActivityClass.allCases.map { activityClass in
            activityClass.activity.map { "\(ActivityFlags($0).rawValue)" } ?? "0"
        }
        return "\nstatic const uint8_t FLAGS[CLASSES] = {\(numbers.joined(separator: ", "))};\n"
    }()

    private static func define(_ name: String, _ number: Int) -> String {
        "#define GAITWAY_\(name.uppercased().replacing("-", with: "_")) \(number)\n"
    }
}
