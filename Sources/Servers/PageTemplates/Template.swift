// SPDX-License-Identifier: Apache-2.0

/// A page's template, parsed.
///
/// The language is a subset of Mustache: values, sections, inverted sections, partials, and inheritance. A tag in the
/// first column that ends its line takes the line break with it. The rest of Mustache is a fault: comments, other
/// delimiters, `&`, dotted names, lambdas. Indentation is kept as it is.
///
/// mustache(5); mustache/spec, with `~inheritance`
struct Template: Sendable {
    /// A part of a template.
    indirect enum Node: Sendable {
        /// Text that is shown as it is.
        case text([UInt8])
        /// `{{name}}`, escaped, or `{{{name}}}`, as it is.
        case value(String, isEscaped: Bool)
        /// `{{#name}}…{{/name}}`, once for each item, or `{{^name}}…{{/name}}`, for a value without items.
        case section(String, [Node], isInverted: Bool)
        /// `{{>name}}`: another template with the values around it.
        case partial(String)
        /// `{{<name}}…{{/name}}`: another template, in which these blocks replace those of their names.
        case parent(String, [String: [Node]])
        /// `{{$name}}…{{/name}}`: content that a child may replace.
        case block(String, [Node])
    }

    /// The reason why a template cannot be used.
    package struct Fault: Error, CustomStringConvertible {
        /// The name of the template.
        let template: String
        /// The line of the tag, from 1; `nil` if the fault is not in one place.
        let line: Int?
        /// The reason.
        let text: String

        /// Where the fault is, and the reason.
        package var description: String {
            "template '\(template)'\(line.map { ", line \($0)" } ?? ""): \(text)"
        }
    }

    /// The parts, in their order.
    let nodes: [Node]

    /// Parses a template.
    ///
    /// - Throws: ``Fault`` for a tag that does not end, has no valid name, is not closed, or closes nothing.
    init(_ name: String, _ source: [UInt8]) throws(Fault) {
        nodes = try TemplateParser.nodes(of: name, source)
    }
}

extension [Template.Node] {
    /// The names of the templates that these parts show.
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
