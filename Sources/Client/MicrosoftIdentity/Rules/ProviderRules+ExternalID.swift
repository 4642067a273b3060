// SPDX-License-Identifier: Apache-2.0
public import Provider

extension ProviderRules {
    /// How External ID departs from the standard.
    ///
    /// It is Entra ID with customers in the place of people: a refresh repeats the scopes, errors have the same numbers
    /// and tokens the same claims. Its issuer is its own.
    public static let externalID = ProviderRules(
        issuer: .externalID, sendsScopesToTokenEndpoint: true, readsResource: false, secretMethod: .post,
        sendsIDTokenHint: false,
        nextAction: EntraErrorCode.nextAction(for:),
        endsSignIn: EntraErrorCode.endsSignIn, alwaysSaysInvalidGrant: true, idTokensNameClient: false,
        callerID: directoryCallerID)
}
