// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayBase

/// What a handle stands for; the raw value is the table's.
enum HandleKind: Int32 {
    case model = 1
    case log = 2
    case recognizer = 3
    case windowStream = 4
    case gate = 5
    case trips = 6

    /// The word in messages.
    var noun: String {
        switch self {
        case .model: "model"
        case .log: "log"
        case .recognizer: "recogniser"
        case .windowStream: "window stream"
        case .gate: "gate"
        case .trips: "timeline"
        }
    }
}

/// An object that a program holds by a handle.
protocol HandleObject: AnyObject {
    static var kind: HandleKind { get }
    /// Whether calls may use it at the same time.
    static var isShared: Bool { get }
}

extension HandleObject {
    static var isShared: Bool { false }

    /// Makes a handle of the object, which the table keeps, and hands it out.
    fileprivate func handOut(to destination: UnsafeMutablePointer<OpaquePointer?>) throws(CallError) {
        let object = Unmanaged.passRetained(self)
        guard let handle = gaitway_handle_add(Self.kind.rawValue, object.toOpaque()) else {
            object.release()
            throw CallError("there is no memory for another handle", status: GAITWAY_ERROR_MEMORY)
        }
        destination.pointee = OpaquePointer(handle)
    }

    /// Does something with the object of a handle, which no other thread may use meanwhile unless it is shared.
    static func use<Result>(
        _ handle: OpaquePointer?, _ body: (Self) throws(CallError) -> Result
    ) throws(CallError) -> Result {
        let handle = handle.map(UnsafeMutableRawPointer.init)
        var status = gaitway_status(GAITWAY_OK)
        guard let object = gaitway_handle_begin(handle, kind.rawValue, isShared ? 1 : 0, &status) else {
            throw fault(status)
        }
        defer { gaitway_handle_end(handle) }
        return try body(Unmanaged<Self>.fromOpaque(object).takeUnretainedValue())
    }

    /// A call that does something with the object of a handle.
    static func call(_ handle: OpaquePointer?, _ body: (Self) throws(CallError) -> Void) -> gaitway_status {
        CInterface.call { () throws(CallError) in try use(handle, body) }
    }

    /// A call that hands out a text of an object.
    static func call(
        _ handle: OpaquePointer?, text: TextResult, _ name: String, _ body: (Self) throws(CallError) -> String?
    ) -> gaitway_status {
        CInterface.call { () throws(CallError) in
            try CInterface.handOut(text, name) { () throws(CallError) in try use(handle, body) }
        }
    }

    /// A call that hands out bytes of an object.
    static func call(
        _ handle: OpaquePointer?, bytes destination: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
        size: UnsafeMutablePointer<Int>?, _ body: (Self) throws(CallError) -> [UInt8]
    ) -> gaitway_status {
        CInterface.call { () throws(CallError) in
            let destination = try required(destination, "bytes")
            let size = try required(size, "size")
            destination.pointee = nil
            size.pointee = 0
            let bytes = try use(handle, body)
            destination.pointee = try copy(bytes)
            size.pointee = bytes.count
        }
    }

    /// A call that hands out a number of an object, and whether there is one.
    static func call(
        _ handle: OpaquePointer?, number: UnsafeMutablePointer<Int64>?, _ name: String,
        isSet: UnsafeMutablePointer<Int32>?, _ flag: String, _ body: (Self) -> Int64?
    ) -> gaitway_status {
        CInterface.call { () throws(CallError) in
            let number = try required(number, name)
            let isSet = try required(isSet, flag)
            let found = try use(handle, body)
            number.pointee = found ?? 0
            isSet.pointee = found == nil ? 0 : 1
        }
    }

    /// A call that frees a handle; NULL has no effect.
    static func free(_ handle: OpaquePointer?) -> gaitway_status {
        CInterface.call { () throws(CallError) in
            guard let handle else { return }
            var status = gaitway_status(GAITWAY_OK)
            let object = gaitway_handle_remove(UnsafeMutableRawPointer(handle), kind.rawValue, &status)
            guard status == GAITWAY_OK else { throw fault(status) }
            if let object { Unmanaged<Self>.fromOpaque(object).release() }
        }
    }

    private static func fault(_ status: gaitway_status) -> CallError {
        let noun = kind.noun
        let text =
            switch Int(status) {
            case GAITWAY_ERROR_BUSY: "another thread is using the \(noun); let one thread use it at a time"
            case GAITWAY_ERROR_FORKED: "the \(noun) belongs to the process that this one was forked off; make one here"
            case GAITWAY_ERROR_HANDLE: "this is the handle of no \(noun); it was freed, or is something else"
            default: "the \(noun) is NULL; make one first"
            }
        return CallError(text, status: Int(status))
    }
}

/// A call that makes an object and hands its handle out; NULL in case of an error.
func make(
    _ destination: HandleResult, _ name: String, _ body: () throws(CallError) -> some HandleObject
) -> gaitway_status {
    call { () throws(CallError) in
        let destination = try required(destination, name)
        destination.pointee = nil
        try body().handOut(to: destination)
    }
}
