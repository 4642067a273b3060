// SPDX-License-Identifier: Apache-2.0

/// A page's template, parsed: Mustache's sections, inverted sections, partials and blocks, and nothing else.
///
/// mustache(5); mustache/spec, "Inheritance"
struct Template: Sendable {
    indirect enum Node: Sendable {
        case text([UInt8])
        /// `{{name}}`, escaped, or `{{{name}}}` as it is.
        case value(String, isEscaped: Bool)
        /// `{{#name}}…{{/name}}`, or `{{^name}}` for a value that shows nothing.
        case section(String, [Node], isInverted: Bool)
        /// `{{> name}}`.
        case partial(String)
        /// `{{<layout}}…{{/layout}}`, with its blocks.
        case parent(String, [String: [Node]])
        /// `{{$name}}…{{/name}}`, which a child may replace.
        case block(String, [Node])
    }

    /// What is wrong with a template.
    package struct Fault: Error {
        let template: String
        let text: String
    }

    let nodes: [Node]

    /// Parses a template.
    ///
    /// - Throws: ``Fault``.
    init(_ name: String, _ source: [UInt8]) throws(Fault) {
        var parser = Parser(name: name, source: source)
        nodes = try parser.nodes(until: nil)
    }

    /// One pass over the bytes: all signs of the language are bytes of ASCII, which no other scalar contains.
    private struct Parser {
        let name: String
        let source: [UInt8]
        var place = 0

        /// The nodes up to the tag that closes a section.
        mutating func nodes(until closing: String?) throws(Fault) -> [Node] {
            var nodes: [Node] = []
            while true {
                let start = place
                guard let open = find(UInt8(ascii: "{"), times: 2, from: start) else { break }
                let isRaw = byte(open + 2) == UInt8(ascii: "{")
                let first = open + (isRaw ? 3 : 2)
                guard let close = find(UInt8(ascii: "}"), times: isRaw ? 3 : 2, from: first) else {
                    throw Fault(template: name, text: "a tag does not end")
                }
                place = close + (isRaw ? 3 : 2)
                let sign = isRaw ? nil : byte(first).flatMap { Self.signs.contains($0) ? $0 : nil }
                if sign != nil { takeLine(from: open) }
                if open > start { nodes.append(.text(Array(source[start..<open]))) }
                let word = text(sign == nil ? first : first + 1, close)
                switch sign {
                case nil: nodes.append(.value(word, isEscaped: !isRaw))
                case UInt8(ascii: "#"): nodes.append(.section(word, try self.nodes(until: word), isInverted: false))
                case UInt8(ascii: "^"): nodes.append(.section(word, try self.nodes(until: word), isInverted: true))
                case UInt8(ascii: "$"): nodes.append(.block(word, try self.nodes(until: word)))
                case UInt8(ascii: ">"): nodes.append(.partial(word))
                case UInt8(ascii: "%"): break  // how values are escaped: here always as HTML
                case UInt8(ascii: "<"):
                    var blocks: [String: [Node]] = [:]
                    for case .block(let name, let content) in try self.nodes(until: word) { blocks[name] = content }
                    nodes.append(.parent(word, blocks))
                default:
                    guard word == closing else { throw Fault(template: name, text: "{{/\(word)}} closes nothing") }
                    return nodes
                }
            }
            if let closing { throw Fault(template: name, text: "{{#\(closing)}} is not closed") }
            if place < source.count { nodes.append(.text(Array(source[place...]))) }
            return nodes
        }

        private static let signs = Array("#^/<$>%".utf8)

        private func byte(_ place: Int) -> UInt8? { place < source.count ? source[place] : nil }

        /// A tag that stands alone on its line takes the line with it.
        private mutating func takeLine(from open: Int) {
            let begins = open == 0 || source[open - 1] == UInt8(ascii: "\n")
            if begins, byte(place) == UInt8(ascii: "\n") { place += 1 }
        }

        /// The place of so many equal bytes one after the other.
        private func find(_ sign: UInt8, times: Int, from start: Int) -> Int? {
            var (place, found) = (start, 0)
            while place < source.count {
                found = source[place] == sign ? found + 1 : 0
                place += 1
                if found == times { return place - times }
            }
            return nil
        }

        private func text(_ start: Int, _ end: Int) -> String {
            let blank = UInt8(ascii: " ")
            let trimmed = source[start..<end].drop { $0 == blank }
            return String(decoding: trimmed.prefix { $0 != blank }, as: UTF8.self)
        }
    }
}
