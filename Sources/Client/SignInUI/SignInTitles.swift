// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)

/// The titles of a ``SignInButton``, in English unless the app gives its own.
///
/// ```swift
/// var titles = SignInTitles()
/// titles.signIn = "Anmelden"
/// titles.signOut = "Abmelden"
/// ```
public struct SignInTitles: Sendable, Hashable {
    /// Signs a person in.
    public var signIn = "Sign In"
    /// Signs the person in again after the provider ended the sign-in.
    public var signInAgain = "Sign In Again"
    /// Signs the person out.
    public var signOut = "Sign Out"
    /// Ends a step that goes on.
    public var cancel = "Cancel"
    /// Reads the kept accounts again.
    public var tryAgain = "Try Again"

    /// Creates English titles.
    public init() {}
}
#endif
