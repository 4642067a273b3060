// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A piece of code that an article shows: what stands between `// snippet: NAME` and `// snippet: end` in a file that
/// is compiled with these tests.
struct Snippet: Hashable {
    let name: String
    /// The lines, as far to the left as they go together.
    let code: String

    /// Every snippet of these tests, of those for Apple's systems and of the contract with Hummingbird, in the order of
    /// the files' names.
    static func all() throws -> [Snippet] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try ["AppleTests", "HummingbirdContract", "PackageTests"].flatMap { target in
            let folder = tests.appending(path: target).appending(path: "Snippets")
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .sorted { $0.path < $1.path }
                .flatMap { try snippets(in: String(contentsOf: $0, encoding: .utf8)) }
        }
    }

    static func snippets(in source: String) -> [Snippet] {
        var snippets: [Snippet] = []
        var open: (name: String, lines: [Substring])?
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = line.trimmingPrefix(while: \.isWhitespace)
            if mark == "// snippet: end" {
                if let open { snippets.append(Snippet(name: open.name, code: outdented(open.lines))) }
                open = nil
            } else if mark.hasPrefix("// snippet: ") {
                open = (String(mark.dropFirst("// snippet: ".count)), [])
            } else {
                open?.lines.append(line)
            }
        }
        return snippets
    }

    private static func outdented(_ lines: [Substring]) -> String {
        let depth = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(depth) }.joined(separator: "\n")
    }
}
