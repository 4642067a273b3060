// SPDX-License-Identifier: Apache-2.0

struct PageRendering {
    private let templates: [String: [Template.Node]]
    /// The values around the current part, innermost last.
    private var scopes: [any PageValue]
    /// The blocks of the children around the current part, outermost first.
    ///
    /// If a page has the parent `layout`, whose parent is `base`, the page's blocks come before those of `layout`, and
    /// replace blocks of the same names in both.
    private var overrides: [[String: [Template.Node]]] = []
    private(set) var page: [UInt8] = []

    init(_ templates: [String: [Template.Node]], _ values: PageValues) {
        self.templates = templates
        scopes = [values]
    }

    mutating func write(_ name: String) {
        guard let nodes = templates[name] else { preconditionFailure("there is no template '\(name)'") }
        write(nodes)
    }

    private mutating func write(_ nodes: [Template.Node]) {
        for node in nodes {
            switch node {
            case .text(let text): page += text
            case .value(let name, let isEscaped): writeValue(name, isEscaped: isEscaped)
            case .section(let name, let content, false): writeSection(name, content)
            case .section(let name, let content, true): if value(name)?.pageItems.isEmpty ?? true { write(content) }
            case .partial(let name): write(name)
            case .parent(let name, let blocks):
                overrides.append(blocks)
                write(name)
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
        guard let value = value(name) else { return }
        for item in value.pageItems {
            // A Boolean only decides: `.` stays the value around it.
            if !(value is Bool) { scopes.append(item) }
            write(content)
            if !(value is Bool) { scopes.removeLast() }
        }
    }

    private mutating func writeBlock(_ name: String, _ own: [Template.Node]) {
        guard let index = overrides.firstIndex(where: { $0[name] != nil }), let content = overrides[index][name] else {
            write(own)
            return
        }
        // A block within this content is part of the child: only children outside that one can replace it.
        let all = overrides
        overrides.removeSubrange(index...)
        write(content)
        overrides = all
    }

    private func value(_ name: String) -> (any PageValue)? {
        guard name != "." else { return scopes.last }
        for scope in scopes.reversed() {
            if let value = scope[pageMember: name] { return value }
        }
        return nil
    }
}

extension [UInt8] {
    /// All special characters are ASCII, whose bytes are not part of any other character in UTF-8.
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
