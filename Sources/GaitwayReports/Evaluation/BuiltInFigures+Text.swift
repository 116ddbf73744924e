// SPDX-License-Identifier: Apache-2.0
package import GaitwayEvaluation

extension BuiltInFigures {
    /// A line for those who use a model although the built-in one did better; nil if it did not.
    package var note: String? {
        guard isWorse else { return nil }
        return "the built-in model did better than \(name) on rides left out of its training "
            + "(macro-F1 \(FigureText.decimal(builtIn)), \(FigureText.decimal(own))): leave --model out, or adapt the "
            + "built-in one with gaitway train --adapt default"
    }
}
