// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPMessages
package import HTTPTransport
package import JSONWebSignatures

/// A provider that publishes metadata and keys, counts how often it is asked, and can be out of reach.
package actor FakeProvider: Transport {
    package static let issuerText = issuer.absoluteString
    package static let issuer = URL(constant: "https://login.example/tenant-1/v2.0")

    /// Made once: an RSA key takes its time.
    private static let sharedKey = Result { try JSONWebPrivateKey.generateRSA(keyIdentifier: "key-1") }

    /// What signs its tokens; as at Entra, the key does not say for which algorithm it is.
    package nonisolated let key: JSONWebPrivateKey
    /// What its tokens say of their issuer.
    package nonisolated let issuer: String
    /// The host that it answers for, and the beginning of its metadata's path.
    private nonisolated let place: (host: String, path: String)
    private nonisolated let keysPath: String
    package var published: [JSONWebKey]
    /// What it says it is.
    package var statedIssuer: String
    /// Whether nobody answers.
    package var isDown = false
    package private(set) var paths: [String] = []

    /// Creates a provider with one key.
    ///
    /// - Parameters:
    ///   - issuer: The issuer that it states.
    ///   - address: The issuer that it is asked for by, where that is another one.
    ///   - keysPath: Where its keys are.
    ///   - key: What signs its tokens; one that is the same for all unless given.
    /// - Throws: What the crypto library reports.
    package init(
        issuer: String = FakeProvider.issuerText, askedForAt address: String? = nil, keysPath: String = "/keys",
        key: JSONWebPrivateKey? = nil
    ) throws {
        self.key = try key ?? Self.sharedKey.get()
        self.issuer = issuer
        self.keysPath = keysPath
        let url = URL(string: address ?? issuer) ?? Self.issuer
        place = (url.host() ?? "", url.path())
        statedIssuer = issuer
        published = [self.key.publicKey]
    }

    package nonisolated func isMeant(by request: HTTPRequest) -> Bool {
        request.authority == place.host && [metadataPath, keysPath].contains(request.path)
    }

    private nonisolated var metadataPath: String {
        place.path + (place.path.hasSuffix("/") ? "" : "/") + ".well-known/openid-configuration"
    }

    package func change(_ change: @Sendable (isolated FakeProvider) -> Void) {
        change(self)
    }

    package func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let path = request.path ?? ""
        paths.append(path)
        guard !isDown else { throw TransportError(.unreachable, "nobody answers at 10.0.0.7") }
        switch path {
        case metadataPath:
            return TransportResponse(head: HTTPResponse(status: .ok), body: Data(metadata.utf8))
        case keysPath:
            return TransportResponse(head: HTTPResponse(status: .ok), body: JSONWebKeySet(published).jsonData)
        default:
            return TransportResponse(head: HTTPResponse(status: .notFound))
        }
    }

    private var metadata: String {
        """
        {"issuer":"\(statedIssuer)","authorization_endpoint":"https://\(place.host)/authorize",\
        "token_endpoint":"https://\(place.host)/token","jwks_uri":"https://\(place.host)\(keysPath)"}
        """
    }
}
