// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct TenantClockTests: SiteSuite {
    let site: Site

    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    /// A request, the seconds that pass before it, and the time that the clock shows afterwards.
    static let rows: [(HTTPRequest.Method, String, String, Int, Double, Bool)] = [
        (.get, "clock", "{}", 5, 5, false),
        (.put, "clock", #"{"frozen":true}"#, 5, 10, true),
        (.get, "clock", "{}", 100, 10, true),
        (.post, "clock/advance", #"{"seconds":3600}"#, 0, 3610, true),
        (.put, "clock", #"{"frozen":false}"#, 1000, 3610, false),
        (.get, "clock", "{}", 10, 3620, false),
        (.post, "clock/advance", #"{"seconds":-20}"#, 0, 3600, false),
        (.put, "clock", #"{"now":"2026-01-01T00:00:30Z"}"#, 0, 30, false),
        (.get, "clock", "{}", 10, 40, false),
        (.put, "clock", #"{"now":"2026-01-01T00:01:00Z","frozen":true}"#, 0, 60, true),
        (.get, "clock", "{}", 10, 60, true),
        (.delete, "clock", "{}", 0, 1140, false),
    ]

    @Test func `the clock runs, stops, and jumps, also after a restart`() async throws {
        try await withTemporaryFolder { folder in
            let site = try Site(dataFolder: folder)
            for (method, path, json, seconds, shown, isFrozen) in Self.rows {
                site.clock.advance(by: .seconds(seconds))
                let answer = try await site.control(method, path, json)
                #expect(answer.status == .ok, "\(answer.text)")
                let reading = try answer.decoded(ClockReading.self)
                #expect(reading.now == Self.start + shown && reading.frozen == isFrozen, "\(method) \(path) \(json)")
                let restarted = try IdentityPlatform(
                    TenantSettings(address: ServerAddress(port: 4400), dataFolder: folder, now: { site.clock.now }))
                #expect(
                    restarted.context.clock.reading.now == reading.now && restarted.context.clock.isFrozen == isFrozen)
            }
        }
    }

    @Test func `moving the clock back returns a warning`() async throws {
        #expect(
            try await site.control(.post, "clock/advance", #"{"seconds":1}"#).decoded(ClockReading.self).note == nil)
        let back = try await site.control(.post, "clock/advance", #"{"seconds":-1}"#).decoded(ClockReading.self)
        #expect(back.note?.contains("went back") == true)
        let stopped = try await site.control(.put, "clock", #"{"frozen":true}"#).decoded(ClockReading.self)
        #expect(stopped.note == nil && stopped.frozen, "it stands, and did not go back")
    }

    static let refused = [
        ("clock/advance", #"{"seconds":1e300}"#, 409), ("clock/advance", #"{"seconds":-1e12}"#, 409),
        ("clock/advance", #"{"seconds":"soon"}"#, 400), ("clock/advance", "{}", 400), ("clock/advance", "[", 400),
    ]

    @Test(arguments: refused)
    func `an invalid time changes nothing`(_ path: String, _ json: String, _ status: Int) async throws {
        let answer = try await site.control(.post, path, json)
        #expect(answer.status.code == status)
        #expect(try answer.object()["detail"]?.string?.isEmpty == false)
        #expect(site.platform.context.clock.now == Self.start)
    }

    @Test func `content that does not say that it is JSON is refused`() async throws {
        let answer = try await site.send(
            .post, "/tessera/v1/clock/advance", fields: [.contentType: "text/plain"], body: Data(#"{"seconds":1}"#.utf8)
        )
        #expect(answer.status == .unsupportedMediaType)
        #expect(site.platform.context.clock.now == Self.start)
    }

    @Test func `tokens and codes follow the clock`() async throws {
        let code = try await site.code()
        _ = try await site.control(.post, "clock/advance", #"{"seconds":601}"#)
        #expect(try await site.token(.redeeming(code)).errorNumber == 70008)
        let claims = try await site.claims(of: try await site.tokens()["id_token"])
        #expect(claims["iat"]?.double == Self.start.timeIntervalSince1970 + 601)
    }

    @Test func `a device is never slowed down while the clock is frozen`() async throws {
        let form: FormParameters = ["client_id": Site.clientID, "scope": "openid"]
        let codes = try await site.post("/\(Site.tenantID)/oauth2/v2.0/devicecode", form).object()
        let poll: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": Site.clientID,
            "device_code": try #require(codes["device_code"]?.string),
        ]
        func error() async throws -> String? { try await site.token(poll).object()["error"]?.string }
        #expect(try await [error(), error()] == ["authorization_pending", "slow_down"])
        _ = try await site.control(.put, "clock", #"{"frozen":true}"#)
        #expect(try await [error(), error()] == ["authorization_pending", "authorization_pending"])
        _ = try await site.control(.put, "clock", #"{"frozen":false}"#)
        _ = try await site.control(.post, "clock/advance", #"{"seconds":-3600}"#)
        #expect(try await [error(), error()] == ["authorization_pending", "slow_down"])
    }
}
