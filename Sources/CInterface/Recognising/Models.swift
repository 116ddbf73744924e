// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CGaitway
internal import GaitwayRecognition

/// A model, which any number of threads may use.
final class ModelObject: HandleObject {
    static let kind = HandleKind.model
    static let isShared = true

    let model: ActivityModel

    init(_ model: ActivityModel) { self.model = model }
}

/// The model that is built in.
@c @implementation
public func gaitway_model_default(_ model: HandleResult) -> gaitway_status {
    make(model, "model") { () throws(CallError) in
        ModelObject(try reading(DefaultModel.load()))
    }
}

/// The model of a file's bytes.
@c @implementation
public func gaitway_model_create(
    _ bytes: UnsafeRawPointer?, _ size: Int, _ name: UnsafePointer<CChar>?, _ model: HandleResult
) -> gaitway_status {
    make(model, "model") { () throws(CallError) in
        let bytes = try CInterface.bytes(bytes, size: size)
        let name = try optionalText(name, "name") ?? "the model"
        return ModelObject(try reading(ActivityModel(json: bytes, source: name)))
    }
}

/// Frees a model.
@c @implementation
public func gaitway_model_free(_ model: OpaquePointer?) -> gaitway_status { ModelObject.free(model) }

/// A model's name.
@c @implementation
public func gaitway_model_name(_ model: OpaquePointer?, _ name: TextResult) -> gaitway_status {
    ModelObject.call(model, text: name, "name") { $0.model.name }
}

/// A model as a file's bytes.
@c @implementation
public func gaitway_model_bytes(
    _ model: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ size: UnsafeMutablePointer<Int>?
) -> gaitway_status {
    ModelObject.call(model, bytes: bytes, size: size) { (object) throws(CallError) in
        try reading(object.model.json())
    }
}
