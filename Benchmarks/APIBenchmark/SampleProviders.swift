// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Foundation
import HTTPMessages
import HTTPServing
import HTTPTransport
import MicrosoftIdentity
import TaskService

/// Entra ID and a user flow in memory, with one key set: the two providers that the demo's task API accepts.
struct SampleProviders: Transport {
    static let address = "http://127.0.0.1:4400"
    static let customers = "customers.example"

    let keys: Data

    static func settings(port: Int) throws -> TaskServiceSettings {
        let (work, flow) = (
            try Authority("\(address)/common"), try Authority("\(address)/\(customers)/B2C_1_sign_up")
        )
        return TaskServiceSettings(
            accepting: [
                AcceptedTokens(from: flow.provider, AccessTokenRules(audiences: ["the customers' API"])),
                AcceptedTokens(from: work.provider, AccessTokenRules(audiences: [SampleTokens.audience])),
            ], hosts: [HostAndPort(host: "127.0.0.1", port: port)])
    }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let path = request.path ?? ""
        guard !path.hasSuffix("/keys") else { return TransportResponse(head: HTTPResponse(status: .ok), body: keys) }
        // A user flow ends its issuer with a slash.
        let issuer =
            path.contains(Self.customers) ? "\(SampleTokens.customersID)/v2.0/" : "{tenantid}/v2.0"
        let metadata = """
            {"issuer":"\(Self.address)/\(issuer)","authorization_endpoint":"\(Self.address)/authorize",
            "token_endpoint":"\(Self.address)/token","jwks_uri":"\(Self.address)/keys",
            "id_token_signing_alg_values_supported":["RS256"]}
            """
        return TransportResponse(head: HTTPResponse(status: .ok), body: Data(metadata.utf8))
    }
}
