// SPDX-License-Identifier: Apache-2.0
package import GaitwayBase
package import GaitwayRecognition

/// A program that answers the requests below `/api/` and `/tiles/`, and those of location apps below `/track/`. The
/// server calls it on its own thread, and it replies from any.
package protocol ServedApplication: Sendable {
    /// The methods that the program supports at a path; none if the path does not exist.
    func methods(at path: String) -> [String]
    /// Answers an allowed request. It calls `reply` once, at once or later.
    func answer(_ request: ServedRequest, reply: @escaping @Sendable (ServedResponse) -> Void)
    /// The model for sessions that begin now.
    var model: ActivityModel { get }
    /// Keeps the labels of a session that is recorded, as the whole list.
    ///
    /// - Parameters:
    ///   - folder: the name of the recording's folder.
    ///   - end: the end of the recording so far, in seconds.
    func keep(_ labels: [PressedLabel], of folder: String, until end: Double)
    /// Ends what still runs.
    func end()
}

/// A request to a program.
package struct ServedRequest: Sendable {
    /// GET or POST; HEAD is GET.
    package var method: String
    package var path: String
    /// The query's values by their names.
    package var query: [String: String]
    /// The fields `x-limit-u` and `x-limit-d`, by which OwnTracks names its user and device.
    package var fields: [String: String] = [:]
    package var body: [UInt8]
}

package struct ServedResponse: Sendable {
    package var status: Int
    package var type: String
    package var body: [UInt8]
    /// A regular file whose bytes are the body, instead of ``body``.
    package var file: InputFile?
    /// The name under which a browser saves the body; nil to show it.
    package var fileName: String?
    /// What a person reads instead of the body if the answer is a refusal; nil for any other answer.
    package var fault: Fault?

    /// What is wrong, where, and what to do.
    package struct Fault: Sendable, Hashable {
        package var problem: String
        package var place: String?
        package var remedy: String

        package init(problem: String, place: String? = nil, remedy: String) {
            self.problem = problem
            self.place = place
            self.remedy = remedy
        }
    }

    package init(status: Int = 200, type: String = "application/json", body: [UInt8], fileName: String? = nil) {
        self.status = status
        self.type = type
        self.body = body
        self.fileName = fileName
    }

    /// An answer with the bytes of a regular file, which are read as the client takes them.
    package init(type: String, file: InputFile, fileName: String) {
        self.init(type: type, body: [], fileName: fileName)
        self.file = file
    }
}

/// A label that a person pressed while a phone recorded, in seconds of elapsed time.
package struct PressedLabel: Sendable, Hashable {
    package var from: Double
    /// Nil while it goes on.
    package var to: Double?
    /// One of the five activities, or `none`.
    package var activity: String
}
