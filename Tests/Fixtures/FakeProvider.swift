// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTransport
package import HTTPTypes
package import JOSE

/// A provider that publishes metadata and keys, counts how often it is asked, and can be out of reach.
package actor FakeProvider: Transport {
    /// The issuer, as tokens carry it.
    package static let issuerText = "https://login.example/tenant-1/v2.0"
    /// The issuer as an address.
    package static let issuer = URL(string: issuerText) ?? URL(filePath: "/")

    /// Made once: an RSA key takes its time.
    private static let sharedKey = Result { try JSONWebPrivateKey.generateRSA(keyIdentifier: "key-1") }

    /// What signs its tokens; as at Entra, the key does not say for which algorithm it is.
    package nonisolated let key: JSONWebPrivateKey
    /// The keys that it publishes.
    package var published: [JSONWebKey]
    /// What it says it is.
    package var statedIssuer = FakeProvider.issuerText
    /// Whether nobody answers.
    package var isDown = false
    /// What was asked for, in order.
    package private(set) var paths: [String] = []

    /// Creates a provider with one key.
    package init() throws {
        key = try Self.sharedKey.get()
        published = [key.publicKey]
    }

    /// Changes its behaviour.
    package func change(_ change: @Sendable (isolated FakeProvider) -> Void) {
        change(self)
    }

    /// Answers for the metadata and the keys.
    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let path = request.path ?? ""
        paths.append(path)
        guard !isDown else { throw TransportError(.unreachable, "nobody answers at 10.0.0.7") }
        switch path {
        case "/tenant-1/v2.0/.well-known/openid-configuration":
            return TransportResponse(head: HTTPResponse(status: .ok), body: Data(metadata.utf8))
        case "/keys":
            return TransportResponse(head: HTTPResponse(status: .ok), body: JSONWebKeySet(published).jsonData)
        default:
            return TransportResponse(head: HTTPResponse(status: .notFound))
        }
    }

    private var metadata: String {
        """
        {"issuer":"\(statedIssuer)","authorization_endpoint":"https://login.example/authorize",\
        "token_endpoint":"https://login.example/token","jwks_uri":"https://login.example/keys"}
        """
    }
}
