// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct KeyRingTests: SiteSuite {
    let site: Site

    private func published(_ site: Site) async throws -> [[String?]] {
        var sets: [[String?]] = []
        for path in ["/\(Site.tenantID)", "/common"] {
            let answer = try await site.send(.get, "\(path)/discovery/v2.0/keys")
            sets.append(try JSONWebKeySet(jsonData: answer.body).keys.map(\.keyIdentifier))
        }
        return sets
    }

    @Test func `a key is published before it signs, and until its last token is over`() async throws {
        let first = try site.signingKeyName
        let token = try await site.graphToken()
        let answer = try await site.control(.post, "keys/rotate", #"{"publishedFor":3600}"#)
        let second = try #require(try answer.decoded(KeyRingReport.self).keys.last?.keyID)
        // Seconds that pass, the key that signs then, and those that are published.
        let rows: [(Int, String?, [String?])] = [
            (0, first, [first, second]), (3599, first, [first, second]), (1, second, [first, second]),
            (86_400 + 299, second, [first, second]), (1, second, [second]),
        ]
        for (seconds, signing, keys) in rows {
            site.clock.advance(by: .seconds(seconds))
            #expect(try site.signingKeyName == signing)
            #expect(try await published(site) == [keys, keys])
            let customers = try await site.send(.get, "/\(Site.customersID)/b2c_1_susi/discovery/v2.0/keys")
            #expect(try JSONWebKeySet(jsonData: customers.body).keys.count == keys.count)
            let report = try await site.control(.get, "keys").decoded(KeyRingReport.self)
            #expect(report.keys.filter(\.published).map(\.keyID) == keys.compactMap(\.self))
            #expect(report.keys.filter(\.signing).map(\.keyID) == [signing])
        }
        site.clock.advance(by: .seconds(-86_400 - 3600))
        #expect(try await site.graph("/me", token: token).status == .ok)
    }

    @Test func `a key is published for at most 366 days before it signs`() async throws {
        let ring = try Site().platform.context.keys.ring
        for seconds: TimeInterval in [-1, 366 * 86_400 + 1] {
            let refusal = await #expect(throws: DocumentRefusal.self) { try await ring.rotate(publishedFor: seconds) }
            #expect(refusal?.problems.map(\.pointer) == ["/publishedFor"])
        }
        #expect(try await ring.rotate(publishedFor: 366 * 86_400).keys.count == 2)
    }

    @Test func `tokens of both keys are believed while the first is published`() async throws {
        let before = try await site.graphToken()
        let hint = try #require(try await site.tokens()["id_token"]?.string)
        _ = try await site.control(.post, "keys/rotate", #"{"publishedFor":0}"#)
        let after = try await site.graphToken()
        #expect(try await site.claims(of: .string(after))["scp"] != nil)
        for token in [before, after] { #expect(try await site.graph("/me", token: token).status == .ok) }
        let context = site.platform.context
        let issuers = [context.issuer(Site.tenantID)]
        #expect(IDTokenHint(hint, keys: context.keys, issuers: issuers)?.clientID == Site.clientID)
    }

    @Test func `a rotation survives a restart, and without a word it takes a day`() async throws {
        try await withTemporaryFolder { folder in
            let site = try Site(dataFolder: folder)
            let report = try await site.control(.post, "keys/rotate").decoded(KeyRingReport.self)
            #expect((report.keys.count, report.keys.last?.activeFrom) == (2, site.clock.now + 86_400))
            #expect(report.keys.first?.retiredAt == site.clock.now + 86_400)
            #expect(try await Site(dataFolder: folder).control(.get, "keys").decoded(KeyRingReport.self) == report)
        }
    }

    @Test func `the key of data from before there were rings signs on`() async throws {
        try await withTemporaryFolder { folder in
            let old = try JSONWebPrivateKey.generateRSA()
            _ = try TenantDatabase(folder: folder).secret("signing key") { Array(old.privateJSONData) }
            let site = try Site(dataFolder: folder)
            #expect(site.platform.context.keys.signingKey.publicKey == old.publicKey)
            #expect(try await published(site).first == [try KeyCertificate(old).thumbprint])
        }
    }

    @Test func `Graph takes tokens from before kid was a thumbprint of a certificate`() async throws {
        let key = site.platform.context.keys.signingKey
        let payload = try UnverifiedJWS(try await site.graphToken(), accepting: [.rs256]).verified(with: key.publicKey)
        let earlier = try CompactJWS.sign(
            payload.payload, header: JWSHeader(algorithm: .rs256, keyIdentifier: key.publicKey.thumbprint), with: key)
        #expect(try await site.graph("/me", token: earlier).status == .ok)
    }

    @Test(arguments: [#"{"publishedFor":-1}"#, #"{"publishedFor":1e12}"#, #"{"publishedFor":"now"}"#])
    func `a rotation that makes no sense is refused`(_ json: String) async throws {
        #expect(try await site.control(.post, "keys/rotate", json).status == .badRequest)
        #expect(try await site.control(.get, "keys").decoded(KeyRingReport.self).keys.count == 1)
    }

    @Test func `a clock from before all keys finds the first one signing`() throws {
        let key = site.platform.context.keys.ring.signing
        let moment = KeyRingMoment([key], now: .distantPast)
        #expect(moment.signing.activeFrom == key.activeFrom && moment.published.count == 1)
    }
}
