// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a page says does not exist: `<!-- absent: SUBJECT -->` or `<!-- absent: SUBJECT in PATH -->`.
///
/// The subject is a part of a declared name (`HTTP2`), a member of an existing type (`Account.refreshToken`), a file in
/// an existing folder (`docs/saml.md`), or a text in quotes (`"_claim_sources"`). Without a path, the sources are
/// searched, and not their comments.
struct AbsenceMarker {
    /// Why a marker names nothing that can be looked for.
    struct Meaningless: Error {
        let reason: String
    }

    private enum Subject {
        case part(String)
        case member(String, of: String)
        case file(String)
        case text(String)
    }

    private struct Source {
        let path: String
        let text: String
        let names: Set<String>
    }

    private static let sources = Result {
        try ["swift", "h", "c"].flatMap { try PackageText.all(in: "Sources", of: $0) }.map { file in
            let lines = file.text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            return Source(
                path: "Sources/\(file.name)", text: lines.joined(separator: "\n"), names: declaredNames(in: lines))
        }
    }

    private let subject: Subject
    private let place: String

    init(_ content: some StringProtocol) throws {
        let form = #/(?:"(?<text>[^"]{3,})"|(?<name>[^\s"]+))(?: in (?<place>\S+))?/#
        guard let match = String(content).wholeMatch(of: form) else {
            throw Meaningless(reason: "'\(content)' is not SUBJECT or SUBJECT in PATH")
        }
        place = try Self.existing(match.place.map(String.init) ?? "Sources")
        guard let name = match.name.map(String.init) else {
            subject = .text(String(match.text ?? ""))
            return
        }
        if name.contains("/") {
            _ = try Self.existing(name.split(separator: "/").dropLast().joined(separator: "/"))
            subject = .file(name)
        } else if let parts = name.wholeMatch(of: #/([A-Z]\w+)\.(\w+)/#) {
            let type = String(parts.1)
            guard try Self.sources.get().contains(where: { $0.names.contains(type) }) else {
                throw Meaningless(reason: "there is no \(type)")
            }
            subject = .member(String(parts.2), of: type)
        } else if name.wholeMatch(of: #/[A-Za-z_]\w{3,}/#) != nil {
            subject = .part(name.lowercased())
        } else {
            throw Meaningless(reason: "'\(name)' is no name, path or text in quotes")
        }
    }

    private static func existing(_ path: String) throws -> String {
        guard PackageText.exists(path) else { throw Meaningless(reason: "there is no '\(path)'") }
        return path
    }

    /// The file that has what must not exist.
    func found() throws -> String? {
        let sources = try Self.sources.get().filter { $0.path == place || $0.path.hasPrefix("\(place)/") }
        switch subject {
        case .part(let part):
            return sources.first { $0.names.contains { $0.lowercased().contains(part) } }?.path
        case .member(let member, let type):
            let declaration = try Regex("\\b(struct|class|actor|enum|protocol|extension) \(type)(?![.\\w])")
            return sources.first { $0.names.contains(member) && $0.text.contains(declaration) }?.path
        case .file(let path):
            return PackageText.exists(path) ? path : nil
        case .text(let text) where place.hasPrefix("Sources"):
            return sources.first { $0.text.contains(text) }?.path
        case .text(let text):
            return try PackageText.read(place).replacing(#/<!--.*?-->/#, with: "").contains(text) ? place : nil
        }
    }

    private static func declaredNames(in lines: [Substring]) -> Set<String> {
        let keywords: Set<Substring> = [
            "struct", "class", "actor", "enum", "protocol", "typealias", "func", "var", "let", "case",
        ]
        var names: Set<String> = []
        for line in lines {
            let words = line.split(separator: " ")
            for (keyword, word) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
                let name = word.drop { $0 == "`" || $0 == "." }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                if !name.isEmpty { names.insert(String(name)) }
            }
        }
        return names
    }
}
