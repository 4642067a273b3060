// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import PortableFoundation
import TaskListClient

/// The endpoints of the task API, from which its routes and its overview derive; the first four are those of
/// Microsoft's sample API, in its order.
package enum TaskEndpoint: CaseIterable {
    case overview
    case add
    case list
    case removeByText
    case update
    case remove
    case read
    /// OpenAPI 3.1
    case description
    /// RFC 9728
    case metadata

    /// Those of Microsoft's sample API; the description has all endpoints.
    static let inOverview: [TaskEndpoint] = [.overview, .add, .list, .removeByText, .update, .remove]

    static let id = "id"

    package var method: HTTPRequest.Method {
        switch self {
        case .overview, .list, .read, .description, .metadata: .get
        case .add: .post
        case .update: .put
        case .removeByText, .remove: .delete
        }
    }

    package var path: String {
        switch self {
        case .overview: "/"
        case .description: "/openapi.json"
        case .metadata: "/.well-known/oauth-protected-resource"
        case .add, .list, .removeByText: "/" + TaskRoute.tasks.path
        case .update, .remove, .read: "/" + TaskRoute.task(id: ":" + Self.id).path
        }
    }

    /// In the format of Microsoft's sample API.
    var summary: String { method.rawValue + String(repeating: " ", count: 8 - method.rawValue.count) + path }
}
