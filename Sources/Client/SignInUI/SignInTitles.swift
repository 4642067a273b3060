// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)

/// The titles of a ``SignInButton``, in English unless the app sets its own.
///
/// ```swift
/// var titles = SignInTitles()
/// titles.signIn = "Anmelden"
/// titles.signOut = "Abmelden"
/// ```
public struct SignInTitles: Sendable, Hashable {
    /// The title for signing in.
    public var signIn = "Sign In"
    /// The title for signing in again after the provider ended the sign-in.
    public var signInAgain = "Sign In Again"
    /// The title for signing out.
    public var signOut = "Sign Out"
    /// The title for canceling a step in progress.
    public var cancel = "Cancel"
    /// The title for loading the stored accounts again.
    public var tryAgain = "Try Again"

    /// Creates English titles.
    public init() {}
}
#endif
