// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
package import PortableFoundation

/// The registration of a client at a provider by the client itself, and the judge of the response.
///
/// RFC 7591 §2, §3
package struct DynamicRegistration: Sendable {
    private let name: String
    private let redirectURI: RedirectURI
    private let scopes: ScopeSet
    private let method: String

    /// Prepares the registration of an app on a device or of a web app, by its redirect URI.
    ///
    /// - Parameters:
    ///   - name: The name that the provider shows to people.
    ///   - redirectURI: The exact address that receives responses.
    ///   - scopes: The scopes that the client will request.
    ///   - provider: The provider's metadata; a public client is registered if the provider accepts one.
    package init(name: String, redirectURI: RedirectURI, scopes: ScopeSet, at provider: ProviderMetadata) {
        self.name = name
        self.redirectURI = redirectURI
        self.scopes = scopes
        let known = ["none"] + ClientAuthentication.SecretMethod.allCases.map(\.rawValue)
        method = known.first(where: provider.tokenEndpointAuthenticationMethods.contains) ?? "none"
    }

    /// The request's content.
    package var json: Data {
        let wire = Request(
            name: name, redirectURIs: [redirectURI.text], grantTypes: ["authorization_code", "refresh_token"],
            responseTypes: ["code"], authenticationMethod: method, scope: scopes.isEmpty ? nil : scopes.text,
            applicationType: redirectURI.scheme == "https" ? "web" : "native")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(wire)) ?? Data()
    }

    /// Judges the response.
    ///
    /// - Throws: ``ServerError`` if the provider declined; ``Refusal`` (`clientRegistrationMalformed`).
    package func client(status: Int, body: Data) throws -> RegisteredClient {
        // Some providers answer with 200.
        guard status == 201 || status == 200 else { throw ServerError(status: status, body: body) }
        let wire: Response = try ForeignJSON.decode(from: body, atMost: Self.maximumByteCount) { defect in
            Self.malformed("the provider's response to the registration of a client \(defect)")
        }
        guard wire.id.utf8.count <= 2048, wire.id.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw Self.malformed("the provider's response to the registration of a client has an unusable 'client_id'")
        }
        guard wire.redirectURIs?.value?.contains(redirectURI.text) ?? true else {
            throw Self.malformed("the provider registered the client without its redirect URI")
        }
        let secret = wire.secret.map(Redacted.init)
        // A secret without a method is for Basic. RFC 7591 §2
        let method = wire.authenticationMethod ?? (secret == nil ? "none" : "client_secret_basic")
        guard method != "none" else { return RegisteredClient(id: wire.id) }
        guard let secret else {
            throw Self.malformed("the provider registered the client with a secret, but returned none")
        }
        guard let known = ClientAuthentication.SecretMethod(rawValue: method) else {
            throw Self.malformed(
                "the provider registered the client with an authentication method that it did not return")
        }
        let end = wire.secretExpiresAt?.value.flatMap { $0 > 0 && $0 < 1e11 ? Date(timeIntervalSince1970: $0) : nil }
        return RegisteredClient(id: wire.id, secret: secret, secretMethod: known, secretExpiresAt: end)
    }

    private static func malformed(_ cause: String) -> Refusal {
        Refusal(.clientRegistrationMalformed, "\(cause); report it to the provider, or register the app manually")
    }

    private static let maximumByteCount = 65_536

    private struct Request: Encodable {
        let name: String
        let redirectURIs: [String]
        let grantTypes: [String]
        let responseTypes: [String]
        let authenticationMethod: String
        let scope: String?
        let applicationType: String

        enum CodingKeys: String, CodingKey {
            case scope
            case name = "client_name"
            case redirectURIs = "redirect_uris"
            case grantTypes = "grant_types"
            case responseTypes = "response_types"
            case authenticationMethod = "token_endpoint_auth_method"
            case applicationType = "application_type"
        }
    }

    private struct Response: Decodable {
        let id: String
        let secret: String?
        let secretExpiresAt: Tolerated<Double>?
        let authenticationMethod: String?
        let redirectURIs: Tolerated<[String]>?

        enum CodingKeys: String, CodingKey {
            case id = "client_id"
            case secret = "client_secret"
            case secretExpiresAt = "client_secret_expires_at"
            case authenticationMethod = "token_endpoint_auth_method"
            case redirectURIs = "redirect_uris"
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            id = try members.required(.id)
            secret = try members.optional(.secret)
            secretExpiresAt = try members.optional(.secretExpiresAt)
            authenticationMethod = try members.optional(.authenticationMethod)
            // An empty list says something: the client can receive no response.
            redirectURIs = try members.decodeIfPresent(Tolerated<[String]>.self, forKey: .redirectURIs)
        }
    }
}
