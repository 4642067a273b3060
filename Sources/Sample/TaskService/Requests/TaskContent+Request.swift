// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import PortableFoundation
import TaskListClient

extension TaskContent {
    /// Reads a task's members from the request's JSON or form content, or from its query.
    ///
    /// Microsoft's sample API reads all of them. Prefer the content, because logs store URLs.
    init(of request: Request) async throws {
        let content = try await TaskContent(RequestContent(of: request))
        guard let query = FormParameters(encoded: request.uri.query ?? "") else {
            throw RequestRefusal(.contentMalformed, "the query is not percent-encoded UTF-8")
        }
        let address = try TaskContent(query)
        self.init(
            text: try Self.one(content.text, address.text, named: TaskListFormat.textField),
            completed: try Self.one(content.completed, address.completed, named: TaskListFormat.completedField))
    }

    private init(_ content: RequestContent) throws {
        switch content.type?.value {
        case "application/json":
            do {
                self = try content.json(TaskContent.self)
            } catch {
                throw RequestRefusal(
                    .contentMalformed, #"the content is not JSON like {"Text": "Buy milk", "completed": false}"#)
            }
        case "application/x-www-form-urlencoded", "multipart/form-data": try self.init(content.form())
        case nil where content.bytes.isEmpty: self.init()
        default:
            throw RequestRefusal(
                .contentTypeUnsupported,
                "send the task as application/json, application/x-www-form-urlencoded, or multipart/form-data")
        }
    }

    private init(_ form: FormParameters) throws {
        do {
            let completed = try form.once(TaskListFormat.completedField)
            guard completed == nil || completed.flatMap(Bool.init) != nil else {
                throw RequestRefusal(
                    .contentMalformed, "\"\(TaskListFormat.completedField)\" must be true or false")
            }
            self.init(text: try form.once(TaskListFormat.textField), completed: completed.flatMap(Bool.init))
        } catch let refusal as Refusal {
            throw RequestRefusal(.contentMalformed, refusal.message)
        }
    }

    private static func one<Value: Equatable>(_ first: Value?, _ second: Value?, named name: String) throws -> Value? {
        guard let first, let second, first != second else { return first ?? second }
        throw RequestRefusal(.contentMalformed, "\"\(name)\" has different values in the content and the query")
    }
}
