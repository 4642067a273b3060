// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftParser
import SwiftSyntax

/// A parsed file, which turns a node into `path:line`.
struct SourceFile {
    let path: String
    let tree: SourceFileSyntax
    private let converter: SourceLocationConverter

    init(_ path: String) throws {
        self.path = path
        tree = Parser.parse(source: try String(contentsOfFile: path, encoding: .utf8))
        converter = SourceLocationConverter(fileName: path, tree: tree)
    }

    func place(of node: some SyntaxProtocol) -> String {
        "\(path):\(node.startLocation(converter: converter).line)"
    }

    static func all(in folders: [String]) throws -> [SourceFile] {
        try folders.flatMap { folder in
            let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
            return try names.filter { $0.hasSuffix(".swift") }.sorted().map { try SourceFile("\(folder)/\($0)") }
        }
    }
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 3, let declarations = arguments.first, let table = arguments.dropFirst().first else {
    FileHandle.standardError.write(Data("usage: checker DECLARATIONS TABLE SOURCES...\n".utf8))
    exit(2)
}
let sources = try SourceFile.all(in: Array(arguments.dropFirst(2)))
let declared = try SourceFile.all(in: [declarations])
let symbols = declared.flatMap { DeclaredSymbols($0).symbols }
let second = try SecondPass(table)
let uses = UsedSymbols(sources)
let views = ViewBranches(sources)
let libraries = sources.filter { $0.path.hasPrefix("Sources/Client/") }
let exclusions = ExtensionExclusions(declared + libraries).members
let extensions = ExtensionUses(libraries, of: exclusions)
let findings =
    second.differences(from: symbols) + uses.findings(against: symbols) + views.findings + extensions.findings

print(findings.map { "error: \($0)\n" }.joined(), terminator: "")
print(
    """
    \(symbols.count) symbols declared, all read a second time on \(second.pages.count) pages; \
    \(uses.names.count) names in use, \(views.count) views with \(views.findings.count) branches too many; \
    app extensions lack \(exclusions.count) members
    """)
exit(findings.isEmpty && !symbols.isEmpty && views.count > 0 && !exclusions.isEmpty ? 0 : 1)
