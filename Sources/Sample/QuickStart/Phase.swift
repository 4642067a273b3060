// SPDX-License-Identifier: Apache-2.0
import SignIn

/// The loading state of a page, or of a part of it.
public enum Phase<Content: Sendable & Hashable>: Sendable, Hashable {
    case idle
    case busy
    case empty
    case content(Content)
    case failed(Failure)
    /// The registration has no account: the page offers to sign in.
    case signedOut

    /// Creates the state after an error; a cancellation and a missing sign-in are not failures.
    public init(_ error: any Error) {
        self =
            switch error {
            case is CancellationError: .idle
            case let error as any ActionableError where error.nextAction == .acceptCancellation: .idle
            case let refusal as Refusal where refusal.code == .signInRequired: .signedOut
            default: .failed(Failure(error))
            }
    }

    /// The content, if loaded.
    public var content: Content? {
        if case .content(let content) = self { content } else { nil }
    }

    /// The failure, if any.
    public var failure: Failure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
