// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `docs/lessons.md` says what happens here where others went wrong; each row must lead to tests that are there.
@Suite struct LessonsDocumentTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let document: String

    init() throws {
        document = try String(contentsOf: Self.package.appending(path: "docs/lessons.md"), encoding: .utf8)
    }

    /// The cells of every row, without the headings.
    private var rows: [[String]] {
        document.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| what goes wrong |") }
            .map { row in
                row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
            }
    }

    @Test func `every lesson says what goes wrong, what happens here, and by which test`() {
        #expect(rows.count >= 30)
        for row in rows {
            #expect(row.count == 3 && row.allSatisfy { !$0.isEmpty }, "\(row)")
            #expect(row.last?.contains("[✔](../Tests/") == true, "\(row)")
        }
    }

    @Test func `every test that a lesson leads to is there`() throws {
        let links = document.matches(of: #/\[✔\]\(\.\.\/(Tests\/[^) "]+) "([^"]+)"\)/#)
        #expect(links.count == document.count { $0 == "✔" })
        for link in links {
            let file = Self.package.appending(path: String(link.1))
            let text = try #require(try? String(contentsOf: file, encoding: .utf8), "\(link.1)")
            #expect(text.contains("func `\(link.2)`"), "\(link.1): \(link.2)")
        }
    }
}
