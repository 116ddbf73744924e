// SPDX-License-Identifier: Apache-2.0
/// The result of classifying a log.
package enum LogOutcome: Sendable {
    /// The whole log was classified.
    case classified
    /// The log was classified up to a fault.
    case inPart
    /// The log could not be read.
    case notRead
}

/// Counts of logs by result.
package struct LogTally: Sendable {
    private var classified = 0
    private var inPart = 0
    private var notRead = 0

    /// No log yet.
    ///
    /// - Parameter notRead: the number of folders and files that could not be searched.
    package init(notRead: Int) { self.notRead = notRead }

    /// Counts a log.
    package mutating func add(_ outcome: LogOutcome) {
        switch outcome {
        case .classified: classified += 1
        case .inPart: inPart += 1
        case .notRead: notRead += 1
        }
    }

    /// True if a log had a fault.
    package var isFaulty: Bool { inPart + notRead > 0 }

    /// The closing line: `542 classified, 7 not read`.
    package var text: String {
        var text = "\(classified + inPart) classified"
        if inPart > 0 { text += " (\(inPart) of them up to a fault)" }
        return text + (notRead > 0 ? ", \(notRead) not read" : "")
    }
}
