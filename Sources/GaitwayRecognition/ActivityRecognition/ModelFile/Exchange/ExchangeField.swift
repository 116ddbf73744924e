// SPDX-License-Identifier: Apache-2.0
internal import GaitwayBase

/// A value of an exchanged model, with the way to it: what is wrong with it can be named.
struct ExchangeField {
    /// How a person would point at it, as `cases[0].weights`.
    let path: String
    private let element: JSONElement

    /// The file as a whole.
    init(root element: JSONElement) { self.init(element, path: "") }

    private init(_ element: JSONElement, path: String) {
        self.element = element
        self.path = path
    }

    /// What is wrong with it, with its line.
    func fault(_ problem: String, remedy: Remedy = "see \(document: .exchange) for what belongs there") -> InputError {
        .malformed(path.isEmpty ? "the file \(problem)" : "\(path) \(problem)", remedy: remedy, line: element.line)
    }

    /// A field that may be missing, or null.
    func optional(_ key: String) -> ExchangeField? {
        element[key].map { ExchangeField($0, path: path.isEmpty ? key : path + "." + key) }
    }

    /// A field that must be there.
    func required(_ key: String) throws(InputError) -> ExchangeField {
        guard element.members != nil else { throw fault("is not an object") }
        guard let field = optional(key) else { throw fault("has no field \(quoted: key)") }
        return field
    }

    /// The elements of an array.
    func elements() throws(InputError) -> [ExchangeField] {
        guard let elements = element.elements else { throw fault("is not an array") }
        return elements.enumerated().map { ExchangeField($0.element, path: "\(path)[\($0.offset)]") }
    }

    /// The field's text; throws for another kind of value.
    func text() throws(InputError) -> String {
        guard let text = element.text else { throw fault("is not a text") }
        return text
    }

    func texts() throws(InputError) -> [String] {
        try elements().map { (field) throws(InputError) in try field.text() }
    }

    /// A finite number, for which a condition must hold that `what` says.
    func number(_ what: String = "", where isRight: (Double) -> Bool = { _ in true }) throws(InputError) -> Double {
        guard let number = element.number else {
            throw fault("is not a number", remedy: "a fit that gave NaN or infinity has failed; give finite numbers")
        }
        guard isRight(number) else { throw fault("is \(number); it must be \(what)") }
        return number
    }

    /// `count` numbers, or any number of them if it is nil.
    func numbers(
        _ count: Int?, of noun: String = "", _ what: String = "", where isRight: (Double) -> Bool = { _ in true }
    ) throws(InputError) -> [Double] {
        let fields = try elements()
        if let count, fields.count != count {
            throw fault("has \(fields.count) numbers; it must have \(count), one for each \(noun)")
        }
        return try fields.map { (field) throws(InputError) in try field.number(what, where: isRight) }
    }

    /// `count` rows of `columns` numbers.
    func rows(_ count: Int, of noun: String, columns: Int, of column: String) throws(InputError) -> [[Double]] {
        let fields = try elements()
        guard fields.count == count else {
            throw fault("has \(fields.count) rows; it must have \(count), one for each \(noun)")
        }
        return try fields.map { (field) throws(InputError) in try field.numbers(columns, of: column) }
    }

    /// Whole numbers.
    func integers() throws(InputError) -> [Int] {
        try elements().map { (field) throws(InputError) in
            guard let integer = Int(try field.number(), in: .countable) else {
                throw field.fault("is not a whole number")
            }
            return integer
        }
    }

    func numbersByName() throws(InputError) -> [String: Double] {
        guard let members = element.members else { throw fault("is not an object") }
        var numbers: [String: Double] = [:]
        for member in members { numbers[member.key] = try required(member.key).number() }
        return numbers
    }
}
