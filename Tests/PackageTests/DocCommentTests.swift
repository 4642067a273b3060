// SPDX-License-Identifier: Apache-2.0
import Testing

/// The examples in doc comments: they compile, and every public type has one.
@Suite struct DocCommentTests {
    /// The sources with their doc comments, read once for all tests.
    static let sources = Result {
        try PackageText.all(in: "Sources", of: "swift").map { ($0, DocComment.all(in: $0.text)) }
    }

    private let sources: [(file: PackageText, comments: [DocComment])]

    init() throws { sources = try Self.sources.get() }

    @Test func `all the code in a doc comment is compiled with these tests`() throws {
        let compiled = Set(try Snippet.all().map(\.code))
        var count = 0
        for (file, comments) in sources {
            for block in comments.flatMap(\.blocks) {
                count += 1
                #expect(block.language == "swift", "\(file.name) has a block of another language:\n\(block.code)")
                #expect(compiled.contains(block.code), "\(file.name) shows what is no snippet:\n\(block.code)")
            }
        }
        #expect(count >= 100)
    }

    @Test func `every public type has an example of three to eight lines`() {
        let type = #/(?m)^public (?:final |indirect )?(?:actor|class|enum|protocol|struct) (\w+)/#
        var count = 0
        // No other package can import these.
        let own = [
            "Command/", "Sample/QuickStart/", "Sample/QuickStartWeb/", "Sample/TaskListClient/",
            "Servers/PageTemplates/",
        ]
        for (file, comments) in sources where !own.contains(where: file.name.hasPrefix) {
            var examples: [String: [DocComment.Block]] = [:]
            for comment in comments {
                if let match = comment.declaration.prefixMatch(of: type) { examples[String(match.1)] = comment.blocks }
            }
            for name in file.text.matches(of: type).map({ String($0.1) }) {
                count += 1
                let lines = (examples[name] ?? []).map { $0.code.split(separator: "\n").count }
                #expect(!lines.isEmpty && lines.allSatisfy((3...8).contains), "\(name) in \(file.name): \(lines)")
            }
        }
        #expect(count >= 100)
    }

    @Test func `a comment that is another's, or has no end, is no example`() {
        let source = """
            /// First.
            ///
            /// ```swift
            /// let one = 1
            /// ```
            let first = 1
            /// Second.
            ///
            ///     let indented = 2
            @discardableResult
            public struct Second {
                /// ```swift
                /// let open = 3
                let third = 3
            }
            """
        let comments = DocComment.all(in: source)
        #expect(comments.map(\.declaration) == ["let first = 1", "public struct Second {", "    let third = 3"])
        #expect(
            comments.map(\.blocks) == [
                [DocComment.Block(language: "swift", code: "let one = 1")], [],
                [DocComment.Block(language: "swift", code: "")],
            ])
    }
}
