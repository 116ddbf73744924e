// SPDX-License-Identifier: Apache-2.0
/// A function to be minimised, with its gradient.
package protocol DifferentiableObjective {
    /// The number of parameters.
    var dimension: Int { get }

    /// The value at `parameters`; `gradient` is overwritten. Mutating, since it may use buffers of its own.
    mutating func evaluate(at parameters: [Double], gradient: inout [Double]) throws(FitError) -> Double
}

/// A convex function to be minimised, with its gradient and its Hessian.
package protocol TwiceDifferentiableObjective: DifferentiableObjective {
    /// Overwrites the lower triangle of `hessian`, `dimension` x `dimension`, with a positive definite matrix that
    /// acts like the Hessian on every direction in which the function is not constant.
    mutating func formHessian(at parameters: [Double], into hessian: inout Matrix) throws(FitError)
}

/// An approximate inverse of the Hessian, symmetric and positive semidefinite.
package protocol Preconditioner {
    /// Multiplies `vector` by the approximate inverse, in place.
    func apply(to vector: inout [Double])
}

package struct IdentityPreconditioner: Preconditioner {
    /// The preconditioner that changes nothing.
    package init() {}

    /// Leaves `vector` as it is.
    package func apply(to vector: inout [Double]) {}
}
