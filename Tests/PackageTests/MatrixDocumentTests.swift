// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The documents that compare Tessera with others; each mark must lead to a test that is there.
@Suite struct MatrixDocumentTests {
    /// A document with one table of marks.
    struct Matrix: Sendable, CustomTestStringConvertible {
        let name: String
        /// The beginning of the table's first row.
        let heading: String
        let columns: Int
        let leastRows: Int
        let marks: String
        var testDescription: String { name }

        /// The cells of every row; rows that head a part have one that is not empty.
        func rows() throws -> [[String]] {
            let lines = try text().split(separator: "\n")
            let start = try #require(lines.firstIndex { $0.hasPrefix(heading) })
            return lines[start...].prefix { $0.hasPrefix("|") }.filter { $0.hasPrefix("| ") }.map { row in
                row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
            }
        }

        func text() throws -> String {
            try String(contentsOf: MatrixDocumentTests.package.appending(path: "docs/\(name).md"), encoding: .utf8)
        }
    }

    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let matrices = [
        Matrix(name: "matrix", heading: "|  | Tessera |", columns: 8, leastRows: 45, marks: "✔◐"),
        Matrix(name: "library-matrix", heading: "| | Tessera |", columns: 15, leastRows: 20, marks: "●◐"),
    ]

    @Test(arguments: matrices) func `every row has a cell for each project`(_ matrix: Matrix) throws {
        let rows = try matrix.rows()
        #expect(rows.count >= matrix.leastRows)
        for row in rows {
            #expect(row.count == matrix.columns, "\(row)")
            #expect(row.dropFirst().allSatisfy { !$0.isEmpty } || row.dropFirst().allSatisfy(\.isEmpty), "\(row)")
        }
    }

    @Test(arguments: matrices) func `no mark of Tessera stands without its test`(_ matrix: Matrix) throws {
        for row in try matrix.rows().dropFirst() where row[1].contains(where: matrix.marks.contains) {
            let marks = row[1].count(where: matrix.marks.contains)
            #expect(row[1].count { $0 == "[" } == marks, "\(row[0])")
        }
    }

    @Test(arguments: matrices) func `every test that a mark leads to is there`(_ matrix: Matrix) throws {
        let links = try matrix.text().matches(of: #/\]\(\.\.\/(Tests\/[^) "]+)(?: "([^"]+)")?\)/#)
        #expect(links.count >= matrix.leastRows - 10)
        for link in links {
            let file = Self.package.appending(path: String(link.1))
            let text = try #require(try? String(contentsOf: file, encoding: .utf8), "\(link.1)")
            if let name = link.2 { #expect(text.contains(name), "\(link.1): \(name)") }
        }
    }
}
