// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
package import JSONWebSignatures
package import OAuthMessages
import PortableFoundation

/// Requests a provider's claims about a person.
package struct UserInfoEndpoint: Sendable {
    private let provider: IdentityProvider
    private let transport: any Transport
    private let limit: Set<SignatureAlgorithm>?
    private let time: TimeSource

    /// Creates the endpoint of a provider.
    package init(
        of provider: IdentityProvider, over transport: any Transport, limitedTo limit: Set<SignatureAlgorithm>? = nil,
        time: TimeSource = .system
    ) {
        self.provider = provider
        self.limit = limit
        self.transport = transport
        self.time = time
    }

    /// The provider's claims about a signed-in person.
    ///
    /// - Returns: Claims about exactly that person.
    /// - Throws: ``Refusal`` (`userInfoUnsupported`, `userInfoMalformed`, `claimMissing`, `subjectMismatch`, and those
    ///   of a signed response); `ServerError`; `TransportError`.
    ///
    /// OpenID Connect Core §5.3, RFC 6750 §2.1, RFC 9449 §7.1
    package func userInfo(
        of identity: Identity, for clientID: String, with accessToken: PresentableToken
    ) async throws -> UserInfo {
        guard let endpoint = provider.metadata.userInfoEndpoint else { throw Self.unsupported(by: provider) }
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
        return try await TokenValidator(provider, limitedTo: limit, time: time).userInfo(
            reply, of: identity, for: clientID)
    }

    package static func unsupported(by provider: IdentityProvider) -> Refusal {
        Refusal(
            .userInfoUnsupported, "\(provider.metadata.issuer) has no UserInfo endpoint; use the claims of the ID token"
        )
    }
}
