// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayRecognition

/// The features of a program's windows.
@c @implementation
public func gaitway_features(
    _ windows: UnsafePointer<gaitway_windows>?, _ features: UnsafeMutablePointer<Double>?
) -> gaitway_status {
    call { () throws(CallError) in
        guard let windows = try StridedWindows(windows) else { return }
        let features = try required(features, "features")
        let width = FeatureSchema.motion.features.count
        var extractor = FeatureExtractor()
        var window = windows.buffer
        var row: [Double] = []
        row.reserveCapacity(width)
        for index in 0..<windows.count {
            try windows.load(index, into: &window)
            row.removeAll(keepingCapacity: true)
            extractor.append(window, to: &row)
            for (place, value) in row.enumerated() { features[index * width + place] = value }
        }
    }
}

/// What a model makes of a program's windows.
@c @implementation
public func gaitway_model_estimate(
    _ model: OpaquePointer?, _ windows: UnsafePointer<gaitway_windows>?, _ probabilities: UnsafeMutablePointer<Double>?,
    _ reasons: UnsafeMutablePointer<UInt8>?
) -> gaitway_status {
    ModelObject.call(model) { (object) throws(CallError) in
        guard let windows = try StridedWindows(windows) else { return }
        let probabilities = try required(probabilities, "probabilities")
        var classifier = WindowClassifier(model: object.model)
        var window = windows.buffer
        for index in 0..<windows.count {
            try windows.load(index, into: &window)
            window.fault = window.faultOnGrid
            let outcome = classifier.estimate(window).outcome
            for activityClass in ActivityClass.allCases {
                let place = index * ActivityClass.allCases.count + activityClass.rawValue
                if case .probabilities(let values) = outcome {
                    probabilities[place] = values[activityClass]
                } else {
                    probabilities[place] = .nan
                }
            }
            if case .unknown(let reason) = outcome {
                reasons?[index] = reason.code
            } else {
                reasons?[index] = UInt8(GAITWAY_REASON_NONE)
            }
        }
    }
}
