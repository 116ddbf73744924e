public import MotionTypes

extension ActivityModel {
    /// Whether training saw speeds, so that ``Recognizer/Options/usesSpeed`` can be set.
    public var knowsSpeed: Bool { speed != nil }

    /// Refuses a model that saw no speeds in training.
    ///
    /// - Throws: `InputError` `unsupported`, without a source.
    public func requireSpeed() throws(InputError) {
        guard !knowsSpeed else { return }
        throw InputError(
            .unsupported, problem: "the model \(QuotedText.text(name)) has not learnt what a speed says of an activity",
            remedy: "train a model anew with gaitway train on rides of which some have speeds, or do without the speed")
    }
}
