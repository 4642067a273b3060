// SPDX-License-Identifier: Apache-2.0
import Foundation
public import OAuth

extension Authority {
    /// Reads the text that people paste: an authority, an issuer, a metadata address or an endpoint.
    ///
    /// With or without `/v2.0` and a slash at its end, in upper or lower case.
    ///
    /// A host of Entra ID under another of its names becomes the name in its issuers. An unknown host is a local tenant
    /// if it is this machine or names a shared endpoint, else a domain of External ID: Entra ID itself has no custom
    /// domains.
    ///
    /// - Throws: ``Refusal`` (`registrationMalformed`), with the problem and the text to write instead: for an address
    ///   of version 1, plain http to another machine, a query, a directory without its user flow.
    public init(_ text: String) throws(Refusal) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let address = try AuthorityAddress(text)
        if let userFlow = UserFlowAuthority(address) {
            guard !address.isAtExternalID else {
                throw .authority("names a user flow, and External ID has none in its addresses; leave it out")
            }
            self = .userFlow(userFlow)
            return
        }
        try address.checkIsCurrent()
        if address.isAtExternalID || address.isAtOwnDomain {
            guard let authority = ExternalIDAuthority(address) else {
                throw .authority(
                    "must name one directory by its domain or id, as in "
                        + "https://contoso.ciamlogin.com/contoso.onmicrosoft.com")
            }
            self = .externalID(authority)
            return
        }
        guard let authority = EntraAuthority(address) else {
            throw .authority(
                "must name whose people sign in: write https://\(address.host)/ and behind it common, organizations, "
                    + "consumers, or the domain or id of a directory, and nothing else")
        }
        self = .entra(authority)
    }
}

extension AuthorityAddress {
    fileprivate var isAtExternalID: Bool { host.hasSuffix(ExternalIDAuthority.domain) }

    /// Whether the address is at a custom domain: neither Microsoft's nor this machine's, and of one directory.
    fileprivate var isAtOwnDomain: Bool {
        guard Cloud(host: host) == nil, !LoopbackHost.contains(host), let name = leading(1)?.first else { return false }
        return EntraAudience(name)?.isShared == false
    }

    /// Refuses an address that is outdated or incomplete, with a sentence for each case.
    fileprivate func checkIsCurrent() throws(Refusal) {
        guard !isOfVersion1 else {
            let cloud = Cloud(host: host)?.host ?? host
            let directory = segments.first.flatMap(EntraAudience.init)?.name ?? "common"
            throw .authority("is an address of version 1; write https://\(cloud)/\(directory)")
        }
        guard !hasQuery else {
            throw .authority("must end before the question mark, unless that names a user flow (?p=b2c_1_susi)")
        }
        guard !["b2clogin.com", "b2clogin.us", "b2clogin.cn"].contains(where: { host.hasSuffix(".\($0)") }) else {
            throw .authority(
                "names no user flow, without which Azure AD B2C signs nobody in; write "
                    + "https://\(host)/\(segments.first ?? "contoso.onmicrosoft.com")/b2c_1_susi")
        }
    }
}
