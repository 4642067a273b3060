// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport

/// A provider in memory, which publishes one key set.
struct SampleProvider: Transport {
    let keys: Data

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let (issuer, isKeys) = (SampleToken.issuer, request.path?.hasSuffix("/keys") == true)
        let metadata = """
            {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize",
            "token_endpoint":"\(issuer)/token","jwks_uri":"\(issuer)/keys",
            "id_token_signing_alg_values_supported":["RS256"]}
            """
        return TransportResponse(head: HTTPResponse(status: .ok), body: isKeys ? keys : Data(metadata.utf8))
    }
}
