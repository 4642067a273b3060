// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import JSONWebSignatures
import SignInTesting

@testable import LocalTenant
@testable import MicrosoftGraph
@testable import TenantAuthorization
@testable import TenantDirectory

private struct Bearer: Transport {
    let token: String
    let next: any Transport

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        var request = request
        request.headerFields[.authorization] = "Bearer \(token)"
        return try await next.send(request, body: body)
    }
}

/// The claims that Graph reads.
private struct Claims: Encodable {
    let aud = RegisteredApp.graphID
    let tid: String
    let oid: String
    let scp: String
    let nbf = 0
    let exp = 4_102_444_800
}

extension TestTenant {
    /// Its pauses take no time.
    func graphClient(as id: String? = nil, at tenantID: String? = nil, scopes: String) async throws -> GraphClient {
        let home = try await platform.context.tenant().id
        let payload = try JSONEncoder().encode(Claims(tid: tenantID ?? home, oid: id ?? person.id, scp: scopes))
        let keys = platform.context.keys
        let name = try keys.name(of: keys.signingKey, at: .entraID)
        let header = JWSHeader(algorithm: .rs256, keyIdentifier: name)
        let token = try CompactJWS.sign(payload, header: header, with: keys.signingKey)
        let clock = RetryClock(
            date: { Date(timeIntervalSince1970: 0) }, elapsed: { .zero }, sleep: { _ in }, jitter: { 0.5 })
        return GraphClient(endpoint: graph, over: Bearer(token: token, next: transport), clock: clock)
    }
}
