// SPDX-License-Identifier: Apache-2.0
/// The purpose of a visit to the provider's pages.
package enum SignInVisit: Sendable, Hashable {
    /// To sign in.
    case signIn(SignInWish)
    /// To set a new password; this does not sign in.
    case resetPassword
}
