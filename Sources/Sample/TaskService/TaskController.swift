// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import BearerAuthServing
import HTTPMessages
import HTTPServing
import PortableFoundation
import TaskListClient

struct TaskController: Sendable {
    let store: any TaskStore
    let maximumTaskCount: Int
    let maximumSignInAge: Duration
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    @concurrent func overview(_ request: Request, context: TaskServiceContext) async throws -> Response {
        var fields = HTTPFields()
        fields.set("Link", to: "<\(TaskEndpoint.description.path)>; rel=\"service-desc\"")
        return try Response(status: .ok, fields: fields, content: TaskEndpoint.inOverview.map(\.summary))
    }

    @concurrent func description(_ request: Request, context: TaskServiceContext) async throws -> Response {
        Response(status: .ok, fields: [.cacheControl: "max-age=3600"], json: PackageResources.openapi_json)
    }

    @concurrent func list(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        let conditions = try Preconditions(of: request)
        let wanted = try ListRequest(of: request)
        let page = try await store.list(of: owner, wanted.query)
        let tag = EntityTag(of: page)
        var fields: HTTPFields = [.eTag: tag.text]
        if let link = wanted.link(next: page.next) { fields.set("Link", to: link) }
        if try conditions.isKnown(tag) { return Response(status: .notModified, headers: fields) }
        return Response(status: .ok, fields: fields, json: page.json)
    }

    @concurrent func read(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        let conditions = try Preconditions(of: request)
        guard let id = context.parameters.get(TaskEndpoint.id), let task = try await store.task(id, of: owner) else {
            throw TaskRefusal.taskNotFound
        }
        let tag = EntityTag(version: task.version)
        if try conditions.isKnown(tag) { return Response(status: .notModified, headers: [.eTag: tag.text]) }
        return try Response(task)
    }

    @concurrent func add(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        try Preconditions(of: request).requireNone()
        let key = try IdempotencyKey(of: request)
        let text = try TaskText(await TaskContent(of: request).text).text
        var task = TaskItem(
            id: newID().uuidString.lowercased(), owner: owner, text: text,
            date: Date(millisecondsSince1970: now().millisecondsSince1970))
        switch try await store.add(task, upTo: maximumTaskCount, once: key) {
        case .added: break
        case .repeated(let earlier): task = earlier
        case .keyReused:
            throw TaskRefusal(
                .idempotencyKeyReused,
                "an earlier request used this Idempotency-Key with a different text; use a new key")
        case .full:
            throw TaskRefusal(
                .tooManyTasks,
                "the list has reached its maximum of \(maximumTaskCount) tasks; remove one first")
        }
        return try Response(
            StoredTask(task), status: .created, fields: [.location: "/" + TaskRoute.task(id: task.id).path])
    }

    @concurrent func update(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        let versions = try Preconditions(of: request).versions()
        let change = try await TaskContent(of: request)
        guard change != TaskContent() else {
            throw TaskRefusal(
                .missingChange,
                "send a change: \"\(TaskListFormat.textField)\", \"\(TaskListFormat.completedField)\" or both")
        }
        let text = try change.text.map { try TaskText($0).text }
        guard let id = context.parameters.get(TaskEndpoint.id) else { throw TaskRefusal.taskNotFound }
        return try Response(
            await store.update(id, of: owner, text: text, completed: change.completed, if: versions).task())
    }

    /// Removes the caller's tasks with this text, if any, as in Microsoft's sample API.
    ///
    /// `?all=true` removes all tasks, if the user signed in recently.
    @concurrent func removeByText(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        try Preconditions(of: request).requireNone()
        let content = try await TaskContent(of: request)
        guard try request.isForAllTasks() else {
            try await store.removeAll(withText: TaskText(content.text).text, of: owner)
            return Response(status: .noContent)
        }
        guard content.text == nil else {
            throw TaskRefusal(
                .removalUnclear, "send either all=true or a \"\(TaskListFormat.textField)\", not both")
        }
        try context.requireCaller().requireAuthentication(maxAge: maximumSignInAge, at: now())
        try await store.removeAll(of: owner)
        return Response(status: .noContent)
    }

    @concurrent func remove(_ request: Request, context: TaskServiceContext) async throws -> Response {
        let owner = try context.owner()
        let versions = try Preconditions(of: request).versions()
        guard let id = context.parameters.get(TaskEndpoint.id) else { throw TaskRefusal.taskNotFound }
        _ = try await store.remove(id, of: owner, if: versions).task()
        return Response(status: .noContent)
    }
}

extension TaskChange {
    fileprivate func task() throws(TaskRefusal) -> StoredTask {
        switch self {
        case .done(let task): return task
        case .missing: throw TaskRefusal.taskNotFound
        case .otherVersion: throw TaskRefusal.preconditionFailed
        }
    }
}

extension Response {
    fileprivate init(
        _ task: StoredTask, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) throws {
        var fields = fields
        fields[.eTag] = EntityTag(version: task.version).text
        try self.init(status: status, fields: fields, content: task.item)
    }
}
