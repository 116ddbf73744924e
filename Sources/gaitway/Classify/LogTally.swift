/// What became of logs.
enum LogOutcome: Sendable { case classified, inPart, notRead }

/// How many logs were classified, and how many were not.
struct LogTally: Sendable {
    private var classified = 0
    private var inPart = 0
    private var notRead = 0

    /// - Parameter notRead: how much could not even be searched.
    init(notRead: Int) { self.notRead = notRead }

    /// Counts a log.
    mutating func add(_ outcome: LogOutcome) {
        switch outcome {
        case .classified: classified += 1
        case .inPart: inPart += 1
        case .notRead: notRead += 1
        }
    }

    /// Whether something was wrong with a log.
    var isFaulty: Bool { inPart + notRead > 0 }

    /// The closing line: `542 classified, 7 not read`.
    var text: String {
        var text = "\(classified + inPart) classified"
        if inPart > 0 { text += " (\(inPart) of them up to a fault)" }
        return text + (notRead > 0 ? ", \(notRead) not read" : "")
    }
}
