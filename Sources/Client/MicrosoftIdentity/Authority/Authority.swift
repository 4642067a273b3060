// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import PortableFoundation
public import SignInProvider

/// One of Microsoft's providers, and the users who can sign in there.
///
/// It gives a registration its issuer, metadata URL, and rules:
///
/// ```swift
/// let work = Authority.entra(.organizations)
/// let government = Authority.entra(.organizations, in: .usGovernment, admitting: [ours, theirs])
/// let customers = Authority.userFlow("b2c_1_susi", of: "contoso")
/// let shoppers = Authority.externalID("contoso")
/// let fromSettings = try Authority("https://login.microsoftonline.com/common")
/// ```
public enum Authority: Sendable, Hashable {
    /// Work, school, and personal accounts of Entra ID.
    case entra(EntraAuthority)
    /// Customers of Azure AD B2C, through one of its user flows.
    case userFlow(UserFlowAuthority)
    /// Customers of External ID.
    case externalID(ExternalIDAuthority)

    /// Creates an authority for Entra ID in one cloud; see ``EntraAuthority/init(_:in:admitting:)``.
    public static func entra(
        _ audience: EntraAudience, in cloud: Cloud = .public, admitting admitted: Set<DirectoryID>? = nil
    ) -> Authority {
        .entra(EntraAuthority(audience, in: cloud, admitting: admitted))
    }

    /// Creates an authority for an Azure AD B2C user flow on Microsoft's host; see ``UserFlowAuthority/init(_:of:)``.
    public static func userFlow(_ userFlow: String, of name: String) -> Authority? {
        UserFlowAuthority(userFlow, of: name).map(Authority.userFlow)
    }

    /// Creates an authority for an External ID directory on Microsoft's host; see ``ExternalIDAuthority/init(name:)``.
    public static func externalID(_ name: String) -> Authority? {
        ExternalIDAuthority(name: name).map(Authority.externalID)
    }

    /// The provider's issuer and rules, for an API that accepts its tokens.
    public var provider: ProviderDescription {
        ProviderDescription(issuer: issuer, metadataURL: metadataURL, rules: rules)
    }

    /// The issuer to request.
    public var issuer: URL {
        switch self {
        case .entra(let authority): authority.issuer
        case .userFlow(let authority): authority.issuer
        case .externalID(let authority): authority.issuer
        }
    }

    package var metadataURL: URL? {
        if case .userFlow(let authority) = self { authority.metadataURL } else { nil }
    }

    package var rules: ProviderRules {
        switch self {
        case .entra(let authority): authority.admitted.map(ProviderRules.entra(admitting:)) ?? .entra
        case .userFlow: .userFlow
        case .externalID: .externalID
        }
    }
}

extension Authority {
    /// Parses a URL as users paste it: an authority, an issuer, a metadata URL, or an endpoint.
    ///
    /// `/v2.0`, a trailing slash, and upper or lower case make no difference.
    ///
    /// An alias of an Entra ID host is replaced by the host in its issuers. An unknown host is a local tenant if it is
    /// this machine or names a shared endpoint, otherwise an External ID domain: Entra ID itself has no custom domains.
    ///
    /// - Throws: ``Refusal`` (`registrationMalformed`), with the problem and the correct text: for a version 1 URL,
    ///   plain http to another machine, a query, or a B2C directory without a user flow.
    public init(_ text: String) throws(Refusal) {
        let text = text.trimmed()
        let address = try AuthorityAddress(text)
        if let userFlow = UserFlowAuthority(address) {
            guard !address.isAtExternalID else {
                throw .authority("contains a user flow, which External ID addresses do not have; remove it")
            }
            self = .userFlow(userFlow)
            return
        }
        try address.checkIsCurrent()
        if address.isAtExternalID || address.isAtOwnDomain {
            guard let authority = ExternalIDAuthority(address) else {
                throw .authority(
                    "must contain one directory, by its domain or id, as in "
                        + "https://contoso.ciamlogin.com/contoso.onmicrosoft.com")
            }
            self = .externalID(authority)
            return
        }
        guard let authority = EntraAuthority(address) else {
            throw .authority(
                "must contain an audience: use https://\(address.host)/ followed by common, organizations, "
                    + "consumers, or the domain or id of a directory, and nothing else")
        }
        self = .entra(authority)
    }
}

extension AuthorityAddress {
    fileprivate var isAtExternalID: Bool { host.hasSuffix(ExternalIDAuthority.domain) }

    fileprivate var isAtOwnDomain: Bool {
        guard Cloud(host: host) == nil, !isOnThisMachine, let name = leading(1)?.first else { return false }
        return EntraAudience(name)?.isShared == false
    }

    fileprivate func checkIsCurrent() throws(Refusal) {
        guard !isOfVersion1 else {
            let cloud = Cloud(host: host)?.host ?? host
            let directory = segments.first.flatMap(EntraAudience.init)?.name ?? "common"
            throw .authority("is a version 1 address; use https://\(cloud)/\(directory)")
        }
        guard !hasQuery else {
            throw .authority("must not have a query, except for a user flow (?p=b2c_1_susi)")
        }
        guard !["b2clogin.com", "b2clogin.us", "b2clogin.cn"].contains(where: { host.hasSuffix(".\($0)") }) else {
            throw .authority(
                "contains no user flow, which Azure AD B2C requires; use "
                    + "https://\(host)/\(segments.first ?? "contoso.onmicrosoft.com")/b2c_1_susi")
        }
    }
}
