// SPDX-License-Identifier: Apache-2.0

/// A doc comment in a source, with the declaration under it.
struct DocComment {
    /// A block of code in the comment.
    struct Block: Hashable {
        /// The word after the opening fence; empty without one.
        var language: String
        var code: String
    }

    let blocks: [Block]
    /// The first line under the comment that is no attribute.
    let declaration: String

    /// Every doc comment of a source, in order.
    static func all(in source: String) -> [DocComment] {
        var comments: [DocComment] = []
        var lines: [Substring] = []
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///") {
                lines.append(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3))
            } else if !lines.isEmpty, !text.hasPrefix("@") {
                comments.append(DocComment(blocks: blocks(in: lines), declaration: String(line)))
                lines = []
            }
        }
        return comments
    }

    private static func blocks(in lines: [Substring]) -> [Block] {
        var blocks: [Block] = []
        var open: (language: Substring, lines: [Substring])?
        for line in lines {
            let text = line.drop { $0 == " " }
            if !text.hasPrefix("```") {
                open?.lines.append(line)
            } else if let block = open {
                blocks.append(Block(language: String(block.language), code: block.lines.joined(separator: "\n")))
                open = nil
            } else {
                open = (text.dropFirst(3), [])
            }
        }
        // A block without an end is one too: it equals no snippet.
        return blocks + (open.map { [Block(language: String($0.language), code: "")] } ?? [])
    }
}
