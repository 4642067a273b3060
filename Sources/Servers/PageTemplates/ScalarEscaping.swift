// SPDX-License-Identifier: Apache-2.0
import HTTPServing

/// Escapes text for HTML by scalars: each scalar with a meaning in HTML is one byte of UTF-8.
///
/// The library's own escaping goes by characters, and misses a quote before a combining mark: such a `"` would end an
/// attribute.
package struct ScalarEscaping: MustacheContentType {
    package init() {}

    /// The name that each template begins with: `{{% CONTENT_TYPE: PAGE}}`.
    package static let name = "PAGE"

    package func escapeText(_ text: String) -> String { text.escapedForHTML }
}

extension MustacheLibrary {
    /// The templates of pages, by name, which escape their values with ``ScalarEscaping``.
    ///
    /// - Throws: The error of a template that cannot be parsed.
    package init(pages templates: [(name: String, content: [UInt8])]) throws {
        MustacheContentTypes.register(ScalarEscaping(), named: ScalarEscaping.name)
        self.init()
        for (name, content) in templates { try register(String(decoding: content, as: UTF8.self), named: name) }
    }
}
