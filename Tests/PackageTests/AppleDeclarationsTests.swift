// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The declarations of Apple's symbols, read as text; `Tests/AppleChecker` compares them with Apple's documentation.
@Suite struct AppleDeclarationsTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func sources(in folder: String) throws -> [(name: String, lines: [String])] {
        let files = try #require(FileManager.default.enumerator(atPath: package.appending(path: folder).path))
        return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            let file = package.appending(path: "\(folder)/\(name)")
            let lines = try String(contentsOf: file, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            return (name, lines.map { $0.trimmingCharacters(in: .whitespaces) })
        }
    }

    @Test func `every declaration with an availability names its page, but for further initializers`() throws {
        for (name, lines) in try Self.sources(in: "Tests/AppleDeclarations") where !name.contains("StandIn") {
            for (index, line) in lines.enumerated() where line.hasPrefix("@available") {
                let before = lines[..<index].last { !$0.hasPrefix("@") && !$0.hasPrefix("///") } ?? ""
                let declared = lines[(index + 1)...].first { !$0.hasPrefix("@") || $0.contains(" init") } ?? ""
                #expect(
                    before.hasPrefix("// documentation/") || declared.contains("init"), "\(name):\(index + 1)")
            }
        }
    }
}
