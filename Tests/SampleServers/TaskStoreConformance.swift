// SPDX-License-Identifier: Apache-2.0
import Foundation
import TaskListClient
package import TaskService

/// The requirements of `TaskStore`, as checks for every implementation.
///
/// An empty result means that the task API can rely on the store.
package struct TaskStoreConformance: Sendable {
    typealias Check = @Sendable (any TaskStore) async throws -> Bool

    private let open: @Sendable () async throws -> any TaskStore

    /// Creates the checks of a store.
    ///
    /// - Parameter open: Opens an empty store; each check opens its own.
    package init(_ open: @escaping @Sendable () async throws -> any TaskStore) { self.open = open }

    /// Runs all checks.
    ///
    /// - Returns: The required behaviour that is missing, or the error that the store threw.
    package func failures() async -> [String] {
        var failures: [String] = []
        for (promise, check) in Self.listChecks + Self.changeChecks + Self.keyChecks {
            do {
                if try await !check(try await open()) { failures.append(promise) }
            } catch {
                failures.append("\(promise): it threw \(error)")
            }
        }
        return failures
    }

    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    static func task(
        _ text: String, _ id: String? = nil, of owner: String = "alice", after seconds: TimeInterval = 0
    ) -> TaskItem {
        TaskItem(
            id: id ?? UUID().uuidString.lowercased(), owner: owner, text: text, date: start.addingTimeInterval(seconds))
    }

    static func all(_ checks: Bool...) -> Bool { checks.allSatisfy { $0 } }
}

extension TaskStore {
    /// Adds tasks with these texts for one owner; each must be taken.
    func fill(_ texts: [String], of owner: String = "alice") async throws -> [TaskItem] {
        var tasks: [TaskItem] = []
        for text in texts {
            let task = TaskStoreConformance.task(text, of: owner)
            guard try await add(task, upTo: 100, once: nil) == .added else { throw NotAdded(text: text) }
            tasks.append(task)
        }
        return tasks
    }

    /// The tasks that a query finds, read from the JSON that callers get.
    func items(of owner: String = "alice", _ query: TaskQuery = TaskQuery()) async throws -> [TaskItem] {
        try TaskListFormat.decoder().decode([TaskItem].self, from: Data(await list(of: owner, query).json))
    }

    func texts(of owner: String = "alice", _ query: TaskQuery = TaskQuery()) async throws -> [String] {
        try await items(of: owner, query).map(\.text)
    }

    func version(of task: TaskItem) async throws -> Int64? { try await self.task(task.id, of: task.owner)?.version }
}

private struct NotAdded: Error {
    let text: String
}
