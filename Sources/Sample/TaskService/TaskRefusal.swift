// SPDX-License-Identifier: Apache-2.0
import HTTPTypes

/// A no of the task API.
struct TaskRefusal: Error, Sendable, Hashable {
    /// Which check refused.
    let code: Code
    /// Cause and remedy, in a sentence.
    let message: String
    /// What the path does answer to, where the method was wrong.
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

    /// The same for an id that nobody has and for another's task.
    static let taskNotFound = TaskRefusal(.taskNotFound, "you have no task with this id")

    /// The checks, by the names that clients read.
    ///
    /// Those that Microsoft's sample API has too are called the same.
    enum Code: String, CaseIterable {
        /// No text was sent, or nothing but white space.
        case missingTask = "MissingTask"
        /// Neither a text nor whether the task is done was sent.
        case missingChange = "MissingChange"
        /// The text is longer than a task may be.
        case taskTooLong = "TaskTooLong"
        /// The text has characters that no terminal and no page should be sent.
        case taskUnprintable = "TaskUnprintable"
        /// The caller has as many tasks as one may have.
        case tooManyTasks = "TooManyTasks"
        /// The caller has no such task; whether somebody else has is not said.
        case taskNotFound = "TaskNotFound"
        /// There is nothing at that path.
        case resourceNotFound = "ResourceNotFound"
        /// The path does not answer to that method.
        case methodNotAllowed = "MethodNotAllowed"

        /// The status that says the same to programs.
        ///
        /// Microsoft's sample API answers 409 where the text is missing; but a conflict is one with what is stored,
        /// which another request could resolve, and here only another text helps. So what is wrong with a text is 400.
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
