// SPDX-License-Identifier: Apache-2.0

/// The language of templates.
///
/// It is a subset of Mustache: values, sections, inverted sections, partials, and inheritance. The rest of
/// Mustache is a fault: comments, other delimiters, `&`, dotted names, lambdas, spaces before a tag's sign.
///
/// A tag in the first column that ends its line takes the line break with it, except a value. Unlike in Mustache,
/// indentation is kept, also that of a tag or a partial, and a truth value is not the innermost value of its section.
///
/// Mustache is what mustache(5) and mustache/spec with `~inheritance` describe.
enum Template {
    /// A part of a template.
    enum Node: Sendable {
        /// Text that is shown as it is.
        case text([UInt8])
        /// `{{name}}`, escaped, or `{{{name}}}`, as it is.
        case value(String, isEscaped: Bool)
        /// `{{#name}}…{{/name}}`, once for each item, or `{{^name}}…{{/name}}`, for a value without items.
        case section(String, [Node], isInverted: Bool)
        /// `{{>name}}`: another template with the values around it.
        case partial(String)
        /// `{{<name}}…{{/name}}`: another template, in which these blocks replace the blocks of the same names.
        case parent(String, [String: [Node]])
        /// `{{$name}}…{{/name}}`: content that a child may replace.
        case block(String, [Node])
    }
}

extension [Template.Node] {
    /// The names of the templates that these parts refer to.
    var referencedTemplates: [String] {
        flatMap { node -> [String] in
            switch node {
            case .text, .value: []
            case .partial(let name): [name]
            case .section(_, let content, _), .block(_, let content): content.referencedTemplates
            case .parent(let name, let blocks): [name] + blocks.values.flatMap(\.referencedTemplates)
            }
        }
    }
}
