// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The rules of a place's alerts as a file has them, unchecked, from GeoJSON's properties or a table's columns.
struct RuleFields {
    /// A field as it was written: a word, or a number, or anything else.
    enum Value {
        case text(String)
        case number(Double)
        case flag(Bool)
        case other
    }

    /// A fault of a field, with its name.
    struct Fault: Error {
        var field: String
        var problem: String
        var remedy: Remedy
    }

    /// The names of the fields, as PLACES.md has them.
    static let names = ["alert", "dwell", "priority", "expiry", "cooldown", "category", "hours"]

    /// About 31 years, as in a policy.
    private static let longestSeconds = 1e9

    /// The rules of the fields; nil leaves a rule open.
    static func rules(_ value: (_ name: String) -> Value?) throws(Fault) -> AlertRules {
        var rules = AlertRules()
        let dwell = try seconds("dwell", value("dwell"))
        if let alert = value("alert") {
            guard case .text(let word) = alert, let moment = AlertMoment(rawValue: word) else {
                throw Fault(
                    field: "alert", problem: "the alert \(text(alert))is not known", remedy: "use enter, exit or dwell")
            }
            rules.moment = moment
        } else if dwell != nil {
            rules.moment = .dwell
        }
        guard (rules.moment == .dwell) == (dwell != nil) else {
            throw Fault(
                field: "dwell",
                problem: dwell == nil
                    ? "the alert is \"dwell\", and \"dwell\" does not say after how long"
                    : "\"dwell\" says a time, and the alert is \(quoted: rules.moment.rawValue)",
                remedy: dwell == nil ? "give the seconds" : "use \"alert\": \"dwell\", or leave the time out")
        }
        rules.dwell = dwell
        rules.hasPriority = try flag("priority", value("priority"))
        rules.expiry = try seconds("expiry", value("expiry"))
        rules.cooldown = try seconds("cooldown", value("cooldown"))
        if let category = value("category") {
            guard case .text(let name) = category else {
                throw Fault(field: "category", problem: "the category is not a text", remedy: "give its name")
            }
            rules.category = name
        }
        if let hours = value("hours") {
            guard case .text(let written) = hours else {
                throw Fault(
                    field: "hours", problem: "the hours are not a text", remedy: "write them as Mo-Fr 08:00-18:00")
            }
            do throws(InputError) {
                rules.hours = try WeeklyHours(written)
            } catch {
                throw Fault(field: "hours", problem: error.problem, remedy: error.remedy)
            }
        }
        return rules
    }

    private static func seconds(_ name: String, _ value: Value?) throws(Fault) -> Duration? {
        guard let value else { return nil }
        let number: Double?
        switch value {
        case .number(let seconds): number = seconds
        case .text(let text): number = Double(text)
        case .flag, .other: number = nil
        }
        guard let number, number >= 0, number <= longestSeconds else {
            throw Fault(
                field: name, problem: "\(quoted: name) \(text(value))is not a number of seconds",
                remedy: "give 0 to 1000000000 seconds")
        }
        return Duration(inSeconds: number)
    }

    private static func flag(_ name: String, _ value: Value?) throws(Fault) -> Bool? {
        switch value {
        case nil: return nil
        case .flag(let flag)?: return flag
        case .text("true")?: return true
        case .text("false")?: return false
        case let other?:
            throw Fault(field: name, problem: "\(quoted: name) \(text(other))is not known", remedy: "use true or false")
        }
    }

    /// A value in quotes and a blank, or an empty text for one that no message can hold.
    private static func text(_ value: Value) -> String {
        switch value {
        case .text(let text): "\(quoted: text) "
        case .number(let number): "\(number) "
        case .flag(let flag): "\(flag) "
        case .other: ""
        }
    }
}
