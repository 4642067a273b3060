// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Pages that say that something does not exist become wrong once it is built.
///
/// Each such sentence has a marker, `<!-- absent: NAME -->`, with the name of the declaration, or the path, that must
/// not exist.
@Suite struct AbsentClaimsTests {
    private static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    private static func files(below folder: String, ending: String) throws -> [URL] {
        let all = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        return (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == ending }
    }

    /// The names that the pages mark, each with its page.
    private static func marked() throws -> [(page: String, name: String)] {
        let single = ["README.md", "SCOPE.md", "SECURITY.md"].map { root.appending(path: $0) }
        let pages = try ["docs", "Sources", "Apps"].flatMap { try files(below: $0, ending: "md") } + single
        return try pages.flatMap { page in
            try String(contentsOf: page, encoding: .utf8).matches(of: #/<!-- absent: (\S+) -->/#).map {
                (page.lastPathComponent, String($0.1))
            }
        }
    }

    @Test func `nothing that a page marks as absent exists`() throws {
        let marked = try Self.marked()
        #expect(marked.count >= 3)
        let sources = try Self.files(below: "Sources", ending: "swift").map {
            try String(contentsOf: $0, encoding: .utf8)
        }
        for (page, name) in marked {
            let declaration = try Regex(
                "\\b(struct|class|actor|enum|protocol|typealias|func|var|let|case) `?\(name)\\b")
            // The search for the name alone is much faster.
            let exists = sources.contains { $0.contains(name) && $0.contains(declaration) }
            #expect(!exists, "\(page) says that there is no \(name)")
            #expect(!FileManager.default.fileExists(atPath: Self.root.appending(path: name).path), "\(page): \(name)")
        }
    }

    @Test func `sentences about what is not built have a marker`() throws {
        let words = #/\b(?:not (?:there|written|built|possible) yet|(?:is|are) not (?:written|built|implemented))\b/#
        let pages = try ["docs", "Sources", "Apps"].flatMap { try Self.files(below: $0, ending: "md") }
        for page in pages {
            for line in try String(contentsOf: page, encoding: .utf8).split(separator: "\n") where line.contains(words)
            {
                #expect(line.contains("<!-- absent: "), "\(page.lastPathComponent): \(line.prefix(120))")
            }
        }
    }
}
