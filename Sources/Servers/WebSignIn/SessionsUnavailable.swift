// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import PortableFoundation
import SignIn

/// An error while the session storage is temporarily unavailable.
///
/// The middleware responds with 503, `Retry-After`, and a page that keeps the user's input, so the app's own error
/// pages should pass this error through.
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
    /// Retry the request after a delay.
    public let nextAction: NextAction

    init?(_ cause: any Error) {
        guard let action = (cause as? any ActionableError)?.nextAction, case .retry = action else { return nil }
        (self.cause, nextAction) = (cause, action)
    }

    /// The cause and the solution in one sentence.
    public var message: String { "the session store does not respond: \(cause)" }

    /// Returns whether an error means that the storage does not respond, for the session or for one of its accounts.
    public static func isCause(of error: any Error) -> Bool {
        error is SessionsUnavailable || AccountStorageError.Code.unavailable ~= error
    }
}
