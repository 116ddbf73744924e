extension SoftmaxClassifier {
    /// The models that each leave one group of rows out: the one without group g minimises what ``fit(_:options:)`` does over
    /// all other rows, with the same C.
    ///
    /// `groupOfRow` numbers the groups from 0 without gaps. All fits go on together, by L-BFGS, from the optimum over all rows,
    /// which is found first unless `options` has it, so that thirty of them cost about three times what one does. One that does not
    /// get there that way is finished by itself, by the solver of `options`.
    ///
    /// All share the features' scaling and the rows' weights; folds that form their own, as those of an honest evaluation of
    /// Gaitway's models do, are fitted one by one, with the curvature of one of them (``FittedCurvature``).
    /// - Throws: ``FitError`` as a fit does, for groups that are not one for each row, and where all rows of a class are in one
    ///   group.
    package static func fitLeavingOut(
        groupOfRow: [Int], of examples: TrainingSet, options: FitOptions = FitOptions()
    ) throws(FitError) -> [ClassifierFit] {
        try checkGroups(groupOfRow, of: examples)
        var options = options
        try options.check(for: examples)
        let whole: SoftmaxClassifier
        if let initial = options.initial {
            whole = initial
        } else {
            whole = try fit(examples, options: options).classifier
        }
        if options.curvature == nil { options.curvature = try FittedCurvature(examples, at: whole, options: options) }

        var fits = [ClassifierFit?](repeating: nil, count: (groupOfRow.max() ?? 0) + 1)
        if let curvature = options.curvature {
            let penalty = PenalizedLoss(examples, inverseRegularization: options.inverseRegularization).penalty
            let solver = LeaveOutSolver(tolerance: options.tolerance, maximumIterations: options.maximumIterations)
            let loss = LeaveOutLoss(examples, groupOfRow: groupOfRow, penalty: penalty)
            fits = try solver.minimize(loss, from: whole.parameters, preconditioner: curvature).map { solution in
                ClassifierFit(
                    solution, by: .lbfgs, features: examples.features.columns, classes: examples.classes)
            }
        }
        var finished: [ClassifierFit] = []
        for (group, together) in fits.enumerated() {
            if let together, together.report.isConverged {
                finished.append(together)
                continue
            }
            options.initial = together?.classifier ?? whole
            finished.append(try fit(examples.leavingOut(group, groupOfRow: groupOfRow), options: options))
        }
        return finished
    }

    /// Throws unless each row has a group, and each class rows of weight outside of every group.
    private static func checkGroups(_ groupOfRow: [Int], of examples: TrainingSet) throws(FitError) {
        guard groupOfRow.count == examples.labels.count, groupOfRow.allSatisfy({ $0 >= 0 }) else {
            throw .badGroups(rows: examples.labels.count, groups: groupOfRow.count)
        }
        var groupOfClass = [Int?](repeating: nil, count: examples.classes)
        var isShared = [Bool](repeating: false, count: examples.classes)
        for (row, group) in groupOfRow.enumerated() where examples.shares[row] > 0 {
            let label = examples.labels[row]
            if let first = groupOfClass[label], first != group { isShared[label] = true }
            groupOfClass[label] = group
        }
        if let label = isShared.firstIndex(of: false) { throw .classWithoutRows(label: label) }
    }
}
