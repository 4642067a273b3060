// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// A refusal of the task API.
struct TaskRefusal: Error, Sendable, Hashable {
    /// The check that refused.
    let code: Code
    /// The cause and the remedy in one sentence.
    let message: String
    /// The methods of the path, if the request's method is wrong.
    let allowed: [HTTPRequest.Method]

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
        allowed = []
    }

    init(_ code: Code, allowing allowed: [HTTPRequest.Method]) {
        self.code = code
        self.allowed = allowed
        message = "this address answers to \(allowed.map(\.rawValue).joined(separator: ", "))"
    }

    /// The same for an unknown id and for a task of another owner.
    static let taskNotFound = TaskRefusal(.taskNotFound, "you have no task with this id")

    /// The checks, with the names that clients read.
    ///
    /// A check that Microsoft's sample API has too has the same name.
    enum Code: String, CaseIterable {
        /// The request has no text, or only white space.
        case missingTask = "MissingTask"
        /// The request has neither a text nor `completed`.
        case missingChange = "MissingChange"
        /// The text is longer than the limit.
        case taskTooLong = "TaskTooLong"
        /// The text has control characters, which can do harm in terminals and pages.
        case taskUnprintable = "TaskUnprintable"
        /// The caller has the largest number of tasks already.
        case tooManyTasks = "TooManyTasks"
        /// The caller has no such task; the response does not tell whether another owner has it.
        case taskNotFound = "TaskNotFound"
        /// The path is unknown.
        case resourceNotFound = "ResourceNotFound"
        /// The path does not support the method.
        case methodNotAllowed = "MethodNotAllowed"

        /// The HTTP status of the refusal.
        ///
        /// Microsoft's sample API answers 409 for a missing text. But 409 means a conflict with stored data, which a
        /// later request can resolve. Here only another text helps, so a faulty text gets 400.
        var status: HTTPResponse.Status {
            switch self {
            case .missingTask, .missingChange, .taskTooLong, .taskUnprintable: .badRequest
            case .tooManyTasks: .conflict
            case .taskNotFound, .resourceNotFound: .notFound
            case .methodNotAllowed: .methodNotAllowed
            }
        }
    }
}
