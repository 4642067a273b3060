// SPDX-License-Identifier: Apache-2.0

// Errors for a polling device. Entra ID's names differ from those of RFC 8628 §3.5 for a refusal.
extension EntraError {
    static let authorizationPending = EntraError(70016)

    /// The code is RFC 8628's; whether Entra ID ever sends it is not documented.
    package static let slowDown = EntraError(
        70016, "slow_down", "OAuth 2.0 device flow error. Authorization is pending. Poll less often.")

    /// The name is documented; the number is that of a declined consent.
    package static let authorizationDeclined = EntraError(
        65004, "authorization_declined", "User declined to sign in or to consent to access the app.")

    package static let badDeviceCode = EntraError(70018)

    static let deviceCodeExpired = EntraError(70020)
}
