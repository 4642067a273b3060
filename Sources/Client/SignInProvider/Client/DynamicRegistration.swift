// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
package import OAuthMessages
package import PortableFoundation

/// A client's dynamic registration at a provider. RFC 7591 §2, §3
package struct DynamicRegistration: Sendable {
    private let name: String
    private let redirectURI: RedirectURI
    private let scopes: ScopeSet
    private let method: String

    /// Registers a native or a web app, depending on the redirect URI.
    package init(name: String, redirectURI: RedirectURI, scopes: ScopeSet, at provider: ProviderMetadata) {
        self.name = name
        self.redirectURI = redirectURI
        self.scopes = scopes
        let known = ["none"] + ClientAuthentication.SecretMethod.allCases.map(\.rawValue)
        method = known.first(where: provider.tokenEndpointAuthenticationMethods.contains) ?? "none"
    }

    package var json: Data {
        var members: [String: JSONValue] = [
            "client_name": .string(name), "redirect_uris": .texts([redirectURI.text]),
            "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
            "token_endpoint_auth_method": .string(method),
            "application_type": redirectURI.scheme == "https" ? "web" : "native",
        ]
        if !scopes.isEmpty { members["scope"] = .string(scopes.text) }
        return Data(JSONValue.object(members).text.utf8)
    }

    package func client(status: Int, body: Data) throws -> RegisteredClient {
        // Some providers respond with 200.
        guard status == 201 || status == 200 else { throw ServerError(status: status, body: body) }
        let response = try ForeignJSON(body, atMost: Self.maximumByteCount) { defect in
            Self.malformed("the provider's response to the registration of a client \(defect)")
        }
        let id = try response.required("client_id")
        guard id.utf8.count <= 2048, id.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw Self.malformed("the provider's response to the registration of a client has an unusable 'client_id'")
        }
        // An empty list is significant here: the client cannot receive a response.
        guard response["redirect_uris"]?.array?.contains(.string(redirectURI.text)) ?? true else {
            throw Self.malformed("the provider registered the client without its redirect URI")
        }
        let secret = try response.text("client_secret").map(Redacted.init)
        // A secret without a method implies Basic. RFC 7591 §2
        let method =
            try response.text("token_endpoint_auth_method") ?? (secret == nil ? "none" : "client_secret_basic")
        guard method != "none" else { return RegisteredClient(id: id) }
        guard let secret else {
            throw Self.malformed("the provider registered the client with a secret, but returned none")
        }
        guard let known = ClientAuthentication.SecretMethod(rawValue: method) else {
            throw Self.malformed(
                "the provider registered the client with an authentication method that it did not return")
        }
        let end = response["client_secret_expires_at"]?.double
            .flatMap { $0 > 0 && $0 < 1e11 ? Date(timeIntervalSince1970: $0) : nil }
        return RegisteredClient(id: id, secret: secret, secretMethod: known, secretExpiresAt: end)
    }

    private static func malformed(_ cause: String) -> Refusal {
        Refusal(.clientRegistrationMalformed, "\(cause); report it to the provider, or register the app manually")
    }

    private static let maximumByteCount = 65_536
}
