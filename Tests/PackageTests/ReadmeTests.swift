// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The README shows code that compiles and is short enough to be read.
@Suite struct ReadmeTests {
    private let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test(arguments: [("TenLines.swift", true), ("ProtectedAPI.swift", false)])
    func `an example is the one that is compiled here`(_ file: String, _ showsImports: Bool) throws {
        let readme = try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
        let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.contains("README: begin") })
        let end = try #require(lines.firstIndex { $0.contains("README: end") })
        let imports = showsImports ? lines.filter { $0.hasPrefix("import ") } + [""] : []
        let example = (imports + lines[(begin + 1)..<end].map { $0.dropFirst(4) }).joined(separator: "\n")
        #expect(readme.contains("\n" + example + "\n"))
    }

    @Test func `the web app is a snippet that is compiled here`() throws {
        let readme = try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
        let snippet = try #require(try Snippet.all().first { $0.name == "WebSignIn" })
        #expect(readme.contains("```swift\n\(snippet.code)\n```"))
    }

    @Test func `every file of the table is there`() throws {
        let package = folder.appending(path: "../..")
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let files = readme.matches(of: #/\| `(\w+(?:\/\w+)+\.swift)` \|/#).map { String($0.1) }
        #expect(files.count >= 8)
        for file in files {
            #expect(FileManager.default.fileExists(atPath: package.appending(path: "Sources/\(file)").path), "\(file)")
        }
    }

    @Test func `it has at most 150 lines`() throws {
        let readme = try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
        #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }
}
