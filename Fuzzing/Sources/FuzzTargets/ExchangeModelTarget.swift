// SPDX-License-Identifier: Apache-2.0
import GaitwayBase
import GaitwayRecognition

/// Reads any bytes as another program's model. An accepted one must classify, and its own file must be accepted.
enum ExchangeModelTarget: FuzzTarget {
    static let name = "exchange-model"

    static func take(_ bytes: [UInt8]) {
        guard let model = try? ActivityModel(exchange: bytes, source: "exchange") else { return }
        Fixtures.classify(with: model)
        guard let file = try? model.json(), let again = try? ActivityModel(json: file, source: "model") else {
            fatalError("an imported model's file is not accepted")
        }
        Fixtures.classify(with: again)
    }
}
