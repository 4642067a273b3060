// SPDX-License-Identifier: Apache-2.0
import OAuth
public import Provider

extension ProviderRules {
    /// How Entra ID departs from the standard: its issuer, scopes that a refresh must repeat (AADSTS90009 without
    /// them), and errors with a number.
    public static let entra = ProviderRules(
        issuer: .entra, sendsScopesToTokenEndpoint: true, readsResource: false, secretMethod: .post,
        sendsIDTokenHint: false,
        nextAction: EntraErrorCode.nextAction(for:),
        endsSignIn: EntraErrorCode.endsSignIn, alwaysSaysInvalidGrant: true, idTokensNameClient: false,
        callerID: directoryCallerID)

    /// The same for an app, or an API, of several organisations but not of all: tokens of other directories are refused
    /// (`directoryNotAdmitted`).
    ///
    /// - Parameter directories: The admitted directories; an empty set admits none.
    /// - Returns: The rules.
    public static func entra(admitting directories: Set<DirectoryID>) -> ProviderRules {
        var rules = entra
        rules.checkToken = { (claims, _) throws(Refusal) in
            // The issuer is the provider's, as checked before; unlike `tid` it is there without `profile` as well.
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

    /// `tid` and `oid`: the same for every app and at every host, so that a person keeps their data when a second app
    /// calls an API.
    @Sendable static func directoryCallerID(_ claims: Claims, issuer: String, subject: String) -> String {
        guard let tenant = claims.string("tid"), let object = claims.string("oid") else {
            return "\(issuer) \(subject)"
        }
        return "\(tenant) \(object)"
    }
}
