// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import PortableFoundation
import TaskListClient

/// The endpoints of the task API; its routes and its overview follow from them.
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
}
