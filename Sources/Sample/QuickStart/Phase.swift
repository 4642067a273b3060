// SPDX-License-Identifier: Apache-2.0
import SignIn

/// How far a page, or a part of it, has come.
public enum Phase<Content: Sendable & Hashable>: Sendable, Hashable {
    /// Nothing was asked for yet.
    case idle
    /// An answer is awaited.
    case busy
    /// The answer is that there is nothing.
    case empty
    /// What the answer holds.
    case content(Content)
    /// There was no answer; the failure says what can be done.
    case failed(Failure)
    /// The page's registration has no account: the page offers to sign in.
    case signedOut

    /// What an error makes of a page: to cancel is no failure, and to be signed out is none either.
    public init(_ error: any Error) {
        self =
            switch error {
            case is CancellationError: .idle
            case let error as ServerError where error.nextAction == .acceptCancellation: .idle
            case let refusal as Refusal where refusal.code == .signInRequired: .signedOut
            default: .failed(Failure(error))
            }
    }

    /// The content, if there is some.
    public var content: Content? {
        if case .content(let content) = self { content } else { nil }
    }

    /// The failure, if it failed.
    public var failure: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
