// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages

/// The package's own sources, for comparison with tables of tests: a hand-written list would go stale.
package enum SourceText {
    package static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// The text of a file.
    package static func of(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// A folder's Swift files, recursively, relative to the package.
    package static func files(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            .filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The codes that an open set defines in its source; throws ``Missing`` without any.
    package static func codes<Code: RawRepresentable<String> & Hashable>(
        of type: Code.Type, in file: String
    ) throws -> Set<Code> {
        let names = try of("Sources/\(file)").matches(of: #/static let \w+ = Self\((?:rawValue: )?"(\w+)"\)/#)
        guard !names.isEmpty else { throw Missing(place: file) }
        return Set(names.compactMap { Code(rawValue: String($0.1)) })
    }

    /// The refusal codes in sources: files in `Sources`, or after a space only that function.
    package static func refusals(of places: String...) throws -> Set<Refusal.Code> {
        try places.reduce(into: []) { $0.formUnion(try refusals(in: $1)) }
    }

    /// A place in a table that the sources lack.
    package struct Missing: Error {
        package let place: String
    }

    private static func refusals(in place: String) throws -> Set<Refusal.Code> {
        let parts = place.split(separator: " ").map(String.init)
        var text = try of("Sources/\(parts[0])")[...]
        if parts.count > 1 {
            guard let start = text.range(of: "func \(parts[1])("),
                let end = text[start.upperBound...].range(of: "\n    }\n")
            else { throw Missing(place: place) }
            text = text[start.lowerBound..<end.lowerBound]
        }
        let codes = codes(in: text, isExtension: parts[0].contains("/Refusal+"))
        guard !codes.isEmpty else { throw Missing(place: place) }
        return codes
    }

    /// Of constructed refusals, and in an extension of `Refusal` also those at the start of an expression.
    package static func codes(in text: Substring, isExtension: Bool = false) -> Set<Refusal.Code> {
        let made = text.matches(of: #/Refusal\(\s*\.(\w+)/#).map(\.1)
        let begun = isExtension ? text.matches(of: #/self\.init\(\s*\.(\w+)/#).map(\.1) : []
        return Set((made + begun).map { Refusal.Code(rawValue: String($0)) })
    }
}
