// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// `docs/continuous-integration.md`, run as a build machine runs it.
@Suite struct ContinuousIntegrationDocumentTests {
    private static func document() throws -> String {
        try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../docs/continuous-integration.md").standardized,
            encoding: .utf8)
    }

    /// The blocks of code in a language, in order.
    private static func blocks(_ language: String) throws -> [String] {
        try document().components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
    }

    @Test func `the blocks of the page run as one script`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try #require(try Self.blocks("json").first)
        try Data(file.utf8).write(to: folder.appending(path: "tenant.json"))
        let script = folder.appending(path: "script")
        let blocks = try Self.blocks("sh")
        #expect(blocks.count >= 6)
        try Data((["set -euo pipefail"] + blocks).joined(separator: "\n").utf8).write(to: script)

        var bash = BuiltCommand(home: folder)
        bash.program = URL(filePath: "/bin/bash")
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        bash.environment = ["PATH": "\(BuiltCommand.executable.deletingLastPathComponent().path):\(path)"]
        let outcome = try await bash.run(script.path)
        #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.error)")
        for word in [#""status":"ok""#, "AADSTS50196 at token", "  signing", "  published"] {
            #expect(outcome.output.contains(word), "\(word) is not in \(outcome.output)")
        }
    }

    @Test func `every client of the page was tried, or is marked as not tried`() throws {
        let table = try #require(try Self.document().components(separatedBy: "| client | version | tried |\n").last)
        let rows = table.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }
        #expect(rows.count >= 5)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let state = cells.last ?? ""
            let isTried = ["tried by `script/test-peers`", "tried by hand: "].contains(where: state.hasPrefix)
            #expect(isTried ? cells.dropLast().last?.isEmpty == false : state.hasPrefix("not tried"), "\(row)")
        }
    }
}
