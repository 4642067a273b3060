// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import OAuthMessages
package import TenantAuthorization
import TenantDirectory

package struct GrantRequest: Sendable {
    package let form: FormParameters
    let fields: HTTPFields
    package let client: AuthenticatedClient
    let selector: TenantSelector

    /// Refuses a client that the grant was not issued to: only a page in a browser sends `Origin`.
    package func checkRedeemer(isSinglePage: Bool) throws {
        let origin = fields[.origin]
        if isSinglePage {
            guard origin != nil else { throw EntraError.onlyCrossOrigin }
        } else if let origin {
            throw EntraError.crossOriginRefused(origin)
        }
    }

    /// Whether the client handles early revocation, as it declares here or declared at sign-in.
    func understandsRevocation(_ grant: Grant? = nil) throws -> Bool {
        let asked = try ClaimsParameter(form["claims"]).clientCapabilities
        return (asked + ((try? ClaimsParameter(grant?.claims).clientCapabilities) ?? []))
            .contains { $0.lowercased() == "cp1" }  // Microsoft's libraries write it in either case.
    }

    /// - Throws: ``EntraError`` (28002) if it has characters that no scope may have. RFC 6749 §3.3
    package func scope() throws -> String? {
        guard let scope = try form.once("scope") else { return nil }
        guard scope.isNQSCHARText else { throw EntraError.illegalScope }
        return scope
    }

    /// For a grant type that has no earlier scope.
    package func requiredScope() throws -> ScopeSet {
        guard let scope = try scope(), !scope.isEmpty else { throw EntraError.missingParameter("scope") }
        return ScopeSet(text: scope)
    }

    /// Checks a request in the order of the real service: the grant type, its form, then the client.
    package static func read(
        _ sent: FormParameters, _ fields: HTTPFields, at selector: TenantSelector, platform: PlatformContext
    ) async throws -> (GrantType, GrantRequest) {
        let form = try sent.withoutEmpty(but: ["scope"])
        let type = try grantType(of: form)
        let client = try await ClientAuthentication(platform: platform).client(of: form, fields, at: selector)
        if let origin = fields[.origin], !type.isForSinglePages { throw EntraError.crossOriginRefused(origin) }
        return (type, GrantRequest(form: form, fields: fields, client: client, selector: selector))
    }

    private static func grantType(of form: FormParameters) throws -> GrantType {
        let name = try form.required("grant_type")
        guard let type = GrantType(named: name) else { throw EntraError.unsupportedGrant(name) }
        guard form["resource"] == nil || type.namesResource else { throw EntraError.resourceParameter }
        if let credential = type.credential {
            let secret = try form.required(credential)
            // Refresh tokens and device codes have the form of a verifier.
            let isWellFormed = type == .authorizationCode ? AuthorizationCode.isWellFormed : ProofKey.isWellFormed
            guard isWellFormed(secret) else {
                throw type == .deviceCode ? EntraError.badDeviceCode : EntraError.malformedGrant
            }
        }
        return type
    }
}

/// The grant types of the token endpoint. RFC 6749 §1.3
package enum GrantType: String, Sendable, CaseIterable {
    case authorizationCode = "authorization_code"
    case refreshToken = "refresh_token"
    case clientCredentials = "client_credentials"
    case password
    /// RFC 8628 §3.4
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    /// RFC 7523 §2.1; at Entra ID, an API sends its caller's token.
    case onBehalfOf = "urn:ietf:params:oauth:grant-type:jwt-bearer"

    /// Some libraries send a short name for device codes.
    init?(named name: String) { self.init(rawValue: name == "device_code" ? Self.deviceCode.rawValue : name) }

    /// Whether the service compares a parameter `resource` with the scopes; other grants do not support it.
    fileprivate var namesResource: Bool {
        switch self {
        case .authorizationCode, .refreshToken, .deviceCode, .clientCredentials: true
        case .password, .onBehalfOf: false
        }
    }

    /// The parameter with a code or token of this service: its form is checked before the client.
    var credential: String? {
        switch self {
        case .authorizationCode: "code"
        case .refreshToken: "refresh_token"
        case .deviceCode: "device_code"
        case .clientCredentials, .password, .onBehalfOf: nil
        }
    }

    var isForSinglePages: Bool { self == .authorizationCode || self == .refreshToken }
}
