// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

@Suite struct StandardRotationTests {
    private func names(_ site: Site) async throws -> Set<String> {
        let keys = try await site.send(.get, "/op/jwks").object()["keys"]?.array ?? []
        return Set(keys.compactMap { $0.object?["kid"]?.string })
    }

    private func signer(_ site: Site) async throws -> String {
        let token = try await site.standardTokens()["id_token"]?.string ?? ""
        return try UnverifiedJWS(token, accepting: [.rs256]).header.keyIdentifier ?? ""
    }

    @Test func `a new key is published before it signs, the old one until its tokens end`() async throws {
        let site = try Site()
        let (before, first) = (try await names(site), try await signer(site))
        _ = try await site.control(.post, "keys/rotate", #"{"publishedFor":3600}"#)
        #expect(try await names(site).count == before.count + 2)
        #expect(try await signer(site) == first)
        _ = try await site.control(.post, "clock/advance", #"{"seconds":3601}"#)
        let second = try await signer(site)
        #expect(second != first)
        #expect(try await names(site).isSuperset(of: [first, second]))
        _ = try await site.control(.post, "clock/advance", #"{"seconds":172800}"#)
        #expect(try await !names(site).contains(first))
    }
}
