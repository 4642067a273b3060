// SPDX-License-Identifier: Apache-2.0
import SignIn

/// The loading state of a page, or of a part of it.
public enum Phase<Content: Sendable & Hashable>: Sendable, Hashable {
    /// No request was sent yet.
    case idle
    /// A request is in progress.
    case busy
    /// The result has no content.
    case empty
    /// The content of the result.
    case content(Content)
    /// The request failed; the failure names the actions that can help.
    case failed(Failure)
    /// The page's registration has no account: the page offers to sign in.
    case signedOut

    /// The phase after an error; a cancellation and a missing sign-in are not failures.
    public init(_ error: any Error) {
        self =
            switch error {
            case is CancellationError: .idle
            case let error as any ActionableError where error.nextAction == .acceptCancellation: .idle
            case let refusal as Refusal where refusal.code == .signInRequired: .signedOut
            default: .failed(Failure(error))
            }
    }

    /// The content; `nil` in other phases.
    public var content: Content? {
        if case .content(let content) = self { content } else { nil }
    }

    /// The failure; `nil` in other phases.
    public var failure: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
