// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import OAuthMessages

struct TaskRefusal: Error, Sendable, Hashable {
    let code: Code
    /// The cause and the remedy in one sentence.
    let message: String
    /// The fields of the response, beside those of the content.
    let fields: HTTPFields

    init(_ code: Code, _ message: String, fields: HTTPFields = [:]) {
        (self.code, self.message, self.fields) = (code, message, fields)
    }

    /// Refuses a method at a path with routes for others. RFC 9110 §15.5.6
    static func methodNotAllowed(allowing allowed: [HTTPRequest.Method]) -> TaskRefusal {
        let methods = allowed.map(\.rawValue).joined(separator: ", ")
        return TaskRefusal(.methodNotAllowed, "this address accepts only \(methods)", fields: [.allow: methods])
    }

    static let resourceNotFound = TaskRefusal(
        .resourceNotFound, "there is nothing at this address; GET / lists the routes")

    /// The same for an unknown id and for a task of another owner.
    static let taskNotFound = TaskRefusal(.taskNotFound, "you have no task with this id")

    /// The store does not answer now, and its error says that a later request can succeed; `nil` for any other error.
    init?(unavailable error: any Error) {
        guard let seconds = (error as? any ActionableError)?.nextAction.secondsToWait else { return nil }
        self.init(
            .storeUnavailable,
            "the tasks are unavailable; repeat the request in \(seconds) s, an addition with its Idempotency-Key",
            fields: [.retryAfter: "\(seconds)"])
    }

    /// Another request changed the task or the list meanwhile.
    static let preconditionFailed = TaskRefusal(
        .preconditionFailed,
        "it has changed since you read it; read it again, and check whether your change still applies")

    /// The checks, with the names that clients read.
    ///
    /// A check that Microsoft's sample API has too has the same name.
    enum Code: String, CaseIterable {
        case missingTask = "MissingTask"
        case missingChange = "MissingChange"
        case taskTooLong = "TaskTooLong"
        /// The text has control characters, which can do harm in terminals and pages.
        case taskUnprintable = "TaskUnprintable"
        case tooManyTasks = "TooManyTasks"
        /// The caller has no such task; the response does not tell whether another owner has it.
        case taskNotFound = "TaskNotFound"
        case removalUnclear = "RemovalUnclear"
        case queryMalformed = "QueryMalformed"
        case filterMalformed = "FilterMalformed"
        case limitMalformed = "LimitMalformed"
        case cursorMalformed = "CursorMalformed"
        case searchTooLong = "SearchTooLong"
        case searchUnprintable = "SearchUnprintable"
        case preconditionMalformed = "PreconditionMalformed"
        /// The request does something for which a condition has no meaning here.
        case preconditionUnsupported = "PreconditionUnsupported"
        case preconditionFailed = "PreconditionFailed"
        case idempotencyKeyMalformed = "IdempotencyKeyMalformed"
        case idempotencyKeyReused = "IdempotencyKeyReused"
        case tooManyRequests = "TooManyRequests"
        /// The store of the tasks does not answer; whether a change happened is unknown.
        case storeUnavailable = "StoreUnavailable"
        case resourceNotFound = "ResourceNotFound"
        case methodNotAllowed = "MethodNotAllowed"

        /// The HTTP status of the refusal.
        ///
        /// Microsoft's sample API answers 409 for a missing text. But 409 means a conflict with stored data, which a
        /// later request can resolve. Here only another text helps, so a faulty text gets 400.
        var status: HTTPResponse.Status {
            switch self {
            case .missingTask, .missingChange, .taskTooLong, .taskUnprintable, .removalUnclear, .queryMalformed,
                .filterMalformed, .limitMalformed, .cursorMalformed, .searchTooLong, .searchUnprintable,
                .preconditionMalformed, .preconditionUnsupported, .idempotencyKeyMalformed:
                .badRequest
            case .tooManyTasks: .conflict
            case .taskNotFound, .resourceNotFound: .notFound
            case .methodNotAllowed: .methodNotAllowed
            case .preconditionFailed: .preconditionFailed
            case .idempotencyKeyReused: .unprocessableContent
            case .tooManyRequests: .tooManyRequests
            case .storeUnavailable: .serviceUnavailable
            }
        }
    }
}
