// SPDX-License-Identifier: Apache-2.0
import QuickStart
import SignIn

extension Phase {
    /// The content that a command prints after loading; `nil` if there is none.
    ///
    /// - Throws: `Failure`; `Refusal` (`signInRequired`) for a page without an account; `CancellationError` after a
    ///   cancellation.
    func outcome() throws -> Content? {
        switch self {
        case .content(let content): return content
        case .empty: return nil
        case .failed(let failure): throw failure
        case .signedOut: throw Refusal(.signInRequired, "nobody is signed in, or the sign-in has ended")
        case .idle, .busy: throw CancellationError()
        }
    }
}
