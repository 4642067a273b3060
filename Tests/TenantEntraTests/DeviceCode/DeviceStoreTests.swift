// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct DeviceStoreTests: SiteSuite {
    let site: Site

    private func rows() async throws -> [DeviceCodeRow] {
        try await site.platform.context.database.read { try DeviceCodeRow.order(Column.rowID).fetchAll($0) }
    }

    private func error(of answer: Answer) throws -> String? { try answer.object()["error"]?.string }

    @Test func `scopes are kept as they were understood, each once`() async throws {
        let asked = Array(repeating: "openid User.Read user.read", count: 50).joined(separator: " \n ")
        _ = try await site.deviceCodes(.device.with("scope", asked))
        #expect(try await rows().map(\.scope) == ["openid User.Read"])
    }

    @Test func `a thousand wait at most, and the oldest makes room`() async throws {
        let first = try await site.deviceCodes()
        let second = try await site.deviceCodes()
        for _ in 0..<999 {
            _ = try await site.platform.context.devices.issue(
                clientID: Site.clientID, tenantName: Site.tenantID, scope: "openid", now: site.clock.now)
        }
        #expect(try await rows().count == 1000)
        #expect(try error(of: try await site.token(.polling(first.device))) == "bad_verification_code")
        #expect(try error(of: try await site.token(.polling(second.device))) == "authorization_pending")
    }

    @Test func `an approved request keeps its place`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.approve(codes.user)
        for _ in 0..<1001 {
            _ = try await site.platform.context.devices.issue(
                clientID: Site.clientID, tenantName: Site.tenantID, scope: "openid", now: site.clock.now)
        }
        let holder = try await site.holder(of: try await site.token(.polling(codes.device)))
        #expect(holder.person == (try await site.person("ana.silva").id))
    }

    @Test func `a request is forgotten minutes after its end`() async throws {
        let codes = try await site.deviceCodes()
        site.clock.advance(by: .seconds(900 + 299))
        _ = try await site.deviceCodes()
        #expect(try error(of: try await site.token(.polling(codes.device))) == "expired_token")
        site.clock.advance(by: .seconds(1))
        _ = try await site.deviceCodes()
        #expect(try error(of: try await site.token(.polling(codes.device))) == "bad_verification_code")
        #expect(try await rows().count == 2)
    }

    @Test func `a request is settled once, and only before its end`() async throws {
        let now = site.clock.now
        let store = site.platform.context.devices
        var typed: [String] = []
        for _ in 0..<3 {
            let codes = try await store.issue(
                clientID: Site.clientID, tenantName: Site.tenantID, scope: "openid", now: now)
            typed.append(codes.user)
        }
        #expect(try await store.settle(typed[0], with: nil, now: now))
        #expect(try await !store.settle(typed[0], with: nil, now: now), "it was settled before")
        let end = now + 900
        #expect(try await store.settle(typed[1], with: nil, now: end - 1))
        #expect(try await !store.settle(typed[2], with: nil, now: end))
        #expect(try await store.pending(typed[2], now: end - 1)?.userCode == typed[2])
        #expect(try await store.pending(typed[2], now: end)?.userCode == nil)
    }

    @Test func `an app with a secret must show it`() async throws {
        let request = FormParameters.device.with("client_id", SampleApp.nightlyReportID)
        for (secret, number) in [(nil, 7_000_218), ("wrong", 7_000_215)] {
            let answer = try await site.post(Site.deviceCodePath, request.with("client_secret", secret))
            #expect((answer.status, answer.errorNumber) == (.unauthorized, number))
        }
        #expect(try await rows().isEmpty)
        let secret = SampleApp.nightlyReportSecret
        #expect(try await site.post(Site.deviceCodePath, request.with("client_secret", secret)).status == .ok)
    }
}
