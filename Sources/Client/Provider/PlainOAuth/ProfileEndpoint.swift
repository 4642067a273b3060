// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import HTTPTransport
import HTTPTypes
package import OAuth

/// The call of an API by which a provider without ID tokens tells who signed in.
public struct ProfileEndpoint: Sendable, Hashable {
    /// Where to ask, with the access token; the answer is one JSON object.
    public var endpoint: URL
    /// The member that never changes and that nobody else has, as text or as a whole number.
    public var subject: String
    /// The member with the person's name; `name` unless said otherwise.
    public var name: String?
    /// The member with the name that the person signs in with; `preferred_username` unless said otherwise.
    public var username: String?

    /// Describes a call.
    ///
    /// - Parameters:
    ///   - endpoint: Where to ask.
    ///   - subject: The member that identifies the person for ever: an id, never a name or an address.
    ///   - name: The member with the person's name.
    ///   - username: The member with the name that the person signs in with.
    public init(_ endpoint: URL, subject: String, name: String? = nil, username: String? = nil) {
        self.endpoint = endpoint
        self.subject = subject
        self.name = name
        self.username = username
    }

    /// Asks who an access token speaks for.
    ///
    /// - Throws: ``Refusal`` (`profileMalformed`); ``ServerError``; `TransportError`.
    package func identity(
        with accessToken: Redacted<String>, issuer: String, rules: ProviderRules, over transport: any Transport,
        now: Date
    ) async throws -> Identity {
        var request = HTTPRequest(url: endpoint)
        request.headerFields[.accept] = "application/json"
        let response = try await transport.send(request.authorized(by: accessToken))
        return try rules.explaining(from: endpoint, retryingAfter: response.retryAfter(now: now)) {
            try identity(status: response.status.code, body: response.body, issuer: issuer)
        }
    }

    /// Judges the answer.
    ///
    /// - Throws: ``Refusal`` (`profileMalformed`); ``ServerError``.
    package func identity(status: Int, body: Data, issuer: String) throws -> Identity {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard body.count <= UserInfoResponse.maximumByteCount, let profile = try? Claims(payload: Array(body)),
            let identifier = Self.identifier(profile[subject]), (1...255).contains(identifier.utf8.count)
        else {
            throw Refusal(
                .profileMalformed,
                "\(Origin(endpoint)) does not say who signed in (\(subject)); check the settings of the provider"
            )
        }
        var claims = profile.values
        claims["sub"] = .string(identifier)
        if let name { claims["name"] = profile[name] }
        if let username { claims["preferred_username"] = profile[username] }
        return Identity(issuer: issuer, subject: identifier, claims: Claims(claims))
    }

    /// A number that is not exact would be somebody else's.
    private static func identifier(_ value: ClaimValue?) -> String? {
        switch value {
        case .string(let text): text
        case .number(let number): Int(exactly: number).flatMap { $0.magnitude < 1 << 53 ? String($0) : nil }
        default: nil
        }
    }
}
