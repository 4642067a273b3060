// SPDX-License-Identifier: Apache-2.0

/// The path of a route: texts, parts with a name (`{id}` or `:id`), and `**` at the end for all that follows.
///
/// ```swift
/// router.get("tasks") { _, _ in "all tasks" }
/// router.get("tasks/{id}") { _, context in try context.parameters.require("id") }
/// router.get("files/**") { request, _ in request.uri.path }
/// ```
public struct RouterPath: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    enum Part: Sendable, Hashable {
        case text(String)
        case name(String)
        case rest
    }
    let parts: [Part]

    /// Creates a path from a text; doubled slashes, and those at the ends, do not count.
    ///
    /// `**` anywhere but at the end is a mistake in the program, which it ends.
    public init(_ text: String) {
        parts = text.split(separator: "/").map { part in
            if part == "**" { return .rest }
            if part.first == ":" { return .name(String(part.dropFirst())) }
            if part.first == "{", part.last == "}" { return .name(String(part.dropFirst().dropLast())) }
            return .text(String(part))
        }
        precondition(!parts.dropLast().contains(.rest), "`**` stands only at the end of a path")
    }

    /// Creates a path from a literal.
    public init(stringLiteral text: String) { self.init(text) }

    private init(parts: [Part]) { self.parts = parts }

    /// The path, with `{name}` for each part with a name.
    public var description: String {
        guard !parts.isEmpty else { return "/" }
        return parts.reduce(into: "") { text, part in
            switch part {
            case .text(let literal): text += "/\(literal)"
            case .name(let name): text += "/{\(name)}"
            case .rest: text += "/**"
            }
        }
    }

    func appending(_ path: RouterPath) -> RouterPath { RouterPath(parts: parts + path.parts) }
}
