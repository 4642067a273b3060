// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `docs/fapi2.md` has every clause of the FAPI 2.0 Security Profile for clients and APIs; each mark leads to a test.
@Suite struct FAPI2DocumentTests {
    /// The numbers of clauses of §5.3.3.1, §5.3.3.2 and §5.3.4, and the parts of §5.4.1.
    private static let clauses: [String] = {
        let numbered = [("5.3.3.1", 13), ("5.3.3.2", 7), ("5.3.4", 5)].flatMap { section, count in
            (1...count).map { "\(section) (\($0))" }
        }
        return numbered + ["5.4.1", "5.4.1", "5.4.1"]
    }()
    private let rows: [[String]]

    init() throws {
        rows = try PackageText.read("docs/fapi2.md").split(separator: "\n").filter { $0.hasPrefix("| 5.") }.map { row in
            row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func `every clause for clients and APIs has its row, in order`() {
        #expect(rows.map { $0[0] } == Self.clauses)
        for row in rows { #expect(row.count == 4 && row.allSatisfy { !$0.isEmpty }, "\(row)") }
    }

    @Test func `every clause has a test that is there`() throws {
        for row in rows {
            let links = row[3].matches(of: #/\[✔\]\(\.\.\/(Tests\/[^) "]+) "([^"]+)"\)/#)
            #expect(!links.isEmpty, "\(row[0])")
            #expect(row[3].count { $0 == "✔" } == links.count, "\(row[0]): each mark names a test")
            for link in links {
                let text = try PackageText.read(String(link.1))
                #expect(text.contains("func `\(link.2)`("), "\(row[0]): \(link.2)")
            }
        }
    }
}
