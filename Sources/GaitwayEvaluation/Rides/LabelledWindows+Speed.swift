// SPDX-License-Identifier: Apache-2.0
package import GaitwayRecognition

extension LabelledWindows {
    /// Those of the windows that have a speed, to learn what speeds say.
    package func speedExamples(of indices: some Sequence<Int>) -> [SpeedLikelihood.Example] {
        indices.compactMap { index in
            origins[index].speed.map {
                SpeedLikelihood.Example(
                    activityClass: training.classes[index], dataSet: training.dataSets[index], speed: $0)
            }
        }
    }

    var countWithSpeed: Int { origins.count { $0.speed != nil } }
}
