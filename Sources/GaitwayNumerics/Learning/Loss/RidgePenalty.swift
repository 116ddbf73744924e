// SPDX-License-Identifier: Apache-2.0
/// The L2 penalty lambda/2 |W|^2 on the weights; intercepts, the last parameter of each class, are free.
///
/// With a centre (W0, b0) it is lambda/2 (|W - W0|^2 + |b - b0|^2): a fit to few rows stays near a model that is known
/// to be good.
package struct RidgePenalty: Sendable {
    /// The strength, lambda.
    package let strength: Double
    /// Parameters per class, the intercept last.
    let parametersPerClass: Int
    /// The parameters at which the penalty is 0; nil for weights of 0 and any intercepts.
    let center: [Double]?

    /// A penalty on k (d + 1) parameters, `parametersPerClass` being d + 1.
    init(strength: Double, parametersPerClass: Int, center: [Double]? = nil) {
        self.strength = strength
        self.parametersPerClass = parametersPerClass
        self.center = center
    }

    /// Whether intercepts are held, too, so that the objective has one minimum and not a line of them.
    var holdsIntercepts: Bool { center != nil }

    /// The penalty + its gradient, which is added to `gradient`.
    func value(at parameters: [Double], addingTo gradient: inout [Double]) -> Double {
        var sum = 0.0
        forEachPenalized(of: parameters.count) { index in
            let distance = parameters[index] - (center?[index] ?? 0)
            sum += distance * distance
            gradient[index] += strength * distance
        }
        return strength / 2 * sum
    }

    /// Calls `body` with the index of every penalised parameter.
    func forEachPenalized(of count: Int, _ body: (Int) -> Void) {
        let last = holdsIntercepts ? 0 : 1
        for start in stride(from: 0, to: count, by: parametersPerClass) {
            for index in start..<start + parametersPerClass - last { body(index) }
        }
    }
}
