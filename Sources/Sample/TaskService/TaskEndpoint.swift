// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTypes
import TaskList

/// The requests that the task API answers; from them come its routes, its overview and the `Allow` field.
///
/// The first four are those of Microsoft's sample API, in its order.
enum TaskEndpoint: CaseIterable {
    case overview
    case add
    case list
    case removeByText
    case update
    case remove

    /// The name of the path's variable part.
    static let id = "id"

    var method: HTTPRequest.Method {
        switch self {
        case .overview, .list: .get
        case .add: .post
        case .update: .put
        case .removeByText, .remove: .delete
        }
    }

    /// The path, with a colon before what varies.
    var path: String {
        switch self {
        case .overview: "/"
        case .add, .list, .removeByText: "/" + TaskRoute.tasks.path
        case .update, .remove: "/" + TaskRoute.task(id: ":" + Self.id).path
        }
    }

    /// The endpoint as Microsoft's sample API lists it.
    var summary: String {
        method.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0) + path
    }

    /// The methods that a path answers to; none for a path that is not there.
    static func methods(at path: String) -> [HTTPRequest.Method] {
        let methods = allCases.filter { $0.matches(path) }.map(\.method)
        // Hummingbird answers HEAD wherever there is a GET.
        return methods.contains(.get) ? methods + [.head] : methods
    }

    private func matches(_ path: String) -> Bool {
        let expected = self.path.split(separator: "/")
        let actual = path.split(separator: "/")
        return expected.count == actual.count
            && zip(expected, actual).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
    }
}
