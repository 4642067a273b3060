// SPDX-License-Identifier: Apache-2.0
import Foundation
public import OAuth
import SignIn

/// Thrown while the storage of sessions does not answer, and a later request can succeed.
///
/// The middleware answers with 503, `Retry-After`, and a page that keeps what the person typed; so an app's own error
/// pages let it pass.
///
/// ```swift
/// do {
///     return try await next(request, context)
/// } catch let error where !(error is SessionsUnavailable) {
///     return layout.response(title: "Error", text: "", forms: [], status: .internalServerError)
/// }
/// ```
public struct SessionsUnavailable: ActionableError {
    /// The error of the storage.
    public let cause: any Error
    /// Repeat the request after a while.
    public let nextAction: NextAction

    init?(_ cause: any Error) {
        guard let action = (cause as? any ActionableError)?.nextAction, case .retry = action else { return nil }
        (self.cause, nextAction) = (cause, action)
    }

    /// The cause and the remedy in one sentence.
    public var message: String { "the storage of sessions does not answer: \(cause)" }

    /// Whether the storage does not answer, for the session itself or for one of its accounts.
    package static func isCause(of error: any Error) -> Bool {
        error is SessionsUnavailable || AccountStorageError.Code.unavailable ~= error
    }
}
