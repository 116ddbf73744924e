// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
package import GaitwayEvaluation

extension FirstPredictionFigures {
    package var sentences: [String] {
        func percent(_ share: Double?) -> String { FigureText.percent(share, places: 1) }
        var sentences = [
            "First answers, after half a window: macro-F1 \(FigureText.decimal(macroF1)) on "
                + "\(FigureText.count(beginnings)) beginnings; whole windows 2.56 s later "
                + "\(FigureText.decimal(macroF1OfWindows)). \(percent(answered)) have an answer, and the whole "
                + "window keeps \(percent(kept)) of them.",
            "Confidence is medium for \(percent(medium)) of the answers. Of those \(percent(mediumRight)) are right, "
                + "and \(percent(mediumKept)) are kept.",
        ]
        if let restingVehicles {
            sentences.append(
                "Of \(FigureText.count(movingVehicles)) answers in vehicles at "
                    + "\(FigureText.decimal(Self.moving, places: 0)) m/s or more, \(percent(restingVehicles)) say "
                    + "stationary.")
        }
        return sentences
    }
}

extension HandlingFigures {
    package var sentence: String {
        "At the ends of \(FigureText.count(rides, "ride", "rides")), where a hand holds the phone "
            + "(\(FigureText.count(windows, "window", "windows")) outside the spans): "
            + "\(FigureText.percent(wrong, places: 1)) are classified as a bicycle or a vehicle that the ride does not "
            + "have, "
            + "\(FigureText.percent(handled, places: 1)) are unknown as the phone is turned, and "
            + "\(FigureText.percent(refused, places: 1)) for another reason."
    }
}
