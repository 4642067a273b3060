// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The documentation of `SignIn`: its code compiles, and nothing public is left out.
@Suite struct ArticleTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private let articles: [(name: String, text: String)]

    init() throws {
        articles = try Self.texts(in: "Sources/Client/SignIn/SignIn.docc", of: "md")
    }

    private static func texts(in folder: String, of kind: String) throws -> [(name: String, text: String)] {
        let folder = package.appending(path: folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".\(kind)") }
        return try names.sorted().map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }

    private func text(of name: String) throws -> String {
        try #require(articles.first { $0.name == "\(name).md" }?.text)
    }

    @Test func `all the code in an article is compiled with these tests`() throws {
        let compiled = Set(try Snippet.all().map(\.code))
        for article in articles {
            for block in article.text.matches(of: #/(?m)^```swift\n((?s:.*?))\n```$/#) {
                #expect(compiled.contains(String(block.1)), "\(article.name) shows what is no snippet:\n\(block.1)")
            }
        }
    }

    @Test func `every snippet is shown, and has a name of its own`() throws {
        let snippets = try Snippet.all()
        #expect(snippets.count >= 30 && Set(snippets.map(\.name)).count == snippets.count)
        for snippet in snippets {
            #expect(articles.contains { $0.text.contains("```swift\n\(snippet.code)\n```") }, "\(snippet.name)")
        }
    }

    @Test func `every article is on the first page, in the order in which it is read`() throws {
        let first = try text(of: "SignIn")
        for article in articles where article.name != "SignIn.md" {
            #expect(first.contains("- <doc:\(article.name.dropLast(3))>"), "\(article.name)")
        }
    }

    @Test(arguments: ["Client/SignIn", "Ground/OAuth", "Client/Provider", "Ground/HTTPTransport"])
    func `every public name that one import brings is on the first page`(_ folder: String) throws {
        let declaration = #/(?m)^public (?:final )?(?:actor|class|enum|func|protocol|struct) (\w+)/#
        let names = try Self.texts(in: "Sources/\(folder)", of: "swift").flatMap {
            $0.text.matches(of: declaration).map { String($0.1) }
        }
        #expect(names.count >= 5)
        let first = try text(of: "SignIn")
        // `docc` on Linux knows no symbols that only Apple systems have.
        let onApple = ["URLSessionTransport"]
        for name in names {
            #expect(first.contains(onApple.contains(name) ? "`\(name)`" : "\n- ``\(name)"), "\(name)")
        }
    }

    @Test func `every refusal is explained, and none that is not there`() throws {
        let source = try String(
            contentsOf: Self.package.appending(path: "Sources/Ground/OAuth/Errors/Refusal+Code.swift"), encoding: .utf8)
        let codes = Set(source.matches(of: #/static let (\w+) = Self\(/#).map { String($0.1) })
        #expect(codes.count >= 40)
        let pages = try text(of: "ThreatModel") + text(of: "ErrorsAndWhatToDo")
        let named = Set(pages.matches(of: #/`([a-z]+(?:[A-Z][A-Za-z]*)?)`/#).map { String($0.1) })
        for code in codes.subtracting(named) { Issue.record("\(code) is explained nowhere") }
        let others = try ["Ground/HTTPTransport/TransportError", "Client/SignIn/Storage/AccountStorageError"].map {
            try String(contentsOf: Self.package.appending(path: "Sources/\($0).swift"), encoding: .utf8)
        }.joined()
        for name in named where name.contains(where: \.isUppercase) && !codes.contains(name) {
            #expect(others.contains("static let \(name) = "), "\(name) is no code")
        }
    }
}
