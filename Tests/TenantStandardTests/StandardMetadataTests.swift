// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures
@testable import TenantStandard

@Suite struct StandardMetadataTests {
    @Test(arguments: ["/op/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/op"])
    func `both addresses give the document of the exact issuer`(_ path: String) async throws {
        let answer = try await Site.withAPIs().send(.get, path)
        #expect(answer.fields[.accessControlAllowOrigin] == "*")
        let members = try answer.object()
        expect(
            members,
            [
                "issuer": .string("http://127.0.0.1:4400/op"),
                "authorization_response_iss_parameter_supported": .boolean(true),
                "code_challenge_methods_supported": .texts(["S256"]),
                "request_uri_parameter_supported": .boolean(false),
                "backchannel_logout_session_supported": .boolean(true),
                "authorization_details_types_supported": .texts(["boat_trip"]),
                "registration_endpoint": .string("http://127.0.0.1:4400/op/register"),
                "client_id_metadata_document_supported": .boolean(true),
                "device_authorization_endpoint": .string("http://127.0.0.1:4400/op/device_authorization"),
            ])
        let grants = members["grant_types_supported"]?.array ?? []
        #expect(grants.contains(.string("urn:ietf:params:oauth:grant-type:device_code")))
        for (name, value) in members where name.hasSuffix("_endpoint") || name == "jwks_uri" {
            #expect(value.string?.hasPrefix("http://127.0.0.1:4400/op/") == true, "\(name)")
        }
    }

    @Test func `every published key has one algorithm and a name of its own`() async throws {
        let keys = try JSONWebKeySet(jsonData: try await Site().send(.get, "/op/jwks").body)
        #expect(keys.skipped.isEmpty && keys.keys.map(\.algorithm) == [.rs256, .ps256, .es256, .edDSA])
        #expect(Set(keys.keys.map(\.keyIdentifier)).count == 4)
        #expect(keys.keys.allSatisfy { $0.use == "sig" })
    }

    @Test func `a directory keeps its own document`() async throws {
        let answer = try await Site().send(.get, "/\(Site.tenantID)/v2.0/.well-known/openid-configuration")
        #expect(try answer.object()["issuer"] == .string("http://127.0.0.1:4400/\(Site.tenantID)/v2.0"))
    }

    @Test func `keys outlive a restart`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await Site(dataFolder: folder).send(.get, "/op/jwks").body
            let second = try await Site(dataFolder: folder).send(.get, "/op/jwks").body
            #expect(first == second)
        }
    }

    @Test(arguments: [
        "/op/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/op",
        "/common/v2.0/.well-known/openid-configuration",
        "/\(Site.customersDomain)/B2C_1_susi/v2.0/.well-known/openid-configuration",
    ]) func `no member of metadata is an empty list`(_ path: String) async throws {
        for site in [try Site(), try await Site.withAPIs()] {
            let members = try await site.send(.get, path).object()
            #expect(members["issuer"] != nil && !members.values.contains(.array([])))
        }
    }
}
