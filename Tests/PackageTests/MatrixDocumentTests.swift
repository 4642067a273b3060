// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `docs/matrix.md` says what the tenant can do; each mark must lead to a test that is there.
@Suite struct MatrixDocumentTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let document: String

    init() throws {
        document = try String(contentsOf: Self.package.appending(path: "docs/matrix.md"), encoding: .utf8)
    }

    /// The cells of every row; rows that head a part have one that is not empty.
    private var rows: [[String]] {
        document.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
            row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func `every row has a cell for each project`() {
        #expect(rows.count >= 45)
        for row in rows {
            #expect(row.count == 8, "\(row)")
            #expect(row.dropFirst().allSatisfy { !$0.isEmpty } || row.dropFirst().allSatisfy(\.isEmpty), "\(row)")
        }
    }

    @Test func `no mark of Tessera stands without its test`() {
        for row in rows.dropFirst() where row[1].contains("✔") || row[1].contains("◐") {
            let marks = row[1].count { "✔◐".contains($0) }
            #expect(row[1].matches(of: #/\[[✔◐]\]\(/#).count == marks, "\(row[0])")
        }
    }

    @Test func `every test that a mark leads to is there`() throws {
        let links = document.matches(of: #/\]\(\.\.\/(Tests\/[^) "]+)(?: "([^"]+)")?\)/#)
        #expect(links.count >= 35)
        for link in links {
            let file = Self.package.appending(path: String(link.1))
            let text = try #require(try? String(contentsOf: file, encoding: .utf8), "\(link.1)")
            if let name = link.2 { #expect(text.contains(name), "\(link.1): \(name)") }
        }
    }
}
