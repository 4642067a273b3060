// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import TaskList

/// Answers for the tasks of whoever calls.
struct TaskController: Sendable {
    let store: any TaskStore
    let maximumTaskCount: Int
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// What this API can be asked.
    @concurrent func overview(_ request: Request, context: TaskServiceContext) async throws -> Response {
        try Response(status: .ok, content: TaskEndpoint.allCases.map(\.summary))
    }

    /// The caller's tasks.
    @concurrent func list(_ request: Request, context: TaskServiceContext) async throws -> Response {
        try Response(status: .ok, content: await store.tasks(of: context.owner()))
    }

    /// Adds a task to the caller's.
    @concurrent func add(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        let text = try TaskText(await RequestContent(of: request).taskText()).text
        let task = TaskItem(
            id: newID().uuidString.lowercased(), owner: owner, text: text,
            date: Date(millisecondsSince1970: now().millisecondsSince1970))
        guard try await store.add(task, upTo: maximumTaskCount) else {
            throw TaskRefusal(
                .tooManyTasks,
                "the list holds \(maximumTaskCount) tasks, which is all it can; remove one first")
        }
        return try Response(
            status: .created, fields: [.location: "/" + TaskRoute.task(id: task.id).path], content: task)
    }

    /// Removes a task of the caller's.
    @concurrent func remove(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        guard let id = context.parameters.get(TaskEndpoint.id), try await store.remove(id, of: owner) else {
            throw TaskRefusal(.taskNotFound, "you have no task with this id")
        }
        return Response(status: .noContent)
    }
}
