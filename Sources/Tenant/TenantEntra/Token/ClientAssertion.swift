// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// Validates the client assertion, signed with the client's own key or issued by a trusted issuer. RFC 7523 §2.2, §3
///
/// Like the real service, it accepts an assertion repeatedly while it is valid, and ignores `jti`.
struct ClientAssertion: Sendable {
    let platform: PlatformContext

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

    /// The directory's id or domain or a shared name, as endpoint and as issuer, under all names of this server.
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

    /// Workload identity federation: issuer, subject, and audience must be exactly as registered.
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

/// An assertion with an unverified signature; its claims only select the key. RFC 7521 §5.2
struct UnverifiedAssertion: Sendable {
    let claims: AssertionClaims
    let keyNames: [String]
    private let token: UnverifiedJWS

    private static let algorithms: Set<SignatureAlgorithm> = [.rs256, .ps256, .es256]

    init(_ text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let token = try? UnverifiedJWS(text, accepting: Self.algorithms), parts.count == 3,
            let header = Self.members(of: parts[0]), let payload = Self.members(of: parts[1])
        else { throw EntraError.malformedAssertion }
        self.token = token
        // RFC 7515 §4.1.4, §4.1.7, §4.1.8; MSAL for Python pads thumbprints, and the real service accepts padding.
        keyNames = ["kid", "x5t", "x5t#S256"].compactMap { header[$0]?.string }
            .map { String($0.prefix { $0 != "=" }) }
        claims = try AssertionClaims(payload)
    }

    func isSigned(with key: JSONWebKey) -> Bool { (try? token.verified(with: key)) != nil }

    func key(in keys: JSONWebKeySet) -> JSONWebKey? { keys.key(for: token.header) }

    private static func members(of part: Substring) -> [String: JSONValue]? {
        (try? Base64URL.decode(part)).flatMap { try? StrictJSON.object(in: $0) }
    }
}

/// RFC 7523 §3.
struct AssertionClaims: Sendable {
    let issuer: String
    let subject: String
    let audiences: [String]
    let expiresAt: Date
    let notBefore: Date?

    /// The maximum clock difference.
    static let tolerance: TimeInterval = 300
    /// The maximum lifetime; the limit is Tessera's.
    static let maximumLifetime: TimeInterval = 86_400

    init(_ members: [String: JSONValue]) throws {
        issuer = try Self.text("iss", in: members)
        subject = try Self.text("sub", in: members)
        let audience = members["aud"]
        audiences = audience?.array?.compactMap(\.string) ?? [audience?.string].compactMap { $0 }
        guard !audiences.isEmpty else { throw EntraError.missingField("aud") }
        expiresAt = try Self.date("exp", of: members["exp"])
        notBefore = try members["nbf"].map { try Self.date("nbf", of: $0) }
    }

    private static func date(_ name: String, of value: JSONValue?) throws -> Date {
        guard let date = value?.numericDate else { throw EntraError.missingField(name) }
        return date
    }

    func checkTime(now: Date) throws {
        let begin = notBefore ?? now
        guard begin <= now + Self.tolerance, expiresAt > now - Self.tolerance,
            expiresAt.timeIntervalSince(begin) <= Self.maximumLifetime + Self.tolerance
        else { throw EntraError.assertionOutOfTime(from: notBefore, to: expiresAt, now: now) }
    }

    private static func text(_ name: String, in members: [String: JSONValue]) throws -> String {
        guard let text = members[name]?.string, !text.isEmpty else { throw EntraError.missingField(name) }
        return text
    }
}
