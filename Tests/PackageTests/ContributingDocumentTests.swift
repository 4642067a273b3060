// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `CONTRIBUTING.md` leads a newcomer to files and targets; each must be there.
@Suite struct ContributingDocumentTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let document: String

    init() throws {
        document = try String(contentsOf: Self.package.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    }

    @Test func `every file of an errand is there`() throws {
        let paths = document.matches(of: #/`(Sources\/[^` ]+)`/#).map { String($0.1) }
        #expect(paths.count >= 8)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.package.appending(path: path).path), "\(path)")
        }
    }

    @Test func `the table of targets has every folder of Sources, and no other`() throws {
        let sources = Self.package.appending(path: "Sources")
        let groups = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        let targets = try groups.flatMap { group in
            try FileManager.default.contentsOfDirectory(atPath: sources.appending(path: group).path)
        }
        let rows = document.matches(of: #/\n\| (?:`\w+`)? ?\| `(\w+)` \|/#).map { String($0.1) }
        #expect(Set(rows) == Set(targets).subtracting(["task-service", "tessera"]))
    }
}
