// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The declarations of Apple's symbols, and the views that use them, read as text.
@Suite struct AppleDeclarationsTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A page of Apple's documentation with the versions that its declaration states.
    struct Declaration: Hashable, CustomStringConvertible {
        let page: String
        let versions: [String: String]
        var description: String { page }
    }

    private static func sources(in folder: String) throws -> [(name: String, lines: [String])] {
        let files = try #require(FileManager.default.enumerator(atPath: package.appending(path: folder).path))
        return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            let file = package.appending(path: "\(folder)/\(name)")
            let lines = try String(contentsOf: file, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            return (name, lines.map { $0.trimmingCharacters(in: .whitespaces) })
        }
    }

    /// Every page, with the availability that follows it; a member without one has that of its type.
    private static func declarations() throws -> [Declaration] {
        try sources(in: "Tests/AppleDeclarations").flatMap { _, lines in
            lines.enumerated().compactMap { index, line in
                guard line.hasPrefix("// documentation/") else { return nil }
                let next = lines[(index + 1)...].prefix { $0.hasPrefix("//") || $0.hasPrefix("@") }
                let stated = next.first { $0.hasPrefix("@available") } ?? ""
                let versions = stated.matches(of: #/(iOS|macOS) ([0-9.]+)/#).map { (String($0.1), String($0.2)) }
                return Declaration(
                    page: String(line.dropFirst(3)),
                    versions: Dictionary(versions, uniquingKeysWith: { first, _ in first }))
            }
        }
    }

    @Test func `no symbol is later than the oldest systems of the package`() throws {
        let declarations = try Self.declarations()
        #expect(declarations.count >= 150)
        let oldest = ["iOS": 18.0, "macOS": 15.0]
        for declaration in declarations {
            for (system, version) in declaration.versions {
                let stated = try #require(Double(version.split(separator: ".").prefix(2).joined(separator: ".")))
                #expect(stated <= oldest[system] ?? 0, "\(declaration.page): \(system) \(version)")
            }
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

    @Test func `a view decides nothing: one switch over a state, and no other branch`() throws {
        let branch = #/(^|[^\w.])(if|guard|while|for|catch) |\?\?|&&|\|\|| \? |[<>]=? [0-9]/#
        var views = 0
        for (name, lines) in try Self.sources(in: "Sources/Sample/QuickStartUI") {
            views += lines.count { $0.contains(": View {") }
            var switches = 0
            var isInView = false
            for (index, line) in lines.enumerated() where !line.hasPrefix("//") && !line.hasPrefix("#") {
                if line.contains("struct "), line.hasSuffix(": View {") { (isInView, switches) = (true, 0) }
                if line.hasPrefix("extension ") || line.hasPrefix("fileprivate init") { isInView = false }
                guard isInView else { continue }
                if line.hasPrefix("switch ") { switches += 1 }
                #expect(switches <= 1, "\(name):\(index + 1)")
                #expect(line.firstMatch(of: branch) == nil, "\(name):\(index + 1): \(line)")
            }
        }
        #expect(views >= 30)
    }
}
