// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// Reads the built-in model's file with a part replaced. Four bytes of the input say where, two how much; the rest is
/// the new text.
///
/// An accepted model must classify, and its own file must be accepted.
enum ActivityModelTarget: FuzzTarget {
    static let name = "activity-model"

    static func take(_ input: [UInt8]) {
        guard input.count >= 6 else { return }
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        let from = number(input[0..<4]) % (file.count + 1)
        let to = min(file.count, from + number(input[4..<6]))
        var json = file
        json.replaceSubrange(from..<to, with: input[6...])
        do throws(InputError) {
            let model = try ActivityModel(json: json, source: "model")
            Fixtures.classify(with: model)
            guard let again = try? model.json(), let second = try? ActivityModel(json: again, source: "model") else {
                fatalError("a model's own file is not accepted")
            }
            Fixtures.classify(with: second)
        } catch {
            precondition(!error.problem.isEmpty)
        }
    }
}

private let file: [UInt8] = {
    do { return try Fixtures.model.json() } catch { fatalError("\(error)") }
}()
