// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import TaskList

/// Answers requests for the caller's own tasks.
struct TaskController: Sendable {
    let store: any TaskStore
    let maximumTaskCount: Int
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// Lists the endpoints of this API.
    @concurrent func overview(_ request: Request, context: TaskServiceContext) async throws -> Response {
        try Response(status: .ok, content: TaskEndpoint.ofTasks.map(\.summary))
    }

    /// Lists the caller's tasks.
    @concurrent func list(_ request: Request, context: TaskServiceContext) async throws -> Response {
        Response(status: .ok, json: try await store.list(of: context.owner(), TaskQuery()).json)
    }

    /// Adds a task for the caller.
    @concurrent func add(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        let text = try TaskText(await TaskContent(of: request).text).text
        let task = TaskItem(
            id: newID().uuidString.lowercased(), owner: owner, text: text,
            date: Date(millisecondsSince1970: now().millisecondsSince1970))
        guard try await store.add(task, upTo: maximumTaskCount, once: nil) == .added else {
            throw TaskRefusal(
                .tooManyTasks,
                "the list holds \(maximumTaskCount) tasks, which is all it can; remove one first")
        }
        return try Response(
            status: .created, fields: [.location: "/" + TaskRoute.task(id: task.id).path], content: task)
    }

    /// Changes a task of the caller.
    @concurrent func update(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        let change = try await TaskContent(of: request)
        guard change != TaskContent() else {
            throw TaskRefusal(
                .missingChange,
                "say what is to change: \"\(TaskListFormat.textField)\", \"\(TaskListFormat.completedField)\" or both")
        }
        let text = try change.text.map { try TaskText($0).text }
        guard let id = context.parameters.get(TaskEndpoint.id),
            case .done(let task) = try await store.update(
                id, of: owner, text: text, completed: change.completed, if: .any)
        else { throw TaskRefusal.taskNotFound }
        return try Response(status: .ok, content: task.item)
    }

    /// Removes all tasks of the caller with this text; none is no error, as in Microsoft's sample API.
    @concurrent func removeByText(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        try await store.removeAll(withText: TaskText(await TaskContent(of: request).text).text, of: owner)
        return Response(status: .noContent)
    }

    /// Removes a task of the caller.
    @concurrent func remove(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        guard let id = context.parameters.get(TaskEndpoint.id),
            case .done = try await store.remove(id, of: owner, if: .any)
        else { throw TaskRefusal.taskNotFound }
        return Response(status: .noContent)
    }
}
