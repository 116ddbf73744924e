package import ActivityFeatures
internal import ActivityRecognition

extension LabelledWindows {
    /// The same windows with every feature missing for which `isMasked` holds, to learn and to score what a model is
    /// worth without it.
    package func masking(_ isMasked: (Feature) -> Bool) -> LabelledWindows {
        var masked = self
        masked.training = training.masking(isMasked)
        return masked
    }
}
