// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The documentation of `SignIn`: its code compiles, and nothing public is left out.
@Suite struct ArticleTests {
    private let articles: [PackageText]
    private let webArticles: [PackageText]
    private let graphArticles: [PackageText]
    private let all: [PackageText]

    init() throws {
        articles = try PackageText.all(in: "Sources/Client/SignIn/SignIn.docc", of: "md")
        webArticles = try PackageText.all(in: "Sources/Servers/WebSignIn/WebSignIn.docc", of: "md")
        graphArticles = try PackageText.all(in: "Sources/Client/MicrosoftGraph/MicrosoftGraph.docc", of: "md")
        all =
            try articles + webArticles + graphArticles
            + PackageText.all(in: "Sources/Client/APIAccess/APIAccess.docc", of: "md")
    }

    private func text(of name: String) throws -> String {
        try #require(articles.first { $0.name == "\(name).md" }?.text)
    }

    @Test func `all the code in an article is compiled with these tests`() throws {
        let compiled = Set(try Snippet.all().map(\.code))
        for article in all {
            let blocks = article.text.matches(of: #/(?m)^```swift\n((?s:.*?))\n```$/#)
            // Fences that the pattern does not match, such as indented ones, would not be compared.
            #expect(blocks.count == article.text.components(separatedBy: "```swift").count - 1, "\(article.name)")
            for block in blocks {
                #expect(compiled.contains(String(block.1)), "\(article.name) shows what is no snippet:\n\(block.1)")
            }
        }
    }

    @Test func `every snippet is shown, and has a name of its own`() throws {
        let snippets = try Snippet.all()
        let commented = Set(try DocCommentTests.sources.get().flatMap(\.1).flatMap(\.blocks).map(\.code))
        #expect(snippets.count >= 120 && Set(snippets.map(\.name)).count == snippets.count)
        for snippet in snippets {
            let block = "```swift\n\(snippet.code)\n```"
            let isInArticle = all.contains { $0.text.contains(block) }
            #expect(isInArticle || commented.contains(snippet.code), "\(snippet.name)")
        }
    }

    @Test func `every article is on the first page, in the order in which it is read`() throws {
        let first = try text(of: "SignIn")
        for article in articles where article.name != "SignIn.md" {
            #expect(first.contains("- <doc:\(article.name.dropLast(3))>"), "\(article.name)")
        }
    }

    @Test(arguments: ["Client/SignIn", "Ground/OAuthMessages", "Client/SignInProvider"])
    func `every public name that one import brings is on the first page`(_ folder: String) throws {
        let declaration = #/(?m)^public (?:final )?(?:actor|class|enum|func|protocol|struct) (\w+)/#
        let names = try PackageText.all(in: "Sources/\(folder)", of: "swift").flatMap {
            $0.text.matches(of: declaration).map { String($0.1) }
        }
        #expect(names.count >= 5)
        let first = try text(of: "SignIn")
        for name in names { #expect(first.contains("\n- ``\(name)"), "\(name)") }
    }

    @Test func `every public name of Microsoft Graph is on its first page`() throws {
        let declaration = #/(?m)^public (?:enum|struct|typealias) (\w+)/#
        let names = try PackageText.all(in: "Sources/Client/MicrosoftGraph", of: "swift").flatMap {
            $0.text.matches(of: declaration).map { String($0.1) }
        }
        let first = try #require(graphArticles.first { $0.name == "MicrosoftGraph.md" }?.text)
        #expect(names.count >= 15 && graphArticles.count == 2)
        for name in names { #expect(first.contains("\n- ``\(name)``"), "\(name)") }
    }

    @Test(arguments: ["ThreatModelOfASession", "SessionRequirements"])
    func `each test named on a page about sessions exists`(_ page: String) throws {
        let model = try #require(webArticles.first { $0.name == "\(page).md" }?.text)
        let tests = try ["WebSignInTests", "QuickStartWebTests", "SignInTests/Conformance"].flatMap {
            try PackageText.all(in: "Tests/\($0)", of: "swift").map(\.text)
        }.joined()
        let cells = model.matches(of: #/(?m)^\|.*\| ([^|]*`[^|]*) \|$/#).map(\.1)
        #expect(cells.count >= 12)
        for name in cells.flatMap({ $0.matches(of: #/`([^`]+)`/#).map(\.1) }) {
            #expect(tests.contains("func `\(name)`("), "\(name)")
        }
    }

    @Test func `every refusal is explained, and none that is not there`() throws {
        let source = try PackageText.read("Sources/Ground/OAuthMessages/Errors/Refusal+Code.swift")
        let codes = Set(source.matches(of: #/static let (\w+) = Self\(/#).map { String($0.1) })
        #expect(codes.count >= 40)
        let pages = try text(of: "ThreatModel") + text(of: "ErrorsAndWhatToDo")
        let named = Set(pages.matches(of: #/`([a-z]+(?:[A-Z][A-Za-z]*)?)`/#).map { String($0.1) })
        for code in codes.subtracting(named) { Issue.record("\(code) is explained nowhere") }
        let others = try ["Ground/HTTPTransport/TransportError", "Client/SignIn/Storage/AccountStorageError"].map {
            try PackageText.read("Sources/\($0).swift")
        }.joined()
        for name in named where name.contains(where: \.isUppercase) && !codes.contains(name) {
            #expect(others.contains("static let \(name) = "), "\(name) is no code")
        }
    }
}
