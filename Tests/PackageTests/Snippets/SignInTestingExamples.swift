// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignInTesting
import Testing

// snippet: InProcessTenant
func failNextRefresh(at tenant: some InProcessTenant) async throws {
    try await tenant.inject(.failure(.serviceUnavailable, retryAfter: 30), at: .token, next: 1)
    tenant.clock.advance(by: .seconds(2 * 3600))  // longer than any access token lasts
}
// snippet: end

/// The examples of the test kit, in the doc comments.
enum SignInTestingExamples {
    static func transport(_ tenant: TestTenant) async throws -> AccountStore {
        // snippet: InProcessTransport
        let home = try await tenant.transport.send(HTTPRequest(url: tenant.address))
        #expect(home.status == .ok)
        let accounts = AccountStore(MemoryAccountStorage(), over: tenant.transport, time: tenant.clock.time)
        // snippet: end
        return accounts
    }

    static func administration() async throws {
        // snippet: TenantAdministration
        try await withTenant { tenant in
            let app = try await tenant.administration.addApp(
                named: "Planner", redirectURI: "http://localhost", in: "aldervale.example")
            try await tenant.administration.consent(to: "openid profile", for: app, in: "aldervale.example")
        }
        // snippet: end
    }

    static func administrationError(_ tenant: TestTenant) async throws {
        // snippet: TenantAdministrationError
        let error = await #expect(throws: TenantAdministrationError.self) {
            try await tenant.administration.send("GET", "apps/no-such-app")
        }
        #expect(error?.status == 404)
        // snippet: end
    }

    static func userAgent(_ tenant: TestTenant) async throws {
        // snippet: ScriptedUserAgent
        let agent = tenant.userAgent(signingIn: tenant.person)
        let account = try await tenant.signInFlow().signIn(with: agent)
        #expect(account.identity.username == tenant.person.username)
        // snippet: end
    }

    static func userAgentError(_ tenant: TestTenant) async throws {
        // snippet: ScriptedUserAgentError
        let agent = tenant.userAgent(signingIn: tenant.person.username, password: "not the password")
        await #expect(throws: ScriptedUserAgentError.self) {
            try await tenant.signInFlow().signIn(with: agent)
        }
        // snippet: end
    }

    static func file(_ file: URL, _ redirectURI: RedirectURI) async throws {
        // snippet: FileTenant
        try await withTenant(from: file) { tenant in
            let planner = tenant.registration(
                of: "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10", in: "6f2c1a5e-8f2b-4f0a-9d37-0c5b1e7a4d21",
                redirectURI: redirectURI, scopes: ["profile", "offline_access"])
            let mara = tenant.userAgent(signingIn: "mara@heron.example", password: "correct horse")
            let account = try await tenant.signInFlow(planner).signIn(with: mara)
            #expect(account.identity.name == "Mara Lind")
        }
        // snippet: end
    }

    static func clock(_ tenant: TestTenant, _ session: some AccessTokenSource) async throws {
        // snippet: TestClock
        let token = try await session.accessToken(for: ["User.Read.All"])
        tenant.clock.advance(by: .seconds(2 * 3600))
        #expect(try await session.accessToken(for: ["User.Read.All"]) != token)
        // snippet: end
    }

    static func refusals(_ tenant: TestTenant) async throws {
        // snippet: RefusedRequest
        for refused in try await tenant.administration.refusals() {
            print(refused.endpoint, refused.rule, refused.remedy ?? "")
        }
        // snippet: end
    }
}
