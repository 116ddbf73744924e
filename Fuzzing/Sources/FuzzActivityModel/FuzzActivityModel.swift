import ActivityRecognition
import ActivityStream
import DefaultModel
import MotionTypes

/// Reads the built-in model's file with a part of it replaced: four bytes say where, two how much, the rest by what.
///
/// A model that is accepted must classify, and its own file must be accepted.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard input.count >= 6 else { return 0 }
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    let from = number(input[0..<4]) % (file.count + 1)
    let to = min(file.count, from + number(input[4..<6]))
    var json = file
    json.replaceSubrange(from..<to, with: input[6...])
    do throws(InputError) {
        let model = try ActivityModel(json: json, source: "model")
        classify(with: model)
        guard let again = try? model.json(), let second = try? ActivityModel(json: again, source: "model") else {
            fatalError("a model's own file is not accepted")
        }
        classify(with: second)
    } catch {
        precondition(!error.problem.isEmpty)
    }
    return 0
}

private let file: [UInt8] = {
    do { return try DefaultModel.load().json() } catch { fatalError("\(error)") }
}()

/// Eight seconds of a phone that swings.
private let samples = (0..<400).map { index in
    let phase = Float(index % 25) / 25
    return SensorSample(
        sensor: .acceleration, nanoseconds: Int64(index) * 20_000_000, value: SIMD3(phase, 2 * phase, 9.8 - phase))
}

private func classify(with model: ActivityModel) {
    var recognizer = Recognizer(model: model, options: .init(reportsEveryWindow: true))
    recognizer.append(samples)
    recognizer.finish()
    var reports: [ActivityReport] = []
    recognizer.takeReports(into: &reports)
    precondition(!reports.isEmpty)
    for report in reports {
        guard let probabilities = report.probabilities else { continue }
        let sum = ActivityClass.allCases.map { probabilities[$0] }.reduce(0, +)
        precondition(abs(sum - 1) < 1e-6)
    }
}
