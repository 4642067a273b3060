// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import OAuthMessages

/// A refusal of the task API.
struct TaskRefusal: Error, Sendable, Hashable {
    /// The check that refused.
    let code: Code
    /// The cause and the remedy in one sentence.
    let message: String
    /// The fields of the response, beside those of the content.
    let fields: HTTPFields

    init(_ code: Code, _ message: String, fields: HTTPFields = [:]) {
        (self.code, self.message, self.fields) = (code, message, fields)
    }

    /// Refuses a method at a path that answers to others.
    init(_ code: Code, allowing allowed: [HTTPRequest.Method]) {
        let methods = allowed.map(\.rawValue).joined(separator: ", ")
        self.init(code, "this address accepts only \(methods)", fields: [.allow: methods])
    }

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
        /// The request to remove all tasks has a text as well.
        case removalUnclear = "RemovalUnclear"
        /// The query is not percent-encoded, or has a parameter twice.
        case queryMalformed = "QueryMalformed"
        /// `completed` or `all` is neither true nor false.
        case filterMalformed = "FilterMalformed"
        /// `limit` is no number, or out of its bounds.
        case limitMalformed = "LimitMalformed"
        /// `after` is from no `Link` field of this API.
        case cursorMalformed = "CursorMalformed"
        /// `search` is longer than the limit.
        case searchTooLong = "SearchTooLong"
        /// `search` has control characters.
        case searchUnprintable = "SearchUnprintable"
        /// `If-Match` or `If-None-Match` is neither `*` nor a list of tags.
        case preconditionMalformed = "PreconditionMalformed"
        /// The request does something for which a condition has no meaning here.
        case preconditionUnsupported = "PreconditionUnsupported"
        /// The state is none of those in `If-Match`.
        case preconditionFailed = "PreconditionFailed"
        /// `Idempotency-Key` is not one key in quotes.
        case idempotencyKeyMalformed = "IdempotencyKeyMalformed"
        /// An earlier request had the key, and another text.
        case idempotencyKeyReused = "IdempotencyKeyReused"
        /// The caller sent more requests than the limit allows.
        case tooManyRequests = "TooManyRequests"
        /// The store of the tasks does not answer; whether a change happened is unknown.
        case storeUnavailable = "StoreUnavailable"
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
