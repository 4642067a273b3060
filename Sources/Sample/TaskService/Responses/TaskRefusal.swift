// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import OAuthMessages

struct TaskRefusal: Error, Sendable, Hashable {
    let code: Code
    let message: String
    let fields: HTTPFields

    init(_ code: Code, _ message: String, fields: HTTPFields = [:]) {
        (self.code, self.message, self.fields) = (code, message, fields)
    }

    /// RFC 9110 §15.5.6.
    static func methodNotAllowed(allowing allowed: [HTTPRequest.Method]) -> TaskRefusal {
        let methods = allowed.map(\.rawValue).joined(separator: ", ")
        return TaskRefusal(.methodNotAllowed, "this address accepts only \(methods)", fields: [.allow: methods])
    }

    static let resourceNotFound = TaskRefusal(
        .resourceNotFound, "there is nothing at this address; GET / lists the routes")

    /// The same for an unknown ID and for a task of another owner.
    static let taskNotFound = TaskRefusal(.taskNotFound, "you have no task with this id")

    /// `nil` unless the error says that a later request can succeed.
    init?(unavailable error: any Error) {
        guard let seconds = (error as? any ActionableError)?.nextAction.secondsToWait else { return nil }
        self.init(
            .storeUnavailable,
            "the tasks are unavailable; retry in \(seconds) s, with the same Idempotency-Key for an addition",
            fields: [.retryAfter: "\(seconds)"])
    }

    static let preconditionFailed = TaskRefusal(
        .preconditionFailed,
        "it has changed since you read it; read it again, and check whether your change still applies")

    /// Codes that clients read; those of Microsoft's sample API have its names.
    enum Code: String, CaseIterable {
        case missingTask = "MissingTask"
        case missingChange = "MissingChange"
        case taskTooLong = "TaskTooLong"
        /// Control characters can do harm in terminals and pages.
        case taskUnprintable = "TaskUnprintable"
        case tooManyTasks = "TooManyTasks"
        /// The response does not reveal whether another owner has the task.
        case taskNotFound = "TaskNotFound"
        case removalUnclear = "RemovalUnclear"
        case queryMalformed = "QueryMalformed"
        case filterMalformed = "FilterMalformed"
        case limitMalformed = "LimitMalformed"
        case cursorMalformed = "CursorMalformed"
        case searchTooLong = "SearchTooLong"
        case searchUnprintable = "SearchUnprintable"
        case preconditionMalformed = "PreconditionMalformed"
        /// A condition has no meaning for this request.
        case preconditionUnsupported = "PreconditionUnsupported"
        case preconditionFailed = "PreconditionFailed"
        case idempotencyKeyMalformed = "IdempotencyKeyMalformed"
        case idempotencyKeyReused = "IdempotencyKeyReused"
        case tooManyRequests = "TooManyRequests"
        /// It is unknown whether a change happened.
        case storeUnavailable = "StoreUnavailable"
        case resourceNotFound = "ResourceNotFound"
        case methodNotAllowed = "MethodNotAllowed"

        /// For a missing text, 400 instead of the 409 of Microsoft's sample API, which means a conflict with stored
        /// data that a later request can resolve.
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
