// SPDX-License-Identifier: Apache-2.0

/// The path of a route: texts, names (`{id}` or `:id`) for one segment each, and `**` at the end for one or more.
///
/// A request's path is compared as sent, case-sensitively and without decoding: `/%74asks` is not `/tasks`, and `%2F`
/// is no separator. Empty segments are ignored, so `/tasks/` and `//tasks` are `/tasks`. At each segment, a text takes
/// precedence over a name, and a name over `**`. If the rest of the path does not match, the next of them is tried. Of
/// routes with one method that differ only in their names, the first takes precedence.
///
/// ```swift
/// router.get("tasks") { _, _ in "all tasks" }
/// router.get("tasks/{id}") { _, context in try context.parameters.require("id") }
/// router.get("files/**") { request, _ in request.uri.path }
/// ```
public struct RouterPath: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    enum Segment: Sendable, Hashable {
        case text(String)
        case name(String)
        case rest
    }

    let segments: [Segment]
    var names: [String] { segments.compactMap { if case .name(let name) = $0 { name } else { nil } } }

    /// Creates a path from text, such as `tasks/{id}`, with or without a slash at either end.
    ///
    /// Colons and braces within a segment are text. `**` before the end is a programming error, which ends the program.
    public init(_ text: String) {
        self.init(
            segments: text.split(separator: "/").map { segment in
                if segment == "**" { return .rest }
                if segment.first == ":" { return .name(String(segment.dropFirst())) }
                if segment.first == "{", segment.last == "}" { return .name(String(segment.dropFirst().dropLast())) }
                return .text(String(segment))
            })
    }

    /// Creates a path from a literal.
    public init(stringLiteral text: String) { self.init(text) }

    private init(segments: [Segment]) {
        precondition(!segments.dropLast().contains(.rest), "** may only be at the end of a route's path")
        self.segments = segments
    }

    /// The path, with `{name}` for each name.
    public var description: String {
        guard !segments.isEmpty else { return "/" }
        return segments.reduce(into: "") { text, segment in
            switch segment {
            case .text(let literal): text += "/\(literal)"
            case .name(let name): text += "/{\(name)}"
            case .rest: text += "/**"
            }
        }
    }

    func appending(_ path: RouterPath) -> RouterPath { RouterPath(segments: segments + path.segments) }
}

/// The named segments of a request's path, percent-encoded as they were sent.
///
/// A decoded segment can contain a slash, or be `..`: check it before you use it as part of a path.
///
/// ```swift
/// router.get("people/{id}/photos/{size}") { _, context in
///     let id = try context.parameters.require("id")
///     let size = try context.parameters.require("size")
///     return "The \(size) photo of \(id)"
/// }
/// ```
public struct RouteParameters: Sendable {
    private var values: [(name: String, value: String)] = []

    init() {}

    /// Returns the first segment with a name; `nil` if the route does not have the name.
    public func get(_ name: String) -> String? { values.first { $0.name == name }?.value }

    /// Returns the first segment with a name.
    ///
    /// - Throws: ``HTTPError`` (400) if the route does not have the name.
    public func require(_ name: String) throws -> String {
        guard let value = get(name) else { throw HTTPError(.badRequest) }
        return value
    }

    mutating func append(_ name: String, _ value: String) { values.append((name, value)) }
}
