// SPDX-License-Identifier: Apache-2.0
/// What a person goes to the provider's pages for.
public enum SignInVisit: Sendable, Hashable {
    /// To sign in.
    case signIn(SignInWish)
    /// To choose a new password; this signs nobody in.
    case resetPassword
}
