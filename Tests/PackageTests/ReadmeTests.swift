// SPDX-License-Identifier: Apache-2.0
import Testing

/// The README shows code that compiles; `script/lint` keeps it short.
@Suite struct ReadmeTests {
    @Test(arguments: [("TenLines", true), ("ProtectedAPI", false)])
    func `an example is the one that is compiled here`(_ file: String, _ showsImports: Bool) throws {
        let source = try PackageText.read("Tests/PackageTests/\(file).swift")
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.contains("README: begin") })
        let end = try #require(lines.firstIndex { $0.contains("README: end") })
        let imports = showsImports ? lines.filter { $0.hasPrefix("import ") } + [""] : []
        let example = (imports + lines[(begin + 1)..<end].map { $0.dropFirst(4) }).joined(separator: "\n")
        #expect(try PackageText.read("README.md").contains("\n" + example + "\n"))
    }

    @Test func `the web app is a snippet that is compiled here`() throws {
        let snippet = try #require(try Snippet.all().first { $0.name == "WebSignIn" })
        #expect(try PackageText.read("README.md").contains("```swift\n\(snippet.code)\n```"))
    }
}
