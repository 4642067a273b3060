// SPDX-License-Identifier: Apache-2.0
import Foundation
public import Provider

extension IssuerRule {
    /// How External ID writes its issuer: `https://{id}.ciamlogin.com/{id}/v2.0`, whichever host was asked.
    ///
    /// Host and path name the directory's id. Where the directory was asked for by its name or at a domain of its own,
    /// nothing says which id is its own, and the metadata, which came from the right host, is believed; tokens must
    /// then name the very same issuer. `{the host that was asked}/{id}/v2.0` is taken as well: a domain of one's own
    /// may come to stand there, and a local tenant has one host for everybody.
    public static let externalID = IssuerRule(
        acceptsMetadata: { stated, askedFor in
            guard let asked = ExternalIDAuthority(askedFor.absoluteString),
                let directory = ExternalIDIssuer(stated, askedAt: asked.base)?.directory
            else { return false }
            return asked.id == nil || asked.id == directory
        },
        acceptsToken: { issuer, claims, stated, askedFor in
            guard issuer.utf8.elementsEqual(stated.utf8), let asked = ExternalIDAuthority(askedFor.absoluteString),
                let directory = ExternalIDIssuer(issuer, askedAt: asked.base)?.directory
            else { return false }
            return !claims.has("tid") || claims.string("tid") == directory.rawValue
        },
        acceptsKey: { keyIssuer, issuer in
            // Nobody wrote down at which host its keys name their issuer, so only another directory's id counts.
            guard
                let named = keyIssuer.split(separator: "/").lazy.compactMap({ DirectoryID(rawValue: String($0)) }).first
            else { return true }
            return EntraIssuer(issuer)?.directory == named
        })
}

/// The parts of the issuer of External ID.
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
