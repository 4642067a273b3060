// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The documents that name tests and files: what they name exists.
@Suite struct DocumentedTestsTests {
    private static func links(in text: String) -> [(file: String, name: Substring?)] {
        text.matches(of: #/\]\(\.\.\/(Tests\/[^) "]+)(?: "([^"]+)")?\)/#).map { (String($0.1), $0.2) }
    }

    /// The cells of each row of the tables in a document.
    private static func rows(of document: String) throws -> [[String]] {
        try PackageText.read("docs/\(document).md").split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
            row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test(arguments: ["fapi2", "lessons", "library-matrix", "matrix"])
    func `every test that a mark leads to exists`(_ document: String) throws {
        let links = try Self.links(in: PackageText.read("docs/\(document).md"))
        #expect(links.count >= 20)
        for link in links {
            let text = try PackageText.read(link.file)
            if let name = link.name { #expect(text.contains(name), "\(link.file): \(name)") }
        }
    }

    @Test(arguments: [("fapi2", 3, true), ("lessons", 2, true), ("library-matrix", 1, false), ("matrix", 1, false)])
    func `every mark has its test`(_ document: String, _ column: Int, _ inEachRow: Bool) throws {
        let cells = try Self.rows(of: document).map { $0[column] }
        for cell in cells where !cell.hasPrefix("test") {
            let links = Self.links(in: cell).count
            #expect(cell.count(where: "✔◐●".contains) == links && (links > 0 || !inEachRow), "\(cell)")
        }
    }

    /// The clauses of §5.3.3.1, §5.3.3.2 and §5.3.4, and the parts of §5.4.1.
    @Test func `every clause of FAPI 2 for clients and APIs has its row, in order`() throws {
        let numbered = [("5.3.3.1", 13), ("5.3.3.2", 7), ("5.3.4", 5)].flatMap { section, count in
            (1...count).map { "\(section) (\($0))" }
        }
        let clauses = try Self.rows(of: "fapi2").map { $0[0] }.filter { $0.hasPrefix("5.") }
        #expect(clauses == numbered + ["5.4.1", "5.4.1", "5.4.1"])
    }

    @Test(arguments: ["known-doubts", "seeds"])
    func `every suite that a document names exists`(_ document: String) throws {
        let sources = try PackageText.all(in: "Tests", of: "swift").map(\.text).joined()
        let text = try PackageText.read("docs/\(document).md")
        let named = Set(text.matches(of: #/`([A-Za-z0-9]+Tests)`/#).map(\.1))
        #expect(named.count >= 35)
        for name in named {
            #expect(["struct \(name) ", "struct \(name):"].contains { sources.contains($0) }, "\(name)")
        }
        for file in text.matches(of: #/`(Browser/[a-z_]+\.py)`/#) { #expect(PackageText.exists("Tests/\(file.1)")) }
    }

    @Test func `every file that CONTRIBUTING and the README name exists`() throws {
        let contributing = try PackageText.read("CONTRIBUTING.md").matches(of: #/`(Sources\/[^` ]+)`/#)
        let readme = try PackageText.read("README.md").matches(of: #/\| `(\w+(?:\/\w+)+\.swift)` \|/#)
        #expect(contributing.count >= 8 && readme.count >= 8)
        for path in contributing.map({ String($0.1) }) + readme.map({ "Sources/\($0.1)" }) {
            #expect(PackageText.exists(path), "\(path)")
        }
    }

    @Test func `the table of targets in CONTRIBUTING has every target of Sources, and no other`() throws {
        let sources = PackageManifest.folder.appending(path: "Sources").path
        let targets = try FileManager.default.contentsOfDirectory(atPath: sources).flatMap {
            try FileManager.default.contentsOfDirectory(atPath: "\(sources)/\($0)")
        }
        let rows = try PackageText.read("CONTRIBUTING.md").matches(of: #/\n\| (?:`\w+`)? ?\| `(\w+)` \|/#)
        #expect(Set(rows.map { String($0.1) }) == Set(targets).subtracting(["task-service", "tessera"]))
    }
}
