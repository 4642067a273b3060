// SPDX-License-Identifier: Apache-2.0
public import Provider

extension ProviderRules {
    /// How Entra ID departs from the standard: its issuer, scopes that must be said again on refresh (AADSTS90009
    /// without them), and errors that carry a number.
    public static let entra = ProviderRules(
        issuer: .entra, repeatsScopes: true, nextAction: EntraErrorCode.nextAction(for:),
        endsSignIn: EntraErrorCode.endsSignIn, callerID: callerID)

    /// `tid` and `oid`: the same for every app, so that a person keeps their data when a second app calls an API, and
    /// the same wherever the provider is reached.
    @Sendable private static func callerID(_ claims: Claims, issuer: String, subject: String) -> String {
        guard let tenant = claims.string("tid"), let object = claims.string("oid") else {
            return "\(issuer) \(subject)"
        }
        return "\(tenant) \(object)"
    }
}
