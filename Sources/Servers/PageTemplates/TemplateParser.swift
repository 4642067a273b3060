// SPDX-License-Identifier: Apache-2.0

/// Parses a template in one pass over its bytes: all signs are ASCII, which are not part of other UTF-8 characters.
struct TemplateParser {
    private struct Tag {
        /// Selects the kind of tag; `nil` for a value.
        let sign: UInt8?
        let name: String
        let isRaw: Bool
        /// Includes the braces.
        let range: Range<Int>
    }

    private static let signs = Array("#^$<>/".utf8)

    private let template: String
    private let source: [UInt8]
    private var position = 0

    static func nodes(of template: String, _ source: [UInt8]) throws(PageLibrary.Fault) -> [Template.Node] {
        var parser = TemplateParser(template: template, source: source)
        return try parser.nodes(in: nil)
    }

    private mutating func nodes(in opened: Tag?) throws(PageLibrary.Fault) -> [Template.Node] {
        var nodes: [Template.Node] = []
        while let tag = try nextTag() {
            if position < tag.range.lowerBound { nodes.append(.text(Array(source[position..<tag.range.lowerBound]))) }
            position = endOfLine(after: tag) ?? tag.range.upperBound
            guard tag.sign != UInt8(ascii: "/") else {
                guard tag.name == opened?.name else {
                    throw fault("{{/\(tag.name)}} has no opening tag", at: tag.range)
                }
                return nodes
            }
            nodes.append(try node(tag))
        }
        if let opened {
            throw fault("\(String(decoding: source[opened.range], as: UTF8.self)) is not closed", at: opened.range)
        }
        if position < source.count { nodes.append(.text(Array(source[position...]))) }
        return nodes
    }

    private mutating func node(_ tag: Tag) throws(PageLibrary.Fault) -> Template.Node {
        switch tag.sign {
        case UInt8(ascii: ">"): return .partial(tag.name)
        case UInt8(ascii: "#"): return .section(tag.name, try nodes(in: tag), isInverted: false)
        case UInt8(ascii: "^"): return .section(tag.name, try nodes(in: tag), isInverted: true)
        case UInt8(ascii: "$"): return .block(tag.name, try nodes(in: tag))
        case UInt8(ascii: "<"):
            var blocks: [String: [Template.Node]] = [:]
            // The specification ignores all other content.
            for case .block(let name, let content) in try nodes(in: tag) {
                let earlier = blocks.updateValue(content, forKey: name)
                guard earlier == nil else { throw fault("two blocks have the name '\(name)'", at: tag.range) }
            }
            return .parent(tag.name, blocks)
        default: return .value(tag.name, isEscaped: !tag.isRaw)
        }
    }

    private func nextTag() throws(PageLibrary.Fault) -> Tag? {
        guard let start = firstIndex(of: UInt8(ascii: "{"), times: 2, from: position) else { return nil }
        let isRaw = source.indices.contains(start + 2) && source[start + 2] == UInt8(ascii: "{")
        let braces = isRaw ? 3 : 2
        guard let end = firstIndex(of: UInt8(ascii: "}"), times: braces, from: start + braces) else {
            throw fault("a tag is not closed", at: start..<source.count)
        }
        var content = source[(start + braces)..<end]
        let sign = isRaw ? nil : content.first.flatMap { Self.signs.contains($0) ? $0 : nil }
        if sign != nil { content.removeFirst() }
        let range = start..<(end + braces)
        return Tag(sign: sign, name: try name(content, at: range), isRaw: isRaw, range: range)
    }

    /// The name between spaces: ASCII letters, digits, `-` and `_`, or `.` for the innermost value.
    private func name(_ content: ArraySlice<UInt8>, at range: Range<Int>) throws(PageLibrary.Fault) -> String {
        let space = UInt8(ascii: " ")
        let start = content.firstIndex { $0 != space } ?? content.endIndex
        let last = content.lastIndex { $0 != space } ?? start
        let bytes = content[start...].prefix(last - start + 1)
        let name = String(decoding: bytes, as: UTF8.self)
        let isName = !bytes.isEmpty && bytes.allSatisfy(Self.isNameByte)
        guard isName || name == "." else { throw fault("'\(name)' is not a name", at: range) }
        return name
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// The position after the line break that a tag removes; `nil` for a tag that is not alone on its line.
    private func endOfLine(after tag: Tag) -> Int? {
        let newline = UInt8(ascii: "\n")
        guard tag.sign != nil, tag.range.lowerBound == 0 || source[tag.range.lowerBound - 1] == newline,
            source.indices.contains(tag.range.upperBound), source[tag.range.upperBound] == newline
        else { return nil }
        return tag.range.upperBound + 1
    }

    private func firstIndex(of byte: UInt8, times: Int, from start: Int) -> Int? {
        var index = start
        var found = 0
        while index < source.count {
            found = source[index] == byte ? found + 1 : 0
            index += 1
            if found == times { return index - times }
        }
        return nil
    }

    private func fault(_ text: String, at range: Range<Int>) -> PageLibrary.Fault {
        let line = 1 + source[..<range.lowerBound].count { $0 == UInt8(ascii: "\n") }
        return PageLibrary.Fault(template: template, line: line, text: text)
    }
}
