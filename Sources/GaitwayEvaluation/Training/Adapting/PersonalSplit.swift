// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// One person's windows: some minutes of each activity to adapt a model to, and all recordings that have none of these
/// to judge it on.
struct PersonalSplit {
    /// How many windows there must be to judge on: most of a minute.
    static let leastJudged = 20

    /// The person, as `dataset/user`.
    let person: String
    /// The windows to adapt to, rising.
    private(set) var adapted: [Int] = []
    private(set) var judged: [Int] = []

    /// The people among those windows that `selection` lists who have two activities to adapt to, and other recordings.
    ///
    /// Recordings are taken in the manifest's order until each activity has `minutes`, but never the last of an
    /// activity; of a long one the beginning is used and the rest is not judged.
    static func splits(of windows: LabelledWindows, selection: [Int], minutes: Double) -> [PersonalSplit] {
        windows.groups(of: selection, by: windows.person).compactMap {
            PersonalSplit($0.name, windows, $0.windows, minutes: minutes)
        }
    }

    private init?(_ person: String, _ windows: LabelledWindows, _ members: [Int], minutes: Double) {
        self.person = person
        let recordings = windows.groups(of: members, by: windows.recording)
        var left: [ActivityClass: Int] = [:]
        for recording in recordings { for shown in windows.classes(recording.windows) { left[shown, default: 0] += 1 } }
        let wanted = max(1, Int(clamping: (minutes / 60 / LabelledWindows.hours(ofWindows: 1)).rounded()))
        var taken: [ActivityClass: Int] = [:]
        for (_, indices) in recordings {
            let shown = windows.classes(indices)
            guard shown.allSatisfy({ left[$0, default: 0] > 1 }),
                shown.contains(where: { taken[$0, default: 0] < wanted })
            else {
                judged += indices.filter { windows.label($0).activity != nil }
                continue
            }
            for activityClass in shown { left[activityClass, default: 0] -= 1 }
            for index in indices {
                let activityClass = windows.training.classes[index]
                guard taken[activityClass, default: 0] < wanted else { continue }
                taken[activityClass, default: 0] += 1
                adapted.append(index)
            }
        }
        guard taken.keys.count(where: { $0.activity != nil }) > 1, judged.count >= Self.leastJudged else { return nil }
    }
}
