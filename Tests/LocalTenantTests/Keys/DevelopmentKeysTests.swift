// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct DevelopmentKeysTests {
    private func platform(
        _ keys: SigningKeySource, in folder: URL? = nil, seed: UInt64? = nil, host: String = "127.0.0.1"
    ) throws -> IdentityPlatform {
        let clock = TestClock(Date(timeIntervalSince1970: 1_767_225_600))
        return try IdentityPlatform(
            TenantSettings(
                address: ServerAddress(host: host, port: 4400), dataFolder: folder, keys: keys, seed: seed,
                now: { clock.now }))
    }

    @Test func `every development key is named by its thumbprint`() throws {
        let keys = try DevelopmentKeys.all.get()
        let all = keys.ring + [keys.stray]
        #expect(all.map(\.publicKey.keyIdentifier) == all.map(\.publicKey.thumbprint))
        #expect(Set(all.map(\.publicKey.thumbprint)).count == 5)
        #expect(try platform(.development).context.keys.signingKey.publicKey == keys.ring[0].publicKey)
    }

    @Test func `rotates through all keys, and then reports that none is left`() async throws {
        let ring = try platform(.development).context.keys.ring
        for _ in 0..<3 { _ = try await ring.rotate(publishedFor: 0) }
        #expect(
            try ring.report.keys.map(\.keyID)
                == DevelopmentKeys.all.get().ring.map { try KeyCertificate($0).thumbprint })
        await #expect(throws: AdministrationProblem.self) { try await ring.rotate(publishedFor: 0) }
    }

    @Test func `well-known keys must be enabled explicitly`() async throws {
        try await withTemporaryFolder { folder in
            #expect(throws: KeyRingError.developmentKeysBeyondLoopback) {
                try platform(.development, host: "192.0.2.1")
            }
            _ = try platform(.developmentBeyondLoopback, host: "192.0.2.1")
            let (own, known) = (folder.appending(path: "own"), folder.appending(path: "known"))
            _ = try platform(.own, in: own)
            _ = try platform(.development, in: known)
            #expect(throws: KeyRingError.keysAreOwn) { try platform(.development, in: own) }
            #expect(throws: KeyRingError.keysAreOfDevelopment) { try platform(.own, in: known) }
            _ = try platform(.development, in: known)
        }
    }

    private func transcript(_ platform: IdentityPlatform) async throws -> [String] {
        let site = try Site(platform: platform)
        let page = try await site.send(
            .get, "/\(Site.tenantID)/oauth2/v2.0/authorize?\(FormParameters.goodRequest.encoded)")
        let redirect = try await site.open(.goodRequest)
        let tokens = try await site.token(.redeeming(try #require(redirect.carried["code"])))
        let graph = try await site.graph("/me", token: try #require(try tokens.object()["access_token"]?.string))
        let error = try await site.token(["grant_type": "authorization_code"])
        return [page, redirect, tokens, graph, error].map { "\($0.fields) \($0.text)" }
    }

    @Test func `with a seed, runs repeat byte for byte`() async throws {
        let first = try await transcript(try platform(.development, seed: 7))
        #expect(try await transcript(try platform(.development, seed: 7)) == first)
        #expect(try await transcript(try platform(.development, seed: 8)) != first)
    }

    @Test func `on data that are kept, no second run gives out a code of the first`() async throws {
        try await withTemporaryFolder { folder in
            let first = try await transcript(try platform(.development, in: folder, seed: 7))
            #expect(try await transcript(try platform(.development, in: folder, seed: 7)) != first)
        }
    }
}
