// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `docs/seeds.md` says which test shows each step; a test that was renamed must be renamed there too.
@Suite struct SeedsDocumentTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let document: String

    init() throws {
        document = try String(contentsOf: Self.package.appending(path: "docs/seeds.md"), encoding: .utf8)
    }

    /// The rows of the first two tables, without their headings.
    private var rows: [[String]] {
        let tables = document.components(separatedBy: "## What the tutorials got wrong")[0]
        return tables.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| heading") }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func `every row has its four cells`() {
        #expect(rows.count >= 35)
        for row in rows { #expect(row.count == 4 && row.allSatisfy { !$0.isEmpty }, "\(row)") }
    }

    @Test func `every test that is named exists`() throws {
        let sources = try Self.testSources()
        let named = document.matches(of: #/`([A-Za-z0-9]+Tests)`/#).map { String($0.1) }
        #expect(named.count >= 35)
        for name in Set(named) { #expect(sources.contains("struct \(name) "), "\(name)") }
        let files = document.matches(of: #/`(Browser/[a-z_]+\.py)`/#).map { String($0.1) }
        #expect(files.count >= 5)
        for file in files {
            #expect(
                FileManager.default.fileExists(atPath: Self.package.appending(path: "Tests/\(file)").path), "\(file)")
        }
    }

    private static func testSources() throws -> String {
        let files = FileManager.default.enumerator(
            at: package.appending(path: "Tests"), includingPropertiesForKeys: nil)
        var text = ""
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            text += try String(contentsOf: file, encoding: .utf8)
        }
        return text
    }
}
