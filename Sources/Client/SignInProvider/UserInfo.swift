// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import JSONWebSignatures
package import OAuthMessages
package import PortableFoundation

/// The claims about a user from a provider's UserInfo endpoint.
///
/// Only the validator can create one, for a user with a validated ID token.
///
/// ```swift
/// let userInfo = try await flow.userInfo(of: account)
/// let phone = userInfo.claims.string("phone_number")
/// let isVerified = userInfo.claims["phone_number_verified"] == .boolean(true)
/// ```
///
/// OpenID Connect Core §5.3.2
public struct UserInfo: Sendable, Hashable {
    /// The user's ID at the provider, as in the ID token.
    public let subject: String
    /// All claims of the response.
    ///
    /// Claims that it only references (`_claim_names`, `_claim_sources`) are not fetched.
    public let claims: Claims
}

/// A response of the UserInfo endpoint, whose user is not yet checked. OpenID Connect Core §5.3.2
package enum UserInfoResponse: Sendable {
    /// Plain JSON, protected by the connection alone.
    case plain(Claims)
    case signed(Redacted<String>)

    /// In bytes.
    static let maximumByteCount = 256 * 1024

    package init(status: Int, contentType: String?, body: Data) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard body.count <= Self.maximumByteCount else { throw Self.malformed("it is too long") }
        let type = contentType?.split(separator: ";").first?.lowercased().trimmed()
        switch type {
        case "application/json":
            do {
                self = .plain(try Claims(payload: Array(ForeignJSON.withoutMark(body))))
            } catch {
                throw Self.malformed("it is not one JSON object", cause: error)
            }
        case "application/jwt":
            self = .signed(Redacted(String(decoding: body, as: UTF8.self)))
        default:
            throw Self.malformed("it is neither application/json nor application/jwt")
        }
    }

    private static func malformed(_ reason: String, cause: (any Error)? = nil) -> Refusal {
        Refusal(
            .userInfoMalformed, "the UserInfo response cannot be read: \(reason)", cause: cause)
    }
}

/// OpenID Connect Core §5.3.4.
struct UserInfoJudge: Sendable {
    let identity: Identity
    let clientID: String
    let times: TimeRules

    /// Rejects claims about another user: an attacker may swap access tokens in transit, and only `sub` shows that the
    /// response belongs to the sign-in.
    func userInfo(from claims: Claims) throws -> UserInfo {
        guard let subject = claims.string("sub"), !subject.isEmpty else {
            throw Refusal(
                .claimMissing, "the UserInfo response does not identify the user (sub); report it to the provider")
        }
        let signedIn = identity.claims.string("sub") ?? identity.subject
        guard subject.isSameSecret(as: signedIn) else {
            throw Refusal(
                .subjectMismatch, "the UserInfo response is about another user; sign in again")
        }
        return UserInfo(subject: subject, claims: claims)
    }

    func userInfo(fromSigned claims: Claims, now: Date) throws -> UserInfo {
        guard !claims.has("iss") || claims.string("iss")?.isSameSecret(as: identity.issuer) == true else {
            throw Refusal(.issuerMismatch, "the UserInfo response was not issued by \(identity.issuer)")
        }
        guard !claims.has("aud") || claims.strings("aud").contains(where: clientID.isSameSecret) else {
            throw Refusal(.audienceMismatch, "the UserInfo response is for an app other than \(clientID)")
        }
        if claims.has("exp") { try times.check(claims, now: now) }
        return try userInfo(from: claims)
    }
}

extension TokenValidator {
    /// The token must be for the provider's UserInfo, not for an API. OpenID Connect Core §5.3, RFC 6750 §2.1, RFC 9449
    /// §7.1
    package func userInfo(
        of identity: Identity, for clientID: String, with accessToken: PresentableToken, over transport: any Transport
    ) async throws -> UserInfo {
        guard let endpoint = provider.metadata.userInfoEndpoint else { throw provider.userInfoUnsupported }
        var request = HTTPRequest(url: endpoint)
        request.headerFields[.accept] = "application/json, application/jwt"
        let response = try await accessToken.send(request, over: transport)
        let reply = try provider.rules.explaining(
            from: endpoint, retryingAfter: response.retryAfter(now: time.date())
        ) {
            try UserInfoResponse(
                status: response.status.code, contentType: response.head.headerFields[.contentType],
                body: response.body)
        }
        return try await userInfo(reply, of: identity, for: clientID)
    }
}

extension IdentityProvider {
    package var userInfoUnsupported: Refusal {
        Refusal(.userInfoUnsupported, "\(metadata.issuer) has no UserInfo endpoint; use the claims of the ID token")
    }
}
