// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// OpenBLAS, and the LAPACK within it by its Fortran names, loaded when the first fit needs them.
///
/// Classifying a log needs neither, and OpenBLAS starts a thread for each further processor when it is loaded, which
/// wait busily for a while. So it is not linked: ``load()`` opens it, once, and whatever multiplies matrices calls that
/// first.
package struct OpenBLAS: Sendable {
    /// Why the library cannot be used.
    package struct Missing: Error, Sendable, Hashable, CustomStringConvertible {
        /// What the system says.
        package let reason: String

        /// The fault and its remedy in one line.
        package var description: String {
            "OpenBLAS cannot be loaded: \(reason); install it (Debian: apt-get install libopenblas0)"
        }
    }

    /// The numbers by which CBLAS (cblas.h) calls its options, and the letter by which LAPACK does.
    enum Option {
        static let rowMajor: CUnsignedInt = 101
        static let asItIs: CUnsignedInt = 111
        static let transposed: CUnsignedInt = 112
        static let lower: CUnsignedInt = 122
        static let nonUnitDiagonal: CUnsignedInt = 131
        static let upper = CChar(bitPattern: UInt8(ascii: "U"))
        static let vectors = CChar(bitPattern: UInt8(ascii: "V"))
    }

    typealias Elements = UnsafePointer<Double>?
    typealias Results = UnsafeMutablePointer<Double>?
    typealias Count = UnsafePointer<CInt>

    let dgemm:
        @convention(c) (
            CUnsignedInt, CUnsignedInt, CUnsignedInt, CInt, CInt, CInt, Double, Elements, CInt, Elements, CInt, Double,
            Results, CInt
        ) -> Void
    let dsyrk:
        @convention(c) (
            CUnsignedInt, CUnsignedInt, CUnsignedInt, CInt, CInt, Double, Elements, CInt, Double, Results, CInt
        ) -> Void
    let dtrsv:
        @convention(c) (
            CUnsignedInt, CUnsignedInt, CUnsignedInt, CUnsignedInt, CInt, Elements, CInt, Results, CInt
        ) -> Void
    let ddot: @convention(c) (CInt, Elements, CInt, Elements, CInt) -> Double
    let daxpy: @convention(c) (CInt, Double, Elements, CInt, Results, CInt) -> Void
    let dnrm2: @convention(c) (CInt, Elements, CInt) -> Double
    let dpotrf: @convention(c) (UnsafePointer<CChar>, Count, Results, Count, UnsafeMutablePointer<CInt>) -> Void
    let dpotrs:
        @convention(c) (
            UnsafePointer<CChar>, Count, Count, Elements, Count, Results, Count, UnsafeMutablePointer<CInt>
        ) -> Void
    let dsygv:
        @convention(c) (
            Count, UnsafePointer<CChar>, UnsafePointer<CChar>, Count, Results, Count, Results, Count, Results, Results,
            Count, UnsafeMutablePointer<CInt>
        ) -> Void

    /// The library by the name of its interface's version, which a system without its headers has, too.
    private static let standard = Result { () throws(Missing) in try OpenBLAS(name: "libopenblas.so.0") }

    /// Loads the library, unless that was done before, or nothing is asked of it (``Arithmetic``).
    ///
    /// - Throws: ``Missing``, each time the same, when the system does not have it.
    package static func load() throws(Missing) {
        guard Arithmetic.fixedOrder == nil else { return }
        try loadAlways()
    }

    /// Loads the library for routines that have no twin in one order.
    static func loadAlways() throws(Missing) { _ = try standard.get() }

    /// The routines. Callers that multiply have called ``load()`` and passed on its fault.
    static var routines: OpenBLAS {
        switch standard {
        case .success(let library): return library
        case .failure(let fault): preconditionFailure("\(fault)")
        }
    }

    /// Opens the library that the system finds under a name; it stays open as long as the process runs.
    init(name: String) throws(Missing) {
        guard let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { throw Self.fault(name) }
        func routine<Routine>(_ symbol: String, as type: Routine.Type) throws(Missing) -> Routine {
            guard let address = dlsym(library, symbol) else { throw Self.fault(symbol) }
            return unsafeBitCast(address, to: type)
        }
        dgemm = try routine("cblas_dgemm", as: type(of: dgemm))
        dsyrk = try routine("cblas_dsyrk", as: type(of: dsyrk))
        dtrsv = try routine("cblas_dtrsv", as: type(of: dtrsv))
        ddot = try routine("cblas_ddot", as: type(of: ddot))
        daxpy = try routine("cblas_daxpy", as: type(of: daxpy))
        dnrm2 = try routine("cblas_dnrm2", as: type(of: dnrm2))
        dpotrf = try routine("dpotrf_", as: type(of: dpotrf))
        dpotrs = try routine("dpotrs_", as: type(of: dpotrs))
        dsygv = try routine("dsygv_", as: type(of: dsygv))
        // OpenBLAS would spread a product over a thread for each processor, and for products of this size these wait
        // for each other longer than they work. Work is spread above this level, over recordings and folds.
        try routine("openblas_set_num_threads", as: (@convention(c) (CInt) -> Void).self)(1)
    }

    private static func fault(_ name: String) -> Missing {
        Missing(reason: dlerror().map { String(cString: $0) } ?? "\(name) is not there")
    }
}
