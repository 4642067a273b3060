// SPDX-License-Identifier: Apache-2.0
import Foundation
package import Provider

extension IssuerRule {
    /// How Azure AD B2C writes its issuer: `…/{id}/v2.0/`, or `…/tfp/{id}/{flow}/v2.0/` if the flow is set up so.
    ///
    /// The id is that of the directory. If the app names the directory by its domain, the client does not know the id:
    /// it accepts the metadata of the right host, and tokens must name the very same issuer. The first form does not
    /// name the flow, so that every token must name it: ``ProviderRules/userFlow``.
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

/// The parts of the issuer of a user flow, in lower case.
struct UserFlowIssuer {
    let directory: String
    let userFlow: String?

    /// Reads an issuer at `base`; without one, at any host.
    init?(_ text: String, at base: String? = nil) {
        guard let scheme = text.range(of: "://"), let slash = text[scheme.upperBound...].firstIndex(of: "/"),
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
