// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import TaskList

/// The endpoints of the task API; its routes, its overview and the `Allow` field follow from them.
///
/// The first four are those of Microsoft's sample API, in its order.
enum TaskEndpoint: CaseIterable {
    case overview
    case add
    case list
    case removeByText
    case update
    case remove

    /// The name of the variable part of the path.
    static let id = "id"

    var method: HTTPRequest.Method {
        switch self {
        case .overview, .list: .get
        case .add: .post
        case .update: .put
        case .removeByText, .remove: .delete
        }
    }

    /// The path, with a colon before a variable part.
    var path: String {
        switch self {
        case .overview: "/"
        case .add, .list, .removeByText: "/" + TaskRoute.tasks.path
        case .update, .remove: "/" + TaskRoute.task(id: ":" + Self.id).path
        }
    }

    /// The endpoint, as in the list of Microsoft's sample API.
    var summary: String {
        method.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0) + path
    }

    /// The methods of a path; empty for an unknown path.
    static func methods(at path: String) -> [HTTPRequest.Method] {
        let methods = allCases.filter { $0.matches(path) }.map(\.method)
        // Hummingbird also answers HEAD for each GET.
        return methods.contains(.get) ? methods + [.head] : methods
    }

    private func matches(_ path: String) -> Bool {
        let expected = self.path.split(separator: "/")
        let actual = path.split(separator: "/")
        return expected.count == actual.count
            && zip(expected, actual).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
    }
}
