// SPDX-License-Identifier: Apache-2.0
public import SignIn
public import TaskListClient

/// Tasks from the task API, requested with the page's current account.
public struct ServiceTasks: TaskSource {
    private let client: @Sendable () async throws -> TaskListClient

    /// Creates a source; `chosen` returns the account to use, or `nil` for the latest sign-in.
    public init(_ connection: AppConnection, as chosen: @escaping @Sendable () async -> Account.ID? = { nil }) {
        self.init { try connection.taskList(as: try await connection.account(await chosen())) }
    }

    /// Creates a source; `client` is called before each request, and throws `signInRequired` without an account.
    public init(_ client: @escaping @Sendable () async throws -> TaskListClient) { self.client = client }

    /// Returns the user's tasks, oldest first.
    public func tasks() async throws -> [TaskItem] { try await client().tasks() }

    /// Adds a task.
    public func add(_ text: String) async throws -> TaskItem { try await client().add(text) }

    /// Changes a task's text.
    public func edit(_ text: String, of id: TaskItem.ID) async throws -> TaskItem {
        try await client().update(id, text: text)
    }

    /// Sets whether a task is done.
    public func setCompleted(_ completed: Bool, of id: TaskItem.ID) async throws -> TaskItem {
        try await client().update(id, completed: completed)
    }

    /// Removes a task; a missing one is not an error.
    public func remove(_ id: TaskItem.ID) async throws {
        do { try await client().remove(id) } catch let error as TaskListError where error.status == 404 {}
    }
}
