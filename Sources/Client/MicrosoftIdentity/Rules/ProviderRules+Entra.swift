// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
public import SignInProvider

extension ProviderRules {
    /// How Entra ID deviates from the standard: its issuer, scopes that a refresh must repeat (AADSTS90009 without
    /// them), and numbered errors.
    public static let entra = ProviderRules(
        issuer: .entra, sendsScopesToTokenEndpoint: true, readsResource: false, secretMethod: .post,
        sendsIDTokenHint: false,
        nextAction: EntraErrorCode.nextAction(for:),
        endsSignIn: EntraErrorCode.endsSignIn, alwaysSaysInvalidGrant: true, idTokensNameClient: false,
        callerID: directoryCallerID)

    /// Returns Entra ID's rules for an app or API that admits only some directories, or none with an empty set; tokens
    /// of others are rejected (`directoryNotAdmitted`).
    package static func entra(admitting directories: Set<DirectoryID>) -> ProviderRules {
        var rules = entra
        rules.checkToken = { (claims, _) throws(Refusal) in
            // The issuer was checked before; unlike `tid`, it is present without `profile` as well.
            guard let directory = claims.string("iss").flatMap(EntraIssuer.init)?.directory,
                directories.contains(directory)
            else {
                throw Refusal(
                    .directoryNotAdmitted,
                    "this app is not for users of this directory; sign in with an account of an allowed directory")
            }
        }
        return rules
    }

    /// `tid` and `oid` are the same for each app and host, so a user keeps their data when a second app calls an API.
    @Sendable static func directoryCallerID(_ claims: Claims, issuer: String, subject: String) -> String {
        guard let tenant = claims.string("tid"), let object = claims.string("oid") else {
            return "\(issuer) \(subject)"
        }
        return "\(tenant) \(object)"
    }
}

extension IssuerRule {
    /// How Entra ID writes its issuer.
    ///
    /// The shared endpoints state a template, `…/{tenantid}/v2.0`, to fill with the token's `tid`; a directory that was
    /// requested by its domain states its ID. Tokens always name the user's own directory; `organizations` is each
    /// directory except that of personal accounts, and `consumers` is that one alone. A cloud states one host for all
    /// its names, and never that of another cloud. Its keys name the issuer of the tokens that they may sign.
    package static let entra = IssuerRule(
        acceptsMetadata: { stated, askedFor in
            guard let asked = EntraIssuer(askedFor.absoluteString), let stated = EntraIssuer(stated),
                stated.origin == asked.origin || isAlias(asked.origin, of: stated.origin)
            else { return false }
            return switch asked.audience.lowercased() {
            case "common", "organizations": stated.audience == EntraIssuer.template
            case "consumers": stated.audience == DirectoryID.personalAccounts.rawValue
            case let audience where DirectoryID(rawValue: audience) != nil:
                stated.audience.lowercased() == audience
            default: DirectoryID(rawValue: stated.audience) != nil
            }
        },
        acceptsToken: { issuer, claims, stated, askedFor in
            // A token has `tid` only with `profile`; without a template, the issuer alone decides.
            guard let tenant = claims.string("tid") else {
                return !claims.has("tid") && !stated.contains(EntraIssuer.template) && issuer == stated
            }
            guard DirectoryID(rawValue: tenant) != nil, EntraIssuer(issuer)?.audience == tenant else {
                return false
            }
            // Both shared endpoints state the same template; only the requested issuer distinguishes them.
            if tenant.lowercased() == DirectoryID.personalAccounts.rawValue,
                EntraIssuer(askedFor.absoluteString)?.audience.lowercased() == "organizations"
            {
                return false
            }
            return EntraIssuer.isFilled(stated, with: tenant, toGive: issuer)
        },
        acceptsKey: EntraIssuer.key(of:signsFor:))

    private static func isAlias(_ asked: Substring, of stated: Substring) -> Bool {
        guard asked.hasPrefix("https://"), let cloud = Cloud(host: String(asked.dropFirst("https://".count))) else {
            return false
        }
        return stated == cloud.base.absoluteString
    }
}
