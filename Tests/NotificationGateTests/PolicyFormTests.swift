// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import TestSupport
import Testing

@testable import GaitwayAlerts

/// The form of a policy: its fields, and policies in words.
@Suite struct PolicyFormTests {
    @Test func eachFieldOfAPolicyIsInTheForm() {
        let form = GatePolicy.form
        let owners = form.map(\.owner).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        #expect(owners == GatePolicy.fields.map(\.name))
        #expect(Set(form.map(\.name)).count == form.count)
        for field in form {
            #expect(field.help.hasSuffix("."), "\(field.name)")
            #expect((field.kind == .choice) == !field.words.isEmpty, "\(field.name)")
            // Each slider has an end, and the profiles lie on it.
            let isSlider = field.kind == .duration || field.kind == .number
            #expect(isSlider == (field.most != nil), "\(field.name)")
            for profile in GatePolicy.profiles {
                let word = profile.words[field.name]
                #expect(word != nil, "\(field.name)")
                if let most = field.most, word != "null" {
                    #expect((word.flatMap { Double($0) } ?? .infinity) <= most, "\(field.name)")
                }
                if field.kind == .choice { #expect(word.map(field.words.contains) == true, "\(field.name)") }
                if word == "null" { #expect(field.mayBeNull, "\(field.name)") }
            }
        }
    }

    @Test(arguments: 0..<Rounds.count(200)) func aPolicyInWordsIsThePolicy(_ seed: Int) throws {
        var random = RandomInputs(seed: UInt64(seed))
        var policy = random.policy()
        policy.name = ["mine", "null", "[1]", "a \"b\"", "12"][seed % 5]
        policy.priorityStories = [[], ["a"], ["a", "b c"], ["a,b", "c"], ["[x"], [" y"], ["null"]][seed % 7]
        #expect(Set(policy.words.keys) == Set(GatePolicy.form.map(\.name)))
        for base in GatePolicy.profiles { #expect(try GatePolicy(words: policy.words, base: base) == policy) }
        // Fields that are left out are the base's, and a file keeps all.
        let other = random.policy()
        let some = policy.words.filter { $0.key.hashValue % 2 == 0 || $0.key == "name" }
        guard let mixed = try? GatePolicy(words: some, base: other) else { return }
        for (name, word) in mixed.words where some[name] == nil && !name.contains(".") {
            #expect(word == other.words[name], "\(name)")
        }
        #expect(try GatePolicy(json: mixed.json()) == mixed)
    }

    @Test func switchesTurnRulesOff() throws {
        let policy = try GatePolicy(words: [
            "short_cap.alerts": "null", "vehicle_speed": "null", "long_cap.alerts": "4", "stale_after": "null",
        ])
        #expect(policy.shortCap == nil)
        #expect(policy.vehicleSpeed == nil)
        #expect(policy.staleAfter == nil)
        #expect(policy.longCap == AlertCap(alerts: 4, window: .seconds(86400)))
        // And on again, with the window that the form kept.
        let on = try GatePolicy(words: ["short_cap.alerts": "2"], base: policy)
        #expect(on.shortCap == AlertCap(alerts: 2, window: .seconds(3600)))
        let quiet = try GatePolicy(words: ["quiet_hours.from": "21:30"])
        #expect(quiet.quietHours?.from.text == "21:30")
        #expect(quiet.quietHours?.to.text == "07:00")
    }

    @Test(arguments: [
        ("after_drivin", "1", "after_drivin", "did you mean after_driving?"),
        ("after_driving", "soon", "after_driving", "\"soon\" is not a number"),
        ("after_driving", "-1", "after_driving", "out of range"),
        ("after_driving", "null", "after_driving", "\"null\" is not a number"),
        ("no_flags", "maybe", "no_flags", "use moving or unknown"),
        ("collapse_window", "1800", "collapse_window", "must be shorter than deferral_limit"),
        ("short_cap.alerts", "1.5", "short_cap.alerts", "wrong kind"),
        ("quiet_hours.from", "9 o'clock", "quiet_hours.from", "write it as 07:00"),
        ("categories", "{\"cafe\":", "categories", ""),
        ("categories", "{}, \"name\": \"x\"", "categories", ""),
        ("time_zone", "Mars/Base", "time_zone", "Mars/Base"),
    ]) func aFaultNamesItsField(name: String, word: String, place: String, text: String) {
        let error = #expect(throws: InputError.self) { _ = try GatePolicy(words: [name: word]) }
        #expect(error?.source == place || name == "time_zone", "\(String(describing: error))")
        #expect(error?.description.contains(text) == true, "\(String(describing: error))")
    }
}
