/// A field that the format does not have; the reader of the bytes adds the line.
struct UnknownField: Error {
    var name: String
    var object: String
    var known: [String]
}
