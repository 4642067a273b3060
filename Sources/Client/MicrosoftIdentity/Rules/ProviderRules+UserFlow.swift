// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
public import Provider

extension ProviderRules {
    /// How the user flows of Azure AD B2C depart from the standard.
    ///
    /// The registration's issuer names the flow, so that the rules cannot be those of another flow. A refresh repeats
    /// the scopes, as in Microsoft's documents.
    public static let userFlow = ProviderRules(
        issuer: .userFlow, sendsScopesToTokenEndpoint: true, readsResource: false, secretMethod: .post,
        sendsIDTokenHint: false,
        nextAction: UserFlowErrorCode.nextAction(for:),
        endsSignIn: UserFlowErrorCode.endsSignIn, alwaysSaysInvalidGrant: true, checkToken: checkUserFlow,
        isIDToken: isUserFlowIDToken, idTokensNameClient: false, subject: userFlowSubject,
        callerID: userFlowCallerID)

    /// Refuses a token of another flow of the same directory, which has the same issuer and the same keys.
    ///
    /// Newer flows name themselves in `tfp`, older ones in `acr`.
    @Sendable private static func checkUserFlow(_ claims: Claims, askedFor: URL) throws(Refusal) {
        let named = claims.has("tfp") ? claims.string("tfp") : claims.string("acr")
        guard let asked = UserFlowAuthority(askedFor.absoluteString)?.userFlow, named?.lowercased() == asked else {
            throw Refusal(
                .userFlowMismatch,
                "the token is not of the user flow that was asked for; sign in with the flow of the settings")
        }
    }

    /// Access tokens repeat the nonce of the sign-in; only `azp` is never in an ID token.
    @Sendable private static func isUserFlowIDToken(_ claims: Claims) -> Bool {
        ["at_hash", "c_hash"].contains(where: claims.has) || !claims.has("azp")
    }

    /// Some flows write one and the same sentence in place of each person's id.
    @Sendable private static func userFlowSubject(_ claims: Claims) -> String? {
        guard let subject = claims.string("sub"), !subject.hasPrefix("Not supported currently") else {
            return claims.string("oid")
        }
        return subject
    }

    /// The directory and the person's id in it, so that a person keeps their data with another flow or another app.
    ///
    /// Tokens do not repeat the directory's id if the issuer names it.
    @Sendable private static func userFlowCallerID(_ claims: Claims, issuer: String, subject: String) -> String {
        guard let directory = UserFlowIssuer(issuer)?.directory, let object = claims.string("oid"), !object.isEmpty
        else {
            return "\(issuer) \(subject)"
        }
        return "\(directory) \(object)"
    }
}
