// SPDX-License-Identifier: Apache-2.0

/// A page while it is written.
struct PageRendering {
    private let templates: [String: Template]
    /// The values around the current part, the innermost last.
    private var scopes: [any PageValue]
    /// The blocks of the children around the current part, the outermost first.
    private var overrides: [[String: [Template.Node]]] = []
    /// The page so far, in UTF-8.
    private(set) var page: [UInt8] = []

    init(_ templates: [String: Template], _ values: PageValues) {
        self.templates = templates
        scopes = [values]
    }

    /// Writes the parts of a template.
    mutating func write(_ nodes: [Template.Node]) {
        for node in nodes {
            switch node {
            case .text(let text): page += text
            case .value(let name, let isEscaped): writeValue(name, isEscaped: isEscaped)
            case .section(let name, let content, false): writeSection(name, content)
            case .section(let name, let content, true): if items(name).isEmpty { write(content) }
            case .partial(let name): write(templates[name]?.nodes ?? [])
            case .parent(let name, let blocks):
                overrides.append(blocks)
                write(templates[name]?.nodes ?? [])
                overrides.removeLast()
            case .block(let name, let content): writeBlock(name, content)
            }
        }
    }

    private mutating func writeValue(_ name: String, isEscaped: Bool) {
        guard let text = value(name)?.pageText else { return }
        if isEscaped {
            page.append(escaping: text)
        } else {
            page += text.utf8
        }
    }

    private mutating func writeSection(_ name: String, _ content: [Template.Node]) {
        for item in items(name) {
            // A condition decides, and gives no names.
            if item is Bool {
                write(content)
            } else {
                scopes.append(item)
                write(content)
                scopes.removeLast()
            }
        }
    }

    /// Writes what the outermost child has for a block, or the block's own content.
    private mutating func writeBlock(_ name: String, _ own: [Template.Node]) {
        guard let index = overrides.firstIndex(where: { $0[name] != nil }), let content = overrides[index][name] else {
            write(own)
            return
        }
        // A block within this content is the child's own: only the children around that child may replace it.
        let all = overrides
        overrides.removeSubrange(index...)
        write(content)
        overrides = all
    }

    private func items(_ name: String) -> [any PageValue] { value(name)?.pageItems ?? [] }

    /// The value of a name in the innermost scope that has it.
    private func value(_ name: String) -> (any PageValue)? {
        guard name != "." else { return scopes.last }
        for scope in scopes.reversed() {
            if let value = scope[pageMember: name] { return value }
        }
        return nil
    }
}

extension [UInt8] {
    /// Appends a text with a reference in place of each character that has a meaning in HTML, in text and in quotes.
    ///
    /// All of them are ASCII, whose bytes are no part of any other character in UTF-8.
    fileprivate mutating func append(escaping text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): self += "&lt;".utf8
            case UInt8(ascii: ">"): self += "&gt;".utf8
            case UInt8(ascii: "&"): self += "&amp;".utf8
            case UInt8(ascii: "\""): self += "&quot;".utf8
            case UInt8(ascii: "'"): self += "&#39;".utf8
            default: append(byte)
            }
        }
    }
}
