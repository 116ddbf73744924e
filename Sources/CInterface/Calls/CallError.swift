// SPDX-License-Identifier: Apache-2.0
internal import CGaitway
internal import GaitwayBase

/// Why a call failed: the status that it returns, and the text of it.
struct CallError: Error {
    /// One of `GAITWAY_ERROR_…`.
    let status: gaitway_status
    /// One line: what is wrong and what to do.
    let text: String

    /// A fault of the call itself: `GAITWAY_ERROR_ARGUMENT`, unless told.
    init(_ text: String, status: Int = GAITWAY_ERROR_ARGUMENT) {
        self.status = gaitway_status(status)
        self.text = text
    }

    /// A fault of the input, with the text that the command prints.
    init(_ error: InputError) {
        let status =
            switch error.code {
            case .unreadable: GAITWAY_ERROR_UNREADABLE
            case .empty: GAITWAY_ERROR_EMPTY
            case .truncated: GAITWAY_ERROR_TRUNCATED
            case .malformed: GAITWAY_ERROR_MALFORMED
            case .unsupported: GAITWAY_ERROR_UNSUPPORTED
            case .ambiguous: GAITWAY_ERROR_AMBIGUOUS
            case .limitExceeded: GAITWAY_ERROR_LIMIT
            }
        self.init(QuotedText.printable(error.description), status: status)
    }
}

/// What a function of the interface does; an error of it becomes the status and the thread's text.
func call(_ body: () throws(CallError) -> Void) -> gaitway_status {
    do throws(CallError) {
        try body()
        return gaitway_status(GAITWAY_OK)
    } catch {
        var text = error.text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { gaitway_set_error_text($0.baseAddress, $0.count) }
        }
        return error.status
    }
}

/// What is read from input; an error of it becomes one of the call.
func reading<Result>(_ body: @autoclosure () throws(InputError) -> Result) throws(CallError) -> Result {
    do throws(InputError) { return try body() } catch { throw CallError(error) }
}

/// The pointer, which must not be NULL; `name` is the parameter's.
func required<Pointer>(_ pointer: Pointer?, _ name: String) throws(CallError) -> Pointer {
    guard let pointer else { throw CallError("\(name) is NULL; give an address") }
    return pointer
}

/// A flag, which is 0 or 1.
func flag(_ value: Int32, _ name: String) throws(CallError) -> Bool {
    guard value == 0 || value == 1 else { throw CallError("\(name) is \(value); give 0 or 1") }
    return value == 1
}
