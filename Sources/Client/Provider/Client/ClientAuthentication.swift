// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth

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
    /// Without credentials: a public client, such as an app on a device, can keep no secret.
    case none
    /// With a secret, sent by the method for which the client is registered.
    ///
    /// `nil` takes the usual method: HTTP Basic by the standard, the form at Microsoft's providers; if a provider
    /// supports only one method, that one.
    case secret(Redacted<String>, by: SecretMethod? = nil)
    /// With an assertion that it signs for each request; the key itself never leaves the client.
    case privateKeyJWT(ClientKey)
    /// With the certificate that the transport presents (`tls_client_auth`, `self_signed_tls_client_auth`).
    ///
    /// The request names the client, and nothing else. The app gives the certificate to its transport:
    /// `withSystemTransport(presenting:)`. The client uses the endpoints that the provider has for it
    /// (`mtls_endpoint_aliases`). RFC 8705 §2, §5
    case mutualTLS
    /// With an assertion from a party that the provider trusts, such as the client's platform: a federated credential.
    /// The closure runs at each request, so that a new assertion is used at once.
    case federatedAssertion(@Sendable () async throws -> Redacted<String>)

    /// Takes a secret from settings.
    ///
    /// - Parameters:
    ///   - secret: The secret; `nil` and the empty text are a public client.
    ///   - method: The method for which the client is registered; `nil` takes the usual one.
    public init(secret: String?, by method: SecretMethod? = nil) {
        self = secret.flatMap { $0.isEmpty ? nil : .secret(Redacted($0), by: method) } ?? .none
    }

    /// Takes the assertion from a file that the platform refreshes, such as that of `AZURE_FEDERATED_TOKEN_FILE` in a
    /// pod.
    ///
    /// The client reads the file at each request; one that cannot be read is a ``Refusal``
    /// (`clientAssertionUnavailable`).
    public static func federatedAssertion(inFile file: URL) -> ClientAuthentication {
        .federatedAssertion {
            guard let content = try? Data(contentsOf: file),
                let text = String(data: content, encoding: .utf8)?.trimmingCharacters(in: .whitespacesAndNewlines),
                !text.isEmpty
            else {
                throw Refusal(
                    .clientAssertionUnavailable,
                    "the client's assertion cannot be read from \(file.path); check the path and its permissions")
            }
            return Redacted(text)
        }
    }

    /// Whether it is a confidential client. RFC 6749 §2.1
    public var isConfidential: Bool {
        if case .none = self { false } else { true }
    }
}

extension ClientAuthentication {
    /// The method by which a client sends its secret, by the names of client registration.
    ///
    /// RFC 6749 §2.3.1, RFC 7591 §2 (`token_endpoint_auth_method`)
    public enum SecretMethod: String, Sendable, Hashable, CaseIterable, Codable {
        /// As HTTP Basic, the standard's default.
        case basic = "client_secret_basic"
        /// In the form, beside the other parameters.
        case post = "client_secret_post"
    }
}

extension IdentityProvider {
    /// The method by which every endpoint gets a client's secret.
    ///
    /// - Parameter registered: The method that the registration names.
    /// - Returns: That method; without one the usual method of this kind of provider, unless its metadata names only
    ///   the other one.
    package func secretMethod(
        registered: ClientAuthentication.SecretMethod?
    ) -> ClientAuthentication.SecretMethod {
        if let registered { return registered }
        let supported = metadata.tokenEndpointAuthenticationMethods
            .compactMap(ClientAuthentication.SecretMethod.init(rawValue:))
        return supported.contains(rules.secretMethod) ? rules.secretMethod : supported.first ?? rules.secretMethod
    }
}
