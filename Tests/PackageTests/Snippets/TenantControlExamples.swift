// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Foundation
import SignInTesting
import Testing

/// The examples of the tenant's clock, keys, tokens and sign-ins, in the doc comments.
struct TenantControlExamples {
    let tenant: TestTenant
    let protection: BearerProtection

    func tokenRequest() async throws -> Caller {
        // snippet: TestTokenRequest
        let request = TestTokenRequest(
            person: tenant.person.username, api: "api://tasks", scopes: ["Tasks.ReadWrite"])
        let token = try await tenant.token(request)
        let caller = try await protection.caller(of: [.authorization: "Bearer \(token.revealed)"])
        // snippet: end
        return caller
    }

    func tokenReply() async throws -> Redacted<String> {
        // snippet: TestTokenReply
        let request = try JSONEncoder().encode(TestTokenRequest(person: tenant.person.username))
        let content = try await tenant.administration.send("POST", "tokens", request)
        let token = Redacted(try JSONDecoder().decode(TestTokenReply.self, from: content).token)
        // snippet: end
        return token
    }

    func defect() async throws {
        // snippet: TokenDefect
        let token = try await tenant.token(TestTokenRequest(api: "api://tasks", broken: TokenDefect(.expired)))
        await #expect(throws: BearerChallenge.self) {
            try await protection.caller(of: [.authorization: "Bearer \(token.revealed)"])
        }
        // snippet: end
    }

    func content() async throws -> Redacted<String> {
        // snippet: TestTokenRequest, claims
        let groups: JSONValue = ["sales", "support"]
        let request = TestTokenRequest(.id, person: tenant.person.id, claims: ["groups": groups, "level": 3])
        let token = try await tenant.token(request)
        // snippet: end
        return token
    }

    func reading() async throws {
        // snippet: ClockReading
        let reading = try await tenant.advanceTenantClock(by: .seconds(-600))
        #expect(reading.now < tenant.clock.now)
        #expect(reading.note != nil)  // the clock was moved back
        // snippet: end
    }

    func change() async throws {
        // snippet: ClockChange
        var change = ClockChange(frozen: true)
        change.now = tenant.clock.now.addingTimeInterval(86_400)
        try await tenant.changeTenantClock(change)
        // snippet: end
    }

    func advance() async throws {
        // snippet: ClockAdvance
        let hour = ClockAdvance(seconds: 3600)
        let content = try JSONEncoder().encode(hour)
        try await tenant.administration.send("POST", "clock/advance", content)
        // snippet: end
    }

    func keys() async throws {
        // snippet: KeyRingReport
        let report = try await tenant.rotateKeys(publishedFor: .seconds(0))
        let signing = report.keys.filter(\.signing).map(\.keyID)
        #expect(report.keys.count > 1 && signing.count == 1)
        // snippet: end
    }

    func rotation() async throws {
        // snippet: KeyRotation
        let rotation = KeyRotation(publishedFor: 60)  // signs one minute later
        let content = try JSONEncoder().encode(rotation)
        try await tenant.administration.send("POST", "keys/rotate", content)
        // snippet: end
    }

    func automatic() async throws {
        // snippet: AutomaticSignIn
        let (app, person) = (tenant.registration.clientID, tenant.person.username)
        let rule = AutomaticSignIn(clientID: app, person: person, consent: false)
        try await tenant.signInAutomatically(rule)
        // snippet: end
    }

    func automaticList() async throws {
        // snippet: AutomaticSignInList
        let content = try await tenant.administration.send("GET", "automatic-sign-ins")
        let list = try JSONDecoder().decode(AutomaticSignInList.self, from: content)
        #expect(list.automaticSignIns.map(\.clientID) == [tenant.registration.clientID])
        // snippet: end
    }

    func oneTime() async throws -> URL? {
        // snippet: OneTimeSignIn
        var signIn = OneTimeSignIn(person: tenant.person.username)
        signIn.secondFactor = false
        let address = try await tenant.signInAddress(for: signIn).url
        // snippet: end
        return URL(string: address)
    }

    func oneTimeReply() async throws {
        // snippet: OneTimeSignInReply
        let reply = try await tenant.signInAddress(for: OneTimeSignIn(person: tenant.person.username))
        await show("Open \(reply.url) in one browser.")
        #expect(reply.expiresAt > tenant.clock.now)
        // snippet: end
    }
}
