// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Provider

/// One of Microsoft's providers, and the people that may sign in there.
///
/// A registration takes its issuer, its metadata address and its rules from it:
///
/// ```swift
/// let work = Authority.entra(.organizations)
/// let government = Authority.entra(.organizations, in: .usGovernment, admitting: [ours, theirs])
/// let customers = Authority.userFlow("b2c_1_susi", of: "contoso")
/// let shoppers = Authority.externalID("contoso")
/// let fromSettings = try Authority("https://login.microsoftonline.com/common")
/// ```
public enum Authority: Sendable, Hashable {
    /// Work, school and personal accounts of Entra ID.
    case entra(EntraAuthority)
    /// Customers of Azure AD B2C, by one of its user flows.
    case userFlow(UserFlowAuthority)
    /// Customers of External ID.
    case externalID(ExternalIDAuthority)

    /// Entra ID in one cloud.
    ///
    /// - Parameters:
    ///   - audience: The people that may sign in.
    ///   - cloud: The cloud with their directories.
    ///   - admitted: The directories that the app admits, of those in the audience; `nil` for all of them.
    /// - Returns: The authority.
    public static func entra(
        _ audience: EntraAudience, in cloud: Cloud = .public, admitting admitted: Set<DirectoryID>? = nil
    ) -> Authority {
        .entra(EntraAuthority(audience, in: cloud, admitting: admitted))
    }

    /// A user flow of Azure AD B2C, at Microsoft's host.
    ///
    /// - Parameters:
    ///   - userFlow: The flow's name, such as `b2c_1_susi`.
    ///   - name: The first part of the directory's domain, as in `contoso.onmicrosoft.com`.
    /// - Returns: The authority; `nil` if one of the names is not valid.
    public static func userFlow(_ userFlow: String, of name: String) -> Authority? {
        UserFlowAuthority(userFlow, of: name).map(Authority.userFlow)
    }

    /// A directory of customers of External ID, at Microsoft's host.
    ///
    /// - Parameter name: The first part of the directory's domain, as in `contoso.onmicrosoft.com`.
    /// - Returns: The authority; `nil` if the name is not valid.
    public static func externalID(_ name: String) -> Authority? {
        ExternalIDAuthority(name: name).map(Authority.externalID)
    }

    /// The provider's address and rules, for an API that accepts its tokens.
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

    /// The metadata address, if it is not where the standard puts it.
    public var metadataURL: URL? {
        if case .userFlow(let authority) = self { authority.metadataURL } else { nil }
    }

    /// How the provider departs from the standard.
    public var rules: ProviderRules {
        switch self {
        case .entra(let authority): authority.admitted.map(ProviderRules.entra(admitting:)) ?? .entra
        case .userFlow: .userFlow
        case .externalID: .externalID
        }
    }
}
