// SPDX-License-Identifier: Apache-2.0
import OAuth
public import Provider

extension ProviderRules {
    /// How Entra ID departs from the standard: its issuer, scopes that must be said again on refresh (AADSTS90009
    /// without them), and errors that carry a number.
    public static let entra = ProviderRules(
        issuer: .entra, sendsScopesToTokenEndpoint: true, secretMethod: .post, sendsIDTokenHint: false,
        nextAction: EntraErrorCode.nextAction(for:),
        endsSignIn: EntraErrorCode.endsSignIn, alwaysSaysInvalidGrant: true, idTokensNameClient: false,
        callerID: directoryCallerID)

    /// The same for an app, or an API, of several organisations that is not for all: tokens of other directories are
    /// refused (`directoryNotAdmitted`).
    ///
    /// - Parameter directories: Those that are let in; nobody is if it is empty.
    /// - Returns: The rules.
    public static func entra(admitting directories: Set<DirectoryID>) -> ProviderRules {
        var rules = entra
        rules.checkToken = { (claims, _) throws(Refusal) in
            // The issuer was found to be the provider's; unlike `tid` it is there without `profile` as well.
            guard let directory = claims.string("iss").flatMap(EntraIssuer.init)?.directory,
                directories.contains(directory)
            else {
                throw Refusal(
                    .directoryNotAdmitted,
                    "this app is not for people of this directory; sign in with an account of one that it lets in")
            }
        }
        return rules
    }

    /// `tid` and `oid`: the same for every app, so that a person keeps their data when a second app calls an API, and
    /// the same wherever the provider is reached.
    @Sendable static func directoryCallerID(_ claims: Claims, issuer: String, subject: String) -> String {
        guard let tenant = claims.string("tid"), let object = claims.string("oid") else {
            return "\(issuer) \(subject)"
        }
        return "\(tenant) \(object)"
    }
}
