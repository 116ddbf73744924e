// SPDX-License-Identifier: Apache-2.0
internal import GaitwayRecognition

/// The division of a person's recordings into folds, to leave whole recordings out in turn.
///
/// Each activity is dealt over the folds by itself, until its recordings end. What an activity has in one recording
/// alone cannot be left out, as nothing would show the activity any more: such recordings always stay, and so do those
/// of no activity.
struct RecordingFolds {
    private static let most = 5

    let folds: [[Int]]

    /// The folds of those windows that `selection` lists; nil where no recording can be left out.
    init?(_ windows: LabelledWindows, selection: [Int]) {
        let all = windows.groups(of: selection, by: windows.recording).map {
            (windows: $0.windows, classes: windows.classes($0.windows))
        }
        var recordings: [ActivityClass: Int] = [:]
        for recording in all { for shown in recording.classes { recordings[shown, default: 0] += 1 } }
        let movable = all.filter { recording in
            recording.classes.contains { $0.activity != nil }
                && recording.classes.allSatisfy { recordings[$0, default: 0] > 1 }
        }
        let count = min(Self.most, movable.flatMap(\.classes).compactMap { recordings[$0] }.max() ?? 0)
        guard count > 1 else { return nil }
        var dealt = [[Int]](repeating: [], count: count)
        var held: [ActivityClass: [Int]] = [:]
        for recording in movable {
            // Where its rarest activity is least held; of equals, where there is least.
            let shown = recording.classes.sorted { $0.rawValue < $1.rawValue }
            guard let rarest = shown.min(by: { recordings[$0, default: 0] < recordings[$1, default: 0] }) else {
                continue
            }
            let counts = held[rarest, default: [Int](repeating: 0, count: count)]
            let fold = dealt.indices.min { (counts[$0], dealt[$0].count, $0) < (counts[$1], dealt[$1].count, $1) } ?? 0
            for activityClass in shown {
                held[activityClass, default: [Int](repeating: 0, count: count)][fold] += 1
            }
            dealt[fold] += recording.windows
        }
        folds = dealt.filter { !$0.isEmpty }
    }
}
