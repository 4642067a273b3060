// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import PortableFoundation

/// How a client authenticates at the token endpoint.
///
/// ```swift
/// let secret = ProcessInfo.processInfo.environment["CLIENT_SECRET"]
/// let bySecret = ClientAuthentication(secret: secret)
/// let byKey = ClientAuthentication.privateKeyJWT(key)
/// let byCertificate = ClientAuthentication.mutualTLS
/// let byPlatform = ClientAuthentication.federatedAssertion(inFile: tokenFile)
/// ```
///
/// RFC 6749 §2.3, RFC 7523 §2.2, RFC 8705 §2, OpenID Connect Core §9
public enum ClientAuthentication: Sendable {
    /// Without credentials: a public client, such as an app on a device, cannot keep a secret.
    case none
    /// With a secret, sent by the method that the client is registered for.
    ///
    /// `nil` selects the default: HTTP Basic by the standard, the form at Microsoft's providers, or a provider's only
    /// supported method.
    case secret(Redacted<String>, by: SecretMethod? = nil)
    /// With an assertion that the client signs for each request. The key never leaves the client.
    case privateKeyJWT(ClientKey)
    /// With the TLS certificate that the transport presents (`tls_client_auth`, `self_signed_tls_client_auth`).
    ///
    /// The request contains only the client ID. The app passes the certificate to its transport:
    /// `withSystemTransport(presenting:)`. The client uses the provider's mutual TLS endpoints
    /// (`mtls_endpoint_aliases`). RFC 8705 §2, §5
    case mutualTLS
    /// With an assertion from a party that the provider trusts, such as the client's platform: a federated credential.
    /// The closure runs at each request, so a new assertion is used immediately.
    case federatedAssertion(@Sendable () async throws -> Redacted<String>)

    /// Creates an authentication method from a secret in settings; `nil` and empty text mean a public client.
    public init(secret: String?, by method: SecretMethod? = nil) {
        self = secret.flatMap { $0.isEmpty ? nil : .secret(Redacted($0), by: method) } ?? .none
    }

    /// Returns an authentication method that reads assertions from a file, such as `AZURE_FEDERATED_TOKEN_FILE` in a
    /// pod.
    ///
    /// The client reads the file at each request. An unreadable file throws a ``Refusal``
    /// (`clientAssertionUnavailable`).
    public static func federatedAssertion(inFile file: URL) -> ClientAuthentication {
        .federatedAssertion {
            guard let content = try? Data(contentsOf: file),
                let text = String(data: content, encoding: .utf8)?.trimmed(),
                !text.isEmpty
            else {
                throw Refusal(
                    .clientAssertionUnavailable,
                    "the client's assertion cannot be read from \(file.path); check the path and its permissions")
            }
            return Redacted(text)
        }
    }

    /// Whether the client is confidential. RFC 6749 §2.1
    public var isConfidential: Bool {
        if case .none = self { false } else { true }
    }
}

extension ClientAuthentication {
    /// The method for sending a client secret, with the names used in client registration.
    ///
    /// RFC 6749 §2.3.1, RFC 7591 §2 (`token_endpoint_auth_method`)
    public enum SecretMethod: String, Sendable, Hashable, CaseIterable, Codable {
        /// As HTTP Basic, the standard's default.
        case basic = "client_secret_basic"
        /// In the form, with the other parameters.
        case post = "client_secret_post"
    }
}

extension IdentityProvider {
    /// The registered method, or the usual one for this kind of provider unless its metadata lists only the other; for
    /// revocation, see ``revocationAuthentications(of:)``.
    package func secretMethod(
        registered: ClientAuthentication.SecretMethod?
    ) -> ClientAuthentication.SecretMethod {
        if let registered { return registered }
        let supported = metadata.tokenEndpointAuthenticationMethods
            .compactMap(ClientAuthentication.SecretMethod.init(rawValue:))
        return supported.contains(rules.secretMethod) ? rules.secretMethod : supported.first ?? rules.secretMethod
    }

    /// The ways to authenticate at the revocation endpoint, in the order of the attempts; empty if it offers none for
    /// the client.
    ///
    /// If the metadata list no methods, HTTP Basic is the default for secrets, but many providers mean those of the
    /// token endpoint. RFC 8414 §2 (`revocation_endpoint_auth_methods_supported`)
    package func revocationAuthentications(of registered: ClientAuthentication) -> [ClientAuthentication] {
        let offered = metadata.revocationAuthenticationMethods
        func offers(_ methods: String...) -> Bool { offered.map { !$0.filter(methods.contains).isEmpty } ?? true }
        switch registered {
        // Many providers serve public clients without listing `none`.
        case .none: return [registered]
        case .privateKeyJWT, .federatedAssertion: return offers("private_key_jwt") ? [registered] : []
        case .mutualTLS: return offers("tls_client_auth", "self_signed_tls_client_auth") ? [registered] : []
        case .secret(let secret, let method):
            let own = secretMethod(registered: method)
            guard let offered else { return (own == .basic ? [own] : [own, .basic]).map { .secret(secret, by: $0) } }
            let methods = offered.compactMap(ClientAuthentication.SecretMethod.init(rawValue:))
            return (methods.contains(own) ? own : methods.first).map { [.secret(secret, by: $0)] } ?? []
        }
    }
}
