// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

// The parts of a policy in JSON.

extension AlertCap {
    /// Reads `{"alerts": 3, "window": 3600}`.
    init(_ value: PolicyValue) throws(InputError) {
        let fields = try value.fields(["alerts", "window"])
        self.init(
            alerts: try value.required("alerts", in: fields).integer(),
            window: try value.required("window", in: fields).duration())
    }

    func write(to json: inout JSONWriter) {
        json.object(.padded) { json in
            json.add("alerts", alerts)
            json.add("window", seconds: window, places: 9)
        }
    }
}

extension QuietHours {
    /// Reads `{"from": "22:00", "to": "07:00", "time_zone": "Europe/Berlin"}`.
    init(_ value: PolicyValue) throws(InputError) {
        let fields = try value.fields(["from", "to", "time_zone"])
        func time(_ name: String) throws(InputError) -> TimeOfDay {
            let field = try value.required(name, in: fields)
            let text = try field.text()
            guard let time = TimeOfDay(text) else {
                throw field.fault("\(quoted: text) is not a time of day", remedy: "write it as 07:00")
            }
            return time
        }
        self.init(
            from: try time("from"), to: try time("to"), timeZone: try value.required("time_zone", in: fields).text())
        do throws(InputError) {
            _ = try QuietHoursClock(self)
        } catch {
            var fault = error
            fault.line = value.line
            throw fault
        }
    }

    func write(to json: inout JSONWriter) {
        json.object(.padded) { json in
            json.add("from", from.text)
            json.add("to", to.text)
            json.add("time_zone", timeZone)
        }
    }
}

extension ConfidenceThresholds {
    static let paths: [(name: String, path: any WritableKeyPath<ConfidenceThresholds, Confidence> & Sendable)] =
        [
            ("stationary", \.stationary), ("walking", \.walking), ("running", \.running), ("cycling", \.cycling),
            ("automotive", \.automotive),
        ]

    /// The activities, by their names in a file.
    static var names: [String] { paths.map(\.name) }

    /// Reads `{"automotive": "medium"}`; other activities count from low on.
    init(_ value: PolicyValue) throws(InputError) {
        self.init()
        let fields = try value.fields(Self.paths.map(\.name))
        for (name, path) in Self.paths {
            guard let field = fields[name] else { continue }
            let word = try field.text()
            guard let level = Confidence(name: word) else {
                throw field.fault("\(quoted: word) is not a confidence", remedy: "use low, medium or high")
            }
            self[keyPath: path] = level
        }
    }

    func write(to json: inout JSONWriter) {
        json.object(.padded) { json in
            for (name, path) in Self.paths { json.add(name, self[keyPath: path].name) }
        }
    }
}
