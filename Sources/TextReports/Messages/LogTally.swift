/// What became of a log.
package enum LogOutcome: Sendable {
    /// All of it was classified.
    case classified
    /// What comes before a fault was classified.
    case inPart
    /// Nothing of it could be read.
    case notRead
}

/// How many logs were classified, and how many were not.
package struct LogTally: Sendable {
    private var classified = 0
    private var inPart = 0
    private var notRead = 0

    /// No log yet.
    ///
    /// - Parameter notRead: how much could not even be searched.
    package init(notRead: Int) { self.notRead = notRead }

    /// Counts a log.
    package mutating func add(_ outcome: LogOutcome) {
        switch outcome {
        case .classified: classified += 1
        case .inPart: inPart += 1
        case .notRead: notRead += 1
        }
    }

    /// Whether something was wrong with a log.
    package var isFaulty: Bool { inPart + notRead > 0 }

    /// The closing line: `542 classified, 7 not read`.
    package var text: String {
        var text = "\(classified + inPart) classified"
        if inPart > 0 { text += " (\(inPart) of them up to a fault)" }
        return text + (notRead > 0 ? ", \(notRead) not read" : "")
    }
}
