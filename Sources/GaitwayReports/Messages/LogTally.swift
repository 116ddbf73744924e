// SPDX-License-Identifier: Apache-2.0
package enum LogOutcome: Sendable {
    case classified
    /// The log was classified up to a fault.
    case inPart
    case notRead
}

package struct LogTally: Sendable {
    private var classified = 0
    private var inPart = 0
    private var notRead = 0

    /// No log yet.
    ///
    /// - Parameter notRead: the number of folders and files that could not be searched.
    package init(notRead: Int) { self.notRead = notRead }

    package mutating func add(_ outcome: LogOutcome) {
        switch outcome {
        case .classified: classified += 1
        case .inPart: inPart += 1
        case .notRead: notRead += 1
        }
    }

    package var isFaulty: Bool { inPart + notRead > 0 }

    /// The closing line: `542 classified, 7 not read`.
    package var text: String {
        var text = "\(classified + inPart) classified"
        if inPart > 0 { text += " (\(inPart) of them up to a fault)" }
        return text + (notRead > 0 ? ", \(notRead) not read" : "")
    }
}
