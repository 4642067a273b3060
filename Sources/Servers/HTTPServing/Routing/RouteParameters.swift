// SPDX-License-Identifier: Apache-2.0

/// The segments of a request's path that the route names, as they were sent.
///
/// They are percent-encoded. A decoded segment may hold a slash, or be `..`: check it before you use it as part of a
/// path.
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

    /// Returns the segment with a name, the first of several; `nil` if the route does not have the name.
    public func get(_ name: String) -> String? { values.first { $0.name == name }?.value }

    /// Returns the segment with a name, the first of several.
    ///
    /// - Throws: ``HTTPError`` (400) if the route does not have the name.
    public func require(_ name: String) throws -> String {
        guard let value = get(name) else { throw HTTPError(.badRequest) }
        return value
    }

    mutating func append(_ name: String, _ value: String) { values.append((name, value)) }
}
