// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct DevicePollingTests: SiteSuite {
    let site: Site

    func expect(_ error: String, _ number: Int, _ form: FormParameters, at path: String = Site.tokenPath) async throws {
        let answer = try await site.token(form, at: path)
        #expect(try (answer.status, answer.refusal) == (.badRequest, [error, "\(number)", nil]))
    }

    static let spoiled: [Spoiled] = [
        Spoiled("client_id is missing", 900_144, "invalid_request") { $0.without("client_id") },
        Spoiled("client_id is empty", 900_144, "invalid_request") { $0.with("client_id", "") },
        Spoiled("client_id stands twice", 9_002_313, "invalid_request") { $0.adding("client_id", "a") },
        Spoiled("scope is missing", 900_144, "invalid_request") { $0.without("scope") },
        Spoiled("scope is white space", 28003, "invalid_request") { $0.with("scope", " ") },
        Spoiled("the client is unknown", 700_038, "unauthorized_client") { $0.with("client_id", "nobody") },
        Spoiled("a permission is unknown", 70011, "invalid_scope") { $0.with("scope", "Nobody.Knows") },
        Spoiled("a resource is unknown", 500_011, "invalid_resource") { $0.with("scope", "api://nobody/Read") },
    ]

    @Test(arguments: spoiled) func `there are no codes when`(_ row: Spoiled) async throws {
        try await expect(row.error, row.number, row.spoil(.device), at: Site.deviceCodePath)
    }

    @Test func `codes are had with POST, at a directory that there is`() async throws {
        let answer = try await site.send(.get, Site.deviceCodePath)
        #expect((answer.status, answer.errorNumber) == (.methodNotAllowed, 900_561))
        try await expect("invalid_request", 90002, .device, at: "/nobody.example/oauth2/v2.0/devicecode")
    }

    @Test(arguments: ["junk", "!", String(repeating: "a", count: 300)])
    func `rejects invalid device codes`(_ code: String) async throws {
        try await expect("bad_verification_code", 70018, .polling(code))
    }

    @Test func `no sign-in yet`() async throws {
        let codes = try await site.deviceCodes()
        for _ in 0..<3 {
            try await expect("authorization_pending", 70016, .polling(codes.device))
            site.clock.advance(by: .seconds(5))
        }
    }

    @Test func `polling too often slows down`() async throws {
        let codes = try await site.deviceCodes()
        try await expect("authorization_pending", 70016, .polling(codes.device))
        site.clock.advance(by: .milliseconds(4900))
        try await expect("slow_down", 70016, .polling(codes.device))
        site.clock.advance(by: .milliseconds(4900))
        try await expect("slow_down", 70016, .polling(codes.device))
        site.clock.advance(by: .seconds(5))
        try await expect("authorization_pending", 70016, .polling(codes.device))
    }

    @Test func `the code is too old`() async throws {
        let codes = try await site.deviceCodes()
        site.clock.advance(by: .seconds(899))
        try await expect("authorization_pending", 70016, .polling(codes.device))
        site.clock.advance(by: .seconds(1))
        try await expect("expired_token", 70020, .polling(codes.device))
    }

    @Test func `a person approved, but the device asked too late`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.approve(codes.user)
        site.clock.advance(by: .seconds(900))
        try await expect("expired_token", 70020, .polling(codes.device))
    }

    @Test(arguments: [0, 1, 2]) func `the person cancelled`(_ step: Int) async throws {
        let codes = try await site.deviceCodes()
        var browser = Browser(site)
        var page = try await browser.submit(try await browser.get("/devicelogin"), ["user_code": codes.user])
        if step > 0 { page = try await browser.submit(page, ["continue": "1"]) }
        if step > 1 {
            let username = Site.carefulName
            page = try await browser.submit(page, ["username": username])
            page = try await browser.submit(page, ["username": username, "password": "watchword"])
        }
        let last = try await browser.submit(page, ["cancel": "1"])
        #expect(last.text.contains("The sign-in was canceled") && last.location == nil)
        try await expect("authorization_declined", 65004, .polling(codes.device))
        let again = try await browser.submit(page, ["username": "ana.silva@\(Site.domain)", "continue": "1"])
        #expect(again.text.contains(step == 0 ? "That code is wrong" : "This code is no longer valid"))
    }

    static let strangers: [@Sendable (FormParameters) -> FormParameters] = [
        { $0.with("device_code", String(repeating: "a", count: 43)) },
        { $0.with("client_id", RegisteredApp.sample().id) },
    ]

    @Test(arguments: strangers.indices)
    func `the code is unknown, or belongs to another client`(_ index: Int) async throws {
        try await site.add(RegisteredApp.sample())
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.approve(codes.user)
        try await expect("bad_verification_code", 70018, Self.strangers[index](.polling(codes.device)))
        #expect(try await site.token(.polling(codes.device)).status == .ok, "strangers leave no trace")
    }

    @Test func `polling at another directory, or with the user code, fails`() async throws {
        let codes = try await site.deviceCodes()
        try await expect("bad_verification_code", 70018, .polling(codes.device), at: "/common/oauth2/v2.0/token")
        try await expect("bad_verification_code", 70018, .polling(codes.user))
        let name = try await site.token(.polling(codes.device), at: "/\(Site.domain)/oauth2/v2.0/token")
        #expect(try name.object()["error"]?.string == "authorization_pending", "a directory has two names")
    }

    @Test func `tokens are given once`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.approve(codes.user)
        #expect(try await site.token(.polling(codes.device)).status == .ok)
        for _ in 0..<2 {
            try await expect("bad_verification_code", 70018, .polling(codes.device))
            site.clock.advance(by: .seconds(5))
        }
    }

    @Test func `of 64 concurrent polls, one gets the tokens`() async throws {
        let codes = try await site.deviceCodes()
        var browser = try await Browser.signedIn(at: site)
        _ = try await browser.approve(codes.user)
        let statuses = try await race(64) { [site] in try await site.token(.polling(codes.device)).status.code }
        #expect(statuses.sorted() == [200] + Array(repeating: 400, count: 63))
    }

    @Test func `the device code is missing`() async throws {
        try await expect("invalid_request", 900_144, .polling("").with("device_code", nil))
        try await expect("invalid_request", 900_144, .polling(""))
    }
}
