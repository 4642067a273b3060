// SPDX-License-Identifier: Apache-2.0
public import Provider

extension ProviderRules {
    /// How Entra ID departs from the standard: its issuer, scopes that must be said again on refresh (AADSTS90009
    /// without them), and errors that carry a number.
    public static let entra = ProviderRules(
        issuer: .entra, sendsScopesOnRefresh: true, nextAction: EntraErrorCode.nextAction(for:),
        endsSignIn: EntraErrorCode.endsSignIn)
}
