// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import PortableFoundation
import TaskListClient

/// The endpoints of the task API; its routes, its overview and the `Allow` field follow from them.
///
/// The first four are those of Microsoft's sample API, in its order.
package enum TaskEndpoint: CaseIterable {
    case overview
    case add
    case list
    /// The tasks with a text, or with `all=true` each of them.
    case removeByText
    case update
    case remove
    case read
    /// The description of this API. OpenAPI 3.1
    case description
    /// The way to sign in to this API. RFC 9728
    case metadata

    /// The endpoints that the overview lists, as the seeds' API does; the description has all of them.
    static let inOverview: [TaskEndpoint] = [.overview, .add, .list, .removeByText, .update, .remove]

    /// The name of the variable part of the path.
    static let id = "id"

    /// The method.
    package var method: HTTPRequest.Method {
        switch self {
        case .overview, .list, .read, .description, .metadata: .get
        case .add: .post
        case .update: .put
        case .removeByText, .remove: .delete
        }
    }

    /// The path, with a colon before a variable part.
    package var path: String {
        switch self {
        case .overview: "/"
        case .description: "/openapi.json"
        case .metadata: "/.well-known/oauth-protected-resource"
        case .add, .list, .removeByText: "/" + TaskRoute.tasks.path
        case .update, .remove, .read: "/" + TaskRoute.task(id: ":" + Self.id).path
        }
    }

    /// The endpoint, as in the list of Microsoft's sample API.
    var summary: String {
        method.rawValue + String(repeating: " ", count: 8 - method.rawValue.count) + path
    }

    /// The methods of a path; empty for an unknown path.
    static func methods(at path: String) -> [HTTPRequest.Method] {
        if let methods = constantPaths[path] { return methods }
        let parts = path.utf8.split(separator: slash)
        return paths.first { expected, _ in
            expected.count == parts.count
                && zip(expected, parts).allSatisfy { $0.first == colon || $0.elementsEqual($1) }
        }?.methods ?? []
    }

    private static let slash = UInt8(ascii: "/")
    private static let colon = UInt8(ascii: ":")

    /// The methods of each path without a variable part, which need no comparison part by part.
    private static let constantPaths = methods.filter { path, _ in !path.utf8.contains(colon) }

    /// The parts of each path, with its methods.
    private static let paths = methods.map { path, methods in
        (parts: path.utf8.split(separator: slash).map(Array.init), methods: methods)
    }

    private static let methods: [String: [HTTPRequest.Method]] = Dictionary(grouping: allCases, by: \.path)
        .mapValues { endpoints in
            let methods = endpoints.map(\.method)
            // The router also answers HEAD for each GET.
            return methods.contains(.get) ? methods + [.head] : methods
        }
}
