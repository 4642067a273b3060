// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
package import SignInProvider

extension ProviderRules {
    /// How Azure AD B2C user flows deviate from the standard.
    ///
    /// The registration's issuer names the flow, so rules of another flow cannot apply. A refresh repeats the scopes,
    /// as Microsoft documents.
    package static let userFlow = ProviderRules(
        issuer: .userFlow, sendsScopesToTokenEndpoint: true, readsResource: false, secretMethod: .post,
        sendsIDTokenHint: false,
        nextAction: UserFlowErrorCode.nextAction(for:),
        endsSignIn: UserFlowErrorCode.endsSignIn, alwaysSaysInvalidGrant: true, checkToken: checkUserFlow,
        isIDToken: isUserFlowIDToken, idTokensNameClient: false, subject: userFlowSubject,
        callerID: userFlowCallerID)

    /// Another flow of the directory has the same issuer and keys; newer flows name themselves in `tfp`, older ones in
    /// `acr`.
    @Sendable private static func checkUserFlow(_ claims: Claims, askedFor: URL) throws(Refusal) {
        let named = claims.has("tfp") ? claims.string("tfp") : claims.string("acr")
        guard let asked = UserFlowAuthority(askedFor.absoluteString)?.userFlow, named?.lowercased() == asked else {
            throw Refusal(
                .userFlowMismatch,
                "the token is not from the requested user flow; sign in with the user flow in the settings")
        }
    }

    /// Access tokens repeat the nonce of the sign-in; only `azp` is never in an ID token.
    @Sendable private static func isUserFlowIDToken(_ claims: Claims) -> Bool {
        ["at_hash", "c_hash"].contains(where: claims.has) || !claims.has("azp")
    }

    /// Some flows write the same sentence in place of each user's ID.
    @Sendable private static func userFlowSubject(_ claims: Claims) -> String? {
        guard let subject = claims.string("sub"), !subject.hasPrefix("Not supported currently") else {
            return claims.string("oid")
        }
        return subject
    }

    /// The directory and the user's ID in it, so that a user keeps their data with another flow or app; tokens do not
    /// repeat the directory's ID if the issuer contains it.
    @Sendable private static func userFlowCallerID(_ claims: Claims, issuer: String, subject: String) -> String {
        guard let directory = UserFlowIssuer(issuer)?.directory, let object = claims.string("oid"), !object.isEmpty
        else {
            return "\(issuer) \(subject)"
        }
        return "\(directory) \(object)"
    }
}

extension IssuerRule {
    /// How Azure AD B2C writes its issuer: `…/{id}/v2.0/`, or `…/tfp/{id}/{flow}/v2.0/` for flows with that setting.
    ///
    /// `{id}` is the directory's. If the app names the directory by its domain, the client does not know the ID: it
    /// accepts the metadata of the right host, and tokens must have exactly that issuer. The first form does not name
    /// the flow, so each token must: ``ProviderRules/userFlow``.
    package static let userFlow = IssuerRule(
        acceptsMetadata: { stated, askedFor in
            guard let asked = UserFlowAuthority(askedFor.absoluteString),
                let stated = UserFlowIssuer(stated, at: asked.base.absoluteString)
            else { return false }
            let isDirectory = DirectoryID(rawValue: asked.directory) == nil || stated.directory == asked.directory
            return isDirectory && (stated.userFlow == nil || stated.userFlow == asked.userFlow)
        },
        acceptsToken: { issuer, claims, stated, askedFor in
            guard issuer.utf8.elementsEqual(stated.utf8), let asked = UserFlowAuthority(askedFor.absoluteString),
                let directory = UserFlowIssuer(issuer, at: asked.base.absoluteString)?.directory
            else { return false }
            return !claims.has("tid") || claims.string("tid")?.lowercased() == directory
        })
}

/// In lower case.
struct UserFlowIssuer {
    let directory: String
    let userFlow: String?

    /// `nil` for `base` allows any host.
    init?(_ text: String, at base: String? = nil) {
        guard let scheme = text.firstRange(of: "://"), let slash = text[scheme.upperBound...].firstIndex(of: "/"),
            base == nil || base?.utf8.elementsEqual(text[..<slash].utf8) == true
        else { return nil }
        let segments = text[slash...].lowercased().split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let parts = Array(segments)
        switch parts.count {
        case 3 where parts[1...] == ["v2.0", ""]: (directory, userFlow) = (String(parts[0]), nil)
        case 5 where parts[0] == "tfp" && parts[3...] == ["v2.0", ""]:
            (directory, userFlow) = (String(parts[1]), String(parts[2]))
        default: return nil
        }
        guard DirectoryID(rawValue: directory) != nil else { return nil }
    }
}
