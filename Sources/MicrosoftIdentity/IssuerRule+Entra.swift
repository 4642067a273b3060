// SPDX-License-Identifier: Apache-2.0
import Foundation
public import Provider

extension IssuerRule {
    /// How Entra ID writes its issuer.
    ///
    /// The shared endpoints state a template, `…/{tenantid}/v2.0`, to which the token's `tid` belongs; a directory that
    /// was asked for by its domain states its id. Tokens always name the person's own directory; `organizations` is
    /// every directory but the one of personal accounts, and `consumers` that one alone.
    public static let entra = IssuerRule(
        acceptsMetadata: { stated, askedFor in
            guard let asked = EntraIssuer(askedFor.absoluteString), let stated = EntraIssuer(stated),
                stated.origin == asked.origin
            else { return false }
            return switch asked.audience.lowercased() {
            case "common", "organizations": stated.audience == EntraIssuer.template
            case "consumers": stated.audience == EntraIssuer.consumers
            case let audience where UUID(uuidString: audience) != nil:
                stated.audience.lowercased() == audience
            default: UUID(uuidString: stated.audience) != nil
            }
        },
        acceptsToken: { issuer, claims, stated, askedFor in
            // Only with `profile` does a token carry `tid`; without a template the issuer alone decides.
            guard let tenant = claims.string("tid") else {
                return !claims.has("tid") && !stated.contains(EntraIssuer.template) && issuer == stated
            }
            guard UUID(uuidString: tenant) != nil, EntraIssuer(issuer)?.audience == tenant else {
                return false
            }
            // Both shared endpoints state the same template; only what was asked for tells them apart.
            let asked = EntraIssuer(askedFor.absoluteString)?.audience.lowercased()
            guard asked != "organizations" || tenant.lowercased() != EntraIssuer.consumers else { return false }
            return issuer == stated.replacingOccurrences(of: EntraIssuer.template, with: tenant)
        })
}

/// The parts of `https://host/{audience}/v2.0`.
private struct EntraIssuer {
    static let template = "{tenantid}"
    /// The directory of personal accounts.
    static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"

    let origin: Substring
    let audience: String

    /// Read by hand: the braces of the template are no part of a URL.
    init?(_ text: String) {
        guard let scheme = text.range(of: "://") else { return nil }
        let segments = text[scheme.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count == 3, segments[2] == "v2.0", !segments[1].isEmpty else { return nil }
        origin = text[..<segments[0].endIndex]
        audience = String(segments[1])
    }
}
