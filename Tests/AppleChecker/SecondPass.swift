// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftParser
import SwiftSyntax

/// The table that was written from Apple's documentation.
///
/// A row is the page, the first iOS, the first macOS and the declaration, parted by tabs.
/// `-` is a system without the symbol; `any` a page that names no version.
struct SecondPass {
    private(set) var pages: [String: (name: SymbolName?, versions: [String: Substring])] = [:]
    private let path: String

    init(_ path: String) throws {
        self.path = path
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#")
        {
            let fields = line.split(separator: "\t", maxSplits: 3)
            guard fields.count == 4 else { throw CocoaError(.fileReadCorruptFile) }
            // Cases and initializers parse in a type alone.
            let parsed = Parser.parse(source: "enum Enclosing {\n\(fields[3])\n}").statements.first?.item
            let member = parsed?.as(EnumDeclSyntax.self)?.memberBlock.members.first
            pages[String(fields[0])] = (member.flatMap { SymbolName($0.decl) }, ["iOS": fields[1], "macOS": fields[2]])
        }
    }

    /// The differences between the two passes, and the pages that only one of them has.
    func differences(from symbols: [DeclaredSymbol]) -> [String] {
        let known = Set(symbols.map(\.page))
        return pages.keys.filter { !known.contains($0) }.sorted().map { "\(path): nothing declares \($0)" }
            + symbols.compactMap { symbol in
                guard let read = pages[symbol.page] else { return "\(symbol.place): the second pass has no row for it" }
                for (system, version) in read.versions where version != "any" {
                    let first = symbol.availability.versions[system]
                    guard first != (version == "-" ? nil : Availability.Version(version)) else { continue }
                    return "\(symbol.place): \(system) \(first?.description ?? "-"); the second pass: \(version)"
                }
                guard read.name == symbol.name else {
                    return "\(symbol.place): \(symbol.name); the second pass: \(read.name?.description ?? "unnamed")"
                }
                return nil
            }
    }
}
