/// Shortens and quotes the names of files for results and messages.
enum FileName {
    /// The last part of a path, as a result may quote it: without the folders of one machine.
    static func last(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// A word as a shell reads it: in quotes where it must be.
    static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789._-+/:,=@%^".unicodeScalars.contains($0)
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
