// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import HTTPTransport
import JSONWebSignatures
package import OAuthMessages
package import PortableFoundation

/// RFC 6749 §2.3.1, RFC 7523 §2.2, RFC 8705 §2.
package struct AuthenticatedForm: Sendable {
    /// The fields may hold the client's secret.
    package let request: HTTPRequest
    package let form: Redacted<FormParameters>

    package var body: Data { Data(form.revealed.encoded.utf8) }

    package init(
        _ form: Redacted<FormParameters>, to address: URL, of clientID: String,
        by authentication: ClientAuthentication, at provider: IdentityProvider,
        following profile: SecurityProfile? = nil, now: Date
    ) async throws {
        var request = HTTPRequest(method: .post, url: address)
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        request.headerFields[.accept] = "application/json"
        var form = form.revealed
        switch authentication {
        // The form names the client, and the connection authenticates it.
        case .none, .mutualTLS: break
        case .secret(let secret, let method):
            switch provider.secretMethod(registered: method) {
            case .basic: request.headerFields[fields: .authorization] = [Self.basicCredentials(clientID, secret)]
            case .post: form.append("client_secret", secret.revealed)
            }
        case .privateKeyJWT(let key):
            let assertion = ClientAssertion(
                of: clientID, to: address, at: provider.metadata, following: profile, now: now)
            form.append(try assertion.signed(with: key))
        case .federatedAssertion(let assertion): form.append(try await Self.made(by: assertion))
        }
        self.request = request
        self.form = Redacted(form)
    }

    /// The closure may call another provider, whose errors say nothing about the user's sign-in.
    private static func made(
        by assertion: @Sendable () async throws -> Redacted<String>
    ) async throws -> Redacted<String> {
        do {
            return try await assertion()
        } catch let error as ServerError {
            throw Refusal(
                .clientAssertionUnavailable, "the client's assertion is unavailable: \(error)", cause: error)
        }
    }

    /// Client ID and secret are each form-encoded. RFC 6749 §2.3.1
    private static func basicCredentials(_ clientID: String, _ secret: Redacted<String>) -> HTTPField {
        let pair = "\(FormParameters.encoded(clientID)):\(FormParameters.encoded(secret.revealed))"
        return HTTPField(name: .authorization, value: "Basic \(Data(pair.utf8).base64EncodedString())")
    }
}

extension FormParameters {
    /// RFC 7523 §2.2.
    fileprivate mutating func append(_ assertion: Redacted<String>) {
        append("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        append("client_assertion", assertion.revealed)
    }
}

/// The claims that a client signs to authenticate one request, valid for five minutes. RFC 7523 §3
package struct ClientAssertion {
    private let claims: [String: JSONValue]

    /// FAPI 2.0 requires the issuer as the audience (§5.3.3.1 item 5).
    package init(
        of clientID: String, to endpoint: URL, at provider: ProviderMetadata, following profile: SecurityProfile? = nil,
        now: Date,
        random: RandomSource = .system
    ) {
        let start = Int(now.timeIntervalSince1970)
        claims = [
            "iss": .string(clientID), "sub": .string(clientID),
            "aud": .string(profile == nil ? Self.audience(of: endpoint, at: provider) : provider.issuer),
            "jti": .string(random.text(bytes: 16)), "iat": .number("\(start)"), "nbf": .number("\(start)"),
            "exp": .number("\(start + 300)"),
        ]
    }

    package func signed(with key: ClientKey) throws -> Redacted<String> { try key.assertion(claims) }

    /// Every provider accepts its token endpoint as the audience; for an endpoint on another host, that host could use
    /// such an assertion on the client's behalf.
    private static func audience(of endpoint: URL, at provider: ProviderMetadata) -> String {
        guard let tokenEndpoint = provider.tokenEndpoint, Origin.isShared(by: tokenEndpoint, endpoint) else {
            return endpoint.absoluteString
        }
        return tokenEndpoint.absoluteString
    }
}
