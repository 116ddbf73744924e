/// The L2 penalty lambda/2 |W|^2 on the weights; intercepts, the last parameter of each class, are free.
package struct RidgePenalty: Sendable {
    /// The strength, lambda.
    package let strength: Double
    /// Parameters per class, the intercept last.
    let parametersPerClass: Int

    /// lambda/2 |W|^2 + its gradient, which is added to `gradient`.
    func value(at parameters: [Double], addingTo gradient: inout [Double]) -> Double {
        var sum = 0.0
        forEachWeight(of: parameters.count) { index in
            sum += parameters[index] * parameters[index]
            gradient[index] += strength * parameters[index]
        }
        return strength / 2 * sum
    }

    /// Calls `body` with the index of every penalised parameter.
    func forEachWeight(of count: Int, _ body: (Int) -> Void) {
        for start in stride(from: 0, to: count, by: parametersPerClass) {
            for index in start..<start + parametersPerClass - 1 { body(index) }
        }
    }
}
