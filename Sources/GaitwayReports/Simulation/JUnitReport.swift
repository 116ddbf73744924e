// SPDX-License-Identifier: Apache-2.0
import GaitwayBase

/// The results of checks as JUnit XML, which build servers show: suites of cases, each passed, failed or in error.
package struct JUnitReport: Sendable, Hashable {
    package struct Case: Sendable, Hashable {
        package var name: String
        /// What it belongs to, such as a file.
        package var group: String
        /// What is not as expected, a line each; empty for a check that passed.
        package var failures: [String]
        /// Why it could not be done; nil if it was.
        package var fault: String?

        /// A check that was done, or could not be for a `fault`.
        package init(_ name: String, in group: String, failures: [String] = [], fault: String? = nil) {
            self.name = name
            self.group = group
            self.failures = failures
            self.fault = fault
        }
    }

    /// Checks that belong together.
    package struct Suite: Sendable, Hashable {
        package var name: String
        package var cases: [Case]

        package init(_ name: String, _ cases: [Case]) {
            self.name = name
            self.cases = cases
        }

        fileprivate var failed: Int { cases.count { $0.fault == nil && !$0.failures.isEmpty } }
        fileprivate var faulty: Int { cases.count { $0.fault != nil } }
    }

    package var suites: [Suite]

    package init(_ suites: [Suite] = []) { self.suites = suites }

    package var hasFailed: Bool { suites.contains { $0.failed + $0.faulty > 0 } }

    /// How many of the checks that could be done passed, in a sentence; nil if none could.
    package var verdict: String? {
        let done = suites.flatMap(\.cases).filter { $0.fault == nil }
        let failed = done.count { !$0.failures.isEmpty }
        guard !done.isEmpty else { return nil }
        let checks = FigureText.count(done.count, "check", "checks")
        return failed == 0 ? "\(done.count == 1 ? "" : "All ")\(checks) passed." : "\(failed) of \(checks) failed."
    }

    package var xml: String {
        XMLWriter.document { xml in
            xml.element(
                "testsuites",
                [
                    "name": "gaitway", "tests": "\(suites.reduce(0) { $0 + $1.cases.count })",
                    "failures": "\(suites.reduce(0) { $0 + $1.failed })",
                    "errors": "\(suites.reduce(0) { $0 + $1.faulty })",
                ]
            ) { xml in
                xml.newLine()
                for suite in suites { Self.write(suite, to: &xml) }
            }
        }
    }

    private static func write(_ suite: Suite, to xml: inout XMLWriter) {
        xml.element(
            "testsuite",
            [
                "name": suite.name, "tests": "\(suite.cases.count)", "failures": "\(suite.failed)",
                "errors": "\(suite.faulty)",
            ]
        ) { xml in
            xml.newLine()
            for check in suite.cases {
                xml.element("testcase", ["name": check.name, "classname": check.group]) { xml in
                    if let fault = check.fault {
                        xml.element("error", ["message": fault]) { _ in }
                    } else if let first = check.failures.first {
                        let text = check.failures.joined(separator: "\n")
                        xml.element("failure", ["message": first], text)
                    }
                }
                xml.newLine()
            }
        }
        xml.newLine()
    }
}
