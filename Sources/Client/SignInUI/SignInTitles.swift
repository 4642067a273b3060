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
    /// Nobody is signed in.
    public var signIn = "Sign In"
    /// The provider has ended the sign-in.
    public var signInAgain = "Sign In Again"
    /// A person is signed in.
    public var signOut = "Sign Out"
    /// A step goes on.
    public var cancel = "Cancel"
    /// The kept accounts cannot be read yet.
    public var tryAgain = "Try Again"

    /// Creates English titles.
    public init() {}
}
#endif
