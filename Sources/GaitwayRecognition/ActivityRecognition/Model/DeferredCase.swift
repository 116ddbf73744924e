// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase
internal import Synchronization

/// The model of a sensor case, made when it is first asked for.
///
/// A log needs one of a model's cases, and to decode the others of the built-in model would be a good part of the time
/// that a short log takes.
final class DeferredCase: Sendable {
    /// The case, known without the model.
    let sensorCase: SensorCase
    private let make: @Sendable () -> CaseModel
    private let made: Mutex<CaseModel?>

    init(_ model: CaseModel) {
        sensorCase = model.sensorCase
        make = { model }
        made = Mutex(model)
    }

    /// A model that `make` makes.
    init(_ sensorCase: SensorCase, make: @escaping @Sendable () -> CaseModel) {
        self.sensorCase = sensorCase
        self.make = make
        made = Mutex(nil)
    }

    /// The model, made once at the first use.
    var model: CaseModel {
        made.withLock { made in
            if let model = made { return model }
            let model = make()
            made = model
            return model
        }
    }
}
