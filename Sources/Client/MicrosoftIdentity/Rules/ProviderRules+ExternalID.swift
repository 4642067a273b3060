// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
package import SignInProvider

extension ProviderRules {
    /// How External ID deviates from the standard.
    ///
    /// It is Entra ID for customers: a refresh repeats the scopes, errors have the same numbers, and tokens the same
    /// claims. It has its own issuer.
    package static let externalID: ProviderRules = {
        var rules = entra
        rules.issuer = .externalID
        return rules
    }()
}

extension IssuerRule {
    /// How External ID writes its issuer: `https://{id}.ciamlogin.com/{id}/v2.0`, for requests at any host.
    ///
    /// If the app names the directory by its name or custom domain, the client does not know the ID: it accepts the
    /// metadata of the right host, and tokens must have exactly that issuer. It also accepts `{requested
    /// host}/{id}/v2.0`, for a custom domain, and for a local tenant, which has one host for all directories.
    package static let externalID = IssuerRule(
        acceptsMetadata: { stated, askedFor in
            guard let asked = ExternalIDAuthority(askedFor.absoluteString),
                let directory = ExternalIDIssuer(stated, askedAt: asked.base.absoluteString)?.directory
            else { return false }
            return asked.id == nil || asked.id == directory
        },
        acceptsToken: { issuer, claims, stated, askedFor in
            guard issuer.utf8.elementsEqual(stated.utf8), let asked = ExternalIDAuthority(askedFor.absoluteString),
                let directory = ExternalIDIssuer(issuer, askedAt: asked.base.absoluteString)?.directory
            else { return false }
            return !claims.has("tid") || claims.string("tid") == directory.rawValue
        },
        acceptsKey: { keyIssuer, issuer in
            // The host in the issuer of its keys is not documented, so only another directory's ID counts.
            guard
                let named = keyIssuer.split(separator: "/").lazy.compactMap({ DirectoryID(rawValue: String($0)) }).first
            else { return true }
            return EntraIssuer(issuer)?.directory == named
        })
}

private struct ExternalIDIssuer {
    let directory: DirectoryID

    init?(_ text: String, askedAt base: String) {
        guard let issuer = EntraIssuer(text), let directory = issuer.directory, issuer.audience == directory.rawValue,
            issuer.origin == base
                || (issuer.origin == "https://\(directory)\(ExternalIDAuthority.domain)" && base.hasPrefix("https://"))
        else { return nil }
        self.directory = directory
    }
}
