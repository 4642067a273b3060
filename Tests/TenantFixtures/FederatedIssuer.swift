// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport

/// An issuer with a list of documents; every other address is unreachable.
struct FederatedIssuer: Transport {
    var documents: [String: String] = [
        "https://issuer.example/.well-known/openid-configuration":
            #"{"issuer":"https://issuer.example","jwks_uri":"https://issuer.example/keys"}"#,
        "https://issuer.example/keys": AssertionVectors.keySet,
    ]

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let address = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
        // A name in the private network of the tenant.
        if request.authority == "inside.example", PeerRule.current?.admits([10, 0, 0, 7]) == false {
            throw PeerRule.Violation()
        }
        guard let document = documents[address] else { throw TransportError(.unreachable, "nobody is there") }
        return TransportResponse(head: HTTPResponse(status: .ok), body: Data(document.utf8))
    }
}
