// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import OAuthMessages
package import PortableFoundation

/// The request to an API by which a client of a provider without ID tokens identifies the person.
package struct ProfileEndpoint: Sendable, Hashable {
    /// The address of the request with the access token; the response is one JSON object.
    package var endpoint: URL
    /// The member with the person's id, as text or as a whole number: it never changes, and no other person has it.
    package var subject: String
    /// The member with the person's name; `name` unless said otherwise.
    package var name: String?
    /// The member with the name that the person signs in with; `preferred_username` unless said otherwise.
    package var username: String?

    /// Describes a request.
    package init(_ endpoint: URL, subject: String, name: String? = nil, username: String? = nil) {
        self.endpoint = endpoint
        self.subject = subject
        self.name = name
        self.username = username
    }

    /// Requests the identity of the person for an access token.
    ///
    /// - Throws: ``Refusal`` (`profileMalformed`); ``ServerError``; `TransportError`.
    package func identity(
        with accessToken: PresentableToken, issuer: String, rules: ProviderRules, over transport: any Transport,
        now: Date
    ) async throws -> Identity {
        var request = HTTPRequest(url: endpoint)
        request.headerFields[.accept] = "application/json"
        let response = try await accessToken.send(request, over: transport)
        return try rules.explaining(from: endpoint, retryingAfter: response.retryAfter(now: now)) {
            try identity(status: response.status.code, body: response.body, issuer: issuer)
        }
    }

    /// Judges the response.
    ///
    /// - Throws: ``Refusal`` (`profileMalformed`); ``ServerError``.
    package func identity(status: Int, body: Data, issuer: String) throws -> Identity {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard body.count <= UserInfoResponse.maximumByteCount,
            let profile = try? Claims(payload: Array(ForeignJSON.withoutMark(body))),
            let identifier = Self.identifier(profile[subject]), (1...255).contains(identifier.utf8.count)
        else {
            throw Refusal(
                .profileMalformed,
                "\(endpoint.withoutQueryAndFragment) does not identify the user (\(subject)); check the settings of the provider"
            )
        }
        var claims = profile.values
        claims["sub"] = .string(identifier)
        if let name { claims["name"] = profile[name] }
        if let username { claims["preferred_username"] = profile[username] }
        return Identity(issuer: issuer, subject: identifier, claims: Claims(claims))
    }

    /// A rounded number could be the id of another person.
    private static func identifier(_ value: JSONValue?) -> String? {
        value?.string
            ?? value?.double.flatMap { Int(exactly: $0) }.flatMap { $0.magnitude < 1 << 53 ? String($0) : nil }
    }
}
