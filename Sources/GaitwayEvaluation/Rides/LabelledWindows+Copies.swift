// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension LabelledWindows {
    /// How many windows two rides must have in common to be copies of each other.
    private static let commonWindows = 3

    /// Refuses a recording that is there twice, under another name, on both sides of a fold: what is learnt from it
    /// would be judged on it.
    ///
    /// Windows are the same when all features agree to the last bit. `foldOfRide` is the fold of each ride.
    /// - Throws: `InputError` `malformed`, with the line of the later ride; `unreadable` if windows cannot be read
    ///   again.
    package func refuseCopies(foldOfRide: [Int]) throws(InputError) {
        struct Pair: Hashable {
            var first: Int
            var second: Int
        }
        var firstRide: [Int: Int] = [:]
        var common: [Pair: Int] = [:]
        var reader = TrainingWindows.Reader(training)
        var row: [Double] = []
        for (index, origin) in origins.enumerated() where origin.sensorCase != nil {
            var hasher = Hasher()
            try reader.read(index, into: &row)
            for value in row where !value.isNaN { hasher.combine(value) }
            let key = hasher.finalize()
            guard let first = firstRide[key] else {
                firstRide[key] = origin.ride
                continue
            }
            guard foldOfRide[first] != foldOfRide[origin.ride] else { continue }
            let pair = Pair(first: first, second: origin.ride)
            common[pair, default: 0] += 1
            if common[pair] == Self.commonWindows {
                throw InputError(
                    .malformed, line: rides[origin.ride].line,
                    problem:
                        "\(rides[origin.ride].recording) has the samples of \(rides[first].recording), of another user "
                        + "or data set",
                    remedy: "list the recording once")
            }
        }
    }
}
