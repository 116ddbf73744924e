// SPDX-License-Identifier: Apache-2.0
/// The addresses of a workspace's days, below `/api/days/`.
package enum DayRoute: String {
    case calendar, day, places, place, years, heat, export, doubts, zones, modes, correct, corrections, withdraw, forget

    /// The route of a path; nil for another.
    init?(path: String) {
        let prefix = "/api/days/"
        guard path.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(path.dropFirst(prefix.utf8.count)))
    }

    var methods: [String] {
        switch self {
        case .calendar, .day, .places, .place, .years, .heat, .export, .doubts, .corrections: ["GET", "HEAD"]
        case .zones, .modes: ["GET", "HEAD", "POST"]
        case .correct, .withdraw, .forget: ["POST"]
        }
    }
}
