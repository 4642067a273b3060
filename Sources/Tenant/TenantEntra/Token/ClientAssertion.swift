// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import JOSE
import OAuth
import TenantAuthorization
import TenantDirectory

/// Judges the assertion that a client sends instead of a secret: signed by its own key, or a token of a trusted issuer.
///
/// Like the real service, it accepts an assertion repeatedly while it is valid, and ignores `jti`.
///
/// RFC 7523 §2.2, §3
struct ClientAssertion: Sendable {
    let platform: PlatformContext

    /// The method of client authentication.
    ///
    /// - Throws: ``EntraError`` (50027, 50166, 90014, 700021, 700023, 700024, 700027, 700211, 700212, 700213).
    func judge(
        _ text: String, of client: RegisteredApp, at selector: TenantSelector
    ) async throws -> AuthenticatedClient.Method {
        let assertion = try UnverifiedAssertion(text)
        let isOwn = assertion.claims.issuer.lowercased() == client.id
        guard isOwn || client.federatedIdentityCredentials.isEmpty else {
            try await judgeFederated(assertion, of: client)
            return .federated
        }
        guard isOwn, assertion.claims.subject.lowercased() == client.id else { throw EntraError.assertionOfOther }
        try judgeSignature(assertion, of: client)
        let names = Set(audiences(at: selector).map { $0.lowercased() })
        guard assertion.claims.audiences.contains(where: { names.contains($0.lowercased()) }) else {
            throw EntraError.assertionAudience
        }
        try assertion.claims.checkTime(now: platform.settings.now())
        return .certificate
    }

    /// All accepted audiences: the directory's id or domain or a shared name, as endpoint and as issuer, under every
    /// name of this server.
    private func audiences(at selector: TenantSelector) -> [String] {
        var names = [selector.name] + TenantSelector.Shared.allCases.map(\.rawValue)
        if case .directory(let tenant) = selector { names.append(tenant.domain) }
        let servers = platform.settings.names.origins.union([platform.baseURL])
        let local = servers.flatMap { server in
            names.flatMap { name in
                ["oauth2/v2.0/token", "oauth2/token", "v2.0", "v2.0/", ""].map { "\(server)/\(name)/\($0)" }
            }
        }
        return local + [selector.tenantID.map(TokenIssuer.version1Issuer)].compactMap(\.self)
    }

    private func judgeSignature(_ assertion: UnverifiedAssertion, of client: RegisteredApp) throws {
        let names = Set(assertion.keyNames)
        let keys = client.keyCredentials.compactMap(AssertionKey.init).filter { !$0.names.isDisjoint(with: names) }
        guard let key = keys.first else { throw EntraError.assertionSignature(.keyUnknown, assertion.keyNames) }
        if let end = key.endsAt, end <= platform.settings.now() {
            throw EntraError.assertionSignature(.keyExpired, assertion.keyNames)
        }
        guard assertion.isSigned(with: key.key) else {
            throw EntraError.assertionSignature(.mismatch, assertion.keyNames)
        }
    }

    /// Workload identity federation: issuer, subject and audience must be exactly as registered.
    private func judgeFederated(_ assertion: UnverifiedAssertion, of client: RegisteredApp) async throws {
        let claims = assertion.claims
        let ofIssuer = client.federatedIdentityCredentials.filter { $0.issuer.isSameSecret(as: claims.issuer) }
        guard !ofIssuer.isEmpty else { throw EntraError.federatedIssuer(claims.issuer) }
        let ofSubject = ofIssuer.filter { $0.subject.isSameSecret(as: claims.subject) }
        guard !ofSubject.isEmpty else { throw EntraError.federatedSubject(claims.subject) }
        guard
            let credential = ofSubject.first(where: { credential in
                claims.audiences.contains { credential.audience.isSameSecret(as: $0) }
            })
        else { throw EntraError.federatedAudience(claims.audiences.joined(separator: " ")) }
        let keys = try await IssuerKeys(transport: platform.settings.transport).keys(of: credential)
        guard let key = assertion.key(in: keys) else {
            throw EntraError.assertionSignature(.keyUnknown, assertion.keyNames)
        }
        guard assertion.isSigned(with: key) else {
            throw EntraError.assertionSignature(.mismatch, assertion.keyNames)
        }
        try claims.checkTime(now: platform.settings.now())
    }
}
