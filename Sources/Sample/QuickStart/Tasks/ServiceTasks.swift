// SPDX-License-Identifier: Apache-2.0
public import SignIn
public import TaskListClient

/// Tasks from the task API, requested with the account that the page uses at that time.
public struct ServiceTasks: TaskSource {
    private let client: @Sendable () async throws -> TaskListClient

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - connection: The registration that tasks use.
    ///   - chosen: The account to use; `nil` is the latest sign-in.
    public init(_ connection: AppConnection, as chosen: @escaping @Sendable () async -> Account.ID? = { nil }) {
        self.init { try connection.taskList(as: try await connection.account(await chosen())) }
    }

    /// Creates a source; it calls `client` before each request, which throws `signInRequired` without an account.
    public init(_ client: @escaping @Sendable () async throws -> TaskListClient) { self.client = client }

    /// The person's tasks, the oldest first.
    ///
    /// - Throws: `TaskListError`; errors of the transport and of the account.
    public func tasks() async throws -> [TaskItem] { try await client().tasks() }

    /// Adds a task.
    ///
    /// - Throws: As ``tasks()``.
    public func add(_ text: String) async throws -> TaskItem { try await client().add(text) }

    /// Changes a task's text.
    ///
    /// - Throws: As ``tasks()``.
    public func edit(_ text: String, of id: TaskItem.ID) async throws -> TaskItem {
        try await client().update(id, text: text)
    }

    /// Sets whether a task is done.
    ///
    /// - Throws: As ``tasks()``.
    public func setCompleted(_ completed: Bool, of id: TaskItem.ID) async throws -> TaskItem {
        try await client().update(id, completed: completed)
    }

    /// Removes a task; a missing one is no error.
    ///
    /// - Throws: As ``tasks()``.
    public func remove(_ id: TaskItem.ID) async throws {
        do { try await client().remove(id) } catch let error as TaskListError where error.status == 404 {}
    }
}
