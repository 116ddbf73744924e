// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayRecognition

extension gaitway_stretch {
    init(_ stretch: ActivityStretch) {
        self.init()
        start_ns = stretch.start.wholeNanoseconds
        end_ns = stretch.end.wholeNanoseconds
        rest_ns = stretch.restTime.wholeNanoseconds
        windows = Int64(stretch.windows)
        probability = stretch.probability ?? .nan
        answer = stretch.prediction.activityClass.map { Int32($0.rawValue) } ?? -1
        confidence = Int32(stretch.confidence.rawValue)
        reason = stretch.reason.flatMap(UnknownReason.init(rawValue:)).map { Int32($0.code) } ?? 0
        is_rest = stretch.isRest ? 1 : 0
        steps = Int64(stretch.steps)
    }
}

/// The stretches of a recording's windows.
@c @implementation
public func gaitway_stretches(
    _ reports: UnsafePointer<gaitway_report>?, _ count: Int, _ end: Int64, _ steps: Int64, _ folds: Int32,
    _ stretches: UnsafeMutablePointer<gaitway_stretch>?, _ stretchCount: UnsafeMutablePointer<Int>?
) -> gaitway_status {
    call { () throws(CallError) in
        let stretchCount = try required(stretchCount, "stretch_count")
        stretchCount.pointee = 0
        let folds = try flag(folds, "folds")
        try SampleBounds.check(end, "the end")
        guard steps >= -1 else { throw CallError("steps is \(steps); give -1 if they are not counted") }
        guard count > 0 else {
            guard count == 0 else { throw CallError("the count of reports is too large") }
            return
        }
        try Stride.check(MemoryLayout<gaitway_report>.stride, count: count, "the count of reports")
        let given = try required(reports, "reports")
        let stretches = try required(stretches, "stretches")
        var reports: [ActivityReport] = []
        reports.reserveCapacity(count)
        for index in 0..<count { reports.append(try given[index].report("reports[\(index)]")) }
        let all = ActivityStretches(
            reports, end: .nanoseconds(end), steps: steps < 0 ? nil : Int(steps), restIsApart: !folds)
        let result = (folds ? all.folding() : all).stretches
        for (index, stretch) in result.enumerated() { stretches[index] = gaitway_stretch(stretch) }
        stretchCount.pointee = result.count
    }
}
