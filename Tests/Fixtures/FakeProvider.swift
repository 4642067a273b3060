// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPTransport
package import JSONWebSignatures

/// Publishes metadata and keys, counts requests, and can be unreachable.
package actor FakeProvider: Transport {
    package static let issuerText = issuer.absoluteString
    package static let issuer = URL(constant: "https://login.example/tenant-1/v2.0")

    /// Made once: an RSA key takes its time.
    private static let sharedKey = Result { try JSONWebPrivateKey.generateRSA(keyIdentifier: "key-1") }

    /// As at Entra, the key names no algorithm.
    package nonisolated let key: JSONWebPrivateKey
    /// The issuer in its tokens.
    package nonisolated let issuer: String
    /// Its host, and the prefix of its metadata's path.
    private nonisolated let place: (host: String, path: String)
    private nonisolated let keysPath: String
    package var published: [JSONWebKey]
    /// The issuer in its metadata.
    package var statedIssuer: String
    package var isDown = false
    package private(set) var paths: [String] = []

    /// `address`: the requested issuer, if it differs from the stated one; `key`: by default the shared key.
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

    package func change(_ change: @Sendable (isolated FakeProvider) -> Void) { change(self) }

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
