// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import JOSE

/// A provider in memory, which publishes one RSA key of 2048 bits.
struct SampleProvider: Transport {
    static let issuer = "https://login.example/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0"

    let key: JSONWebPrivateKey

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let isKeys = request.path?.hasSuffix("/keys") == true
        let metadata = """
            {"issuer":"\(Self.issuer)","authorization_endpoint":"\(Self.issuer)/authorize",
            "token_endpoint":"\(Self.issuer)/token","jwks_uri":"\(Self.issuer)/keys",
            "id_token_signing_alg_values_supported":["RS256"]}
            """
        return TransportResponse(
            head: HTTPResponse(status: .ok),
            body: isKeys ? JSONWebKeySet([key.publicKey]).jsonData : Data(metadata.utf8))
    }
}
