// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONWebSignatures

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

/// The claims that Graph reads, for tokens that no sign-in gives.
struct GraphClaims: Encodable {
    var aud = RegisteredApp.graphID
    var tid: String? = Site.tenantID
    var oid: String?
    var scp: String?
    var roles: [String]?
    var idtyp: String?
    var nbf = 0
    var exp = 4_102_444_800

    static func person(_ id: String, of tenantID: String = Site.tenantID, scopes: String) -> GraphClaims {
        GraphClaims(tid: tenantID, oid: id, scp: scopes, idtyp: "user")
    }

    static func app(_ roles: String..., of tenantID: String = Site.tenantID) -> GraphClaims {
        GraphClaims(tid: tenantID, oid: "11111111-0000-4000-8000-000000000000", roles: roles, idtyp: "app")
    }
}

extension Site {
    func token(_ claims: GraphClaims) throws -> String {
        try CompactJWS.sign(
            try JSONEncoder().encode(claims), header: JWSHeader(algorithm: .rs256, keyIdentifier: try signingKeyName),
            with: platform.context.keys.signingKey)
    }
}
