import ActivityRecognition
import SensorLogs

/// A command line of `classify` in its plainest form: names of options written out, each at most once and with its
/// value behind it, and logs.
///
/// Why it is read here: ArgumentParser asks the runtime for some hundred conformances, and each first answer is a
/// search through all of the program's. That takes longer than a short log. What is not as plain, or wrong, is left
/// to ArgumentParser, which alone explains; `CommandLineTests` compare what both read.
struct PlainCommandLine {
    /// What is to be done.
    let classifier: LogClassifier

    /// Nil for anything that is not certain to mean the same to ArgumentParser.
    init?(_ arguments: [String]) {
        guard arguments.first == "classify" else { return nil }
        var classifier = LogClassifier(logs: [])
        var given: Set<String> = []
        var position = 1
        while position < arguments.count {
            let argument = arguments[position]
            position += 1
            guard argument.hasPrefix("-"), argument != "-" else {
                guard !argument.isEmpty else { return nil }
                classifier.logs.append(argument)
                continue
            }
            guard given.insert(argument).inserted else { return nil }
            if argument == "--every-window" {
                classifier.everyWindow = true
                continue
            }
            guard position < arguments.count, let value = arguments[position].nonOption,
                classifier.set(argument, to: value)
            else { return nil }
            position += 1
        }
        guard !classifier.logs.isEmpty else { return nil }
        self.classifier = classifier
    }
}

extension LogClassifier {
    /// Sets an option by its name on the command line; false if there is none of that name, or the value is none of its.
    fileprivate mutating func set(_ option: String, to value: String) -> Bool {
        switch option {
        case "--model": model = value
        case "--output": output = value
        case "--format":
            guard let known = ClassifyCommand.Format(rawValue: value) else { return false }
            format = known
        case "--smoothing":
            guard let known = Smoothing(rawValue: value) else { return false }
            smoothing = known
        case "--jobs":
            guard let count = Int(value), count >= 1 else { return false }
            jobs = count
        case "--logger":
            guard let known = Logger(rawValue: value) else { return false }
            options.logger = known
        case "--unit":
            guard let known = LogOptions.Unit(rawValue: value) else { return false }
            options.unit = known
        case "--acceleration":
            guard let known = LogOptions.Acceleration(rawValue: value) else { return false }
            options.acceleration = known
        default: return false
        }
        return true
    }
}

extension String {
    /// The argument itself if it cannot be taken for an option.
    fileprivate var nonOption: String? { isEmpty || hasPrefix("-") ? nil : self }
}
