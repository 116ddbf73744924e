// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

extension Recognizer {
    /// Why the model could not serve a log at all; nil if it could.
    ///
    /// - Parameter logger: the app whose setting is named if its rate is the reason; nil names none.
    package func whyUnknown(with model: ActivityModel, logger: Logger? = nil) -> String? {
        func count(_ reason: UnknownReason) -> Int { unknownWindows[reason] ?? 0 }
        // Of reasons that occur alike, a gap says the least.
        guard windows > 0, unknownWindows.values.reduce(0, +) == windows,
            let reason = UnknownReason.allCases.reversed().max(by: { count($0) < count($1) })
        else { return nil }
        return switch reason {
        case .rateTooLow: "the log has fewer samples a second than the model serves" + Self.neededRate(model, logger)
        case .noGravity: "the log has linear acceleration only, which the model does not serve"
        case .tooShort: "the log is shorter than one window of 5.12 s"
        case .gap: "the log has a gap of more than half a second in every 5.12 s"
        case .saturated: "the accelerometer's readings stand at the end of its range"
        case .deadSensor: "the accelerometer's readings do not change"
        case .farFromTraining: "the motion resembles no training data"
        case .handled: "the phone was turned all the time, which shows nothing about its owner"
        }
    }

    /// A note on a log with windows that the speed of fixes alone answered; nil for any other log.
    ///
    /// - Parameter logger: the app whose setting is named; nil names none.
    package func noteOnSpeed(with model: ActivityModel, logger: Logger? = nil) -> String? {
        guard windowsBySpeedAlone > 0 else { return nil }
        return "by the speed of location fixes alone in \(windowsBySpeedAlone) of \(windows.counted("window")): "
            + "too few samples a second" + Self.neededRate(model, logger)
    }

    private static func neededRate(_ model: ActivityModel, _ logger: Logger?) -> String {
        let rates = [true, false].compactMap(model.minimumRate(hasGravity:))
        let least = rates.min().map { " (\(Int(clamping: $0)) or more)" } ?? ""
        return least + (logger.map { "; " + $0.rateAdvice } ?? "")
    }
}

extension ActivityModel {
    /// Whether only the speeds of fixes can answer a log: its rate is below all that the model serves. Nothing has been
    /// read from `reader` yet.
    package func needsSpeed(for reader: RecordingReader) -> Bool {
        guard knowsSpeed, reader.header.hasLocation, let rate = reader.rateAtStart(),
            let least = minimumRate(hasGravity: reader.header.sensors.contains(.acceleration))
        else { return false }
        return rate < least
    }
}
