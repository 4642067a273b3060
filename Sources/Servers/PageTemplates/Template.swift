// SPDX-License-Identifier: Apache-2.0

/// The template language, a subset of Mustache, as in mustache(5) and mustache/spec with `~inheritance`.
///
/// It has values, sections, inverted sections, partials, and inheritance. Other features are errors: comments, custom
/// delimiters, `&`, dotted names, lambdas, spaces before a tag's sign.
///
/// A tag in the first column that ends its line, except a value, removes its line break. Unlike in Mustache,
/// indentation is kept, also that of a tag or a partial, and a Boolean is not the innermost value of its section.
enum Template {
    enum Node: Sendable {
        case text([UInt8])
        /// `{{name}}`, escaped, or `{{{name}}}`, unescaped.
        case value(String, isEscaped: Bool)
        /// `{{#name}}…{{/name}}`, once per item, or `{{^name}}…{{/name}}`, for a value without items.
        case section(String, [Node], isInverted: Bool)
        /// `{{>name}}`: another template with the current values.
        case partial(String)
        /// `{{<name}}…{{/name}}`: another template, in which these blocks replace those of the same names.
        case parent(String, [String: [Node]])
        /// `{{$name}}…{{/name}}`: content that a child can replace.
        case block(String, [Node])
    }
}

extension [Template.Node] {
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
