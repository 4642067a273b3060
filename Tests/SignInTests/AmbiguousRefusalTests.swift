// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@Suite struct AmbiguousRefusalTests {
    /// Status, content, whether the provider is known to send `invalid_grant`, and the next action.
    static let answers: [(Int, String, Bool, NextAction)] = [
        (400, "", false, .signInAgain), (400, "<html>", false, .signInAgain), (400, "{}", false, .signInAgain),
        (400, #"{"error":"invalid_request"}"#, false, .signInAgain),
        (401, #"{"error":"invalid_request"}"#, false, .signInAgain),
        // Only 400 and 401 carry an error that is about the refresh token.
        (402, #"{"error":"invalid_request"}"#, false, .correctRegistration),
        (403, #"{"error":"invalid_request"}"#, false, .correctRegistration),
        (428, #"{"error":"invalid_request"}"#, false, .correctRegistration),
        (403, #"{"error":"invalid_grant"}"#, false, .checkConnection),
        (409, #"{"error":"invalid_grant"}"#, true, .checkConnection), (403, "", false, .none),
        // These name another cause.
        (429, #"{"error":"invalid_request"}"#, false, .retry(after: nil)),
        (407, #"{"error":"invalid_request"}"#, false, .checkConnection),
        (408, "", false, .retry(after: nil)), (408, #"{"error":"invalid_request"}"#, false, .retry(after: nil)),
        (500, #"{"error":"invalid_request"}"#, false, .retry(after: nil)),
        (502, #"{"error":"invalid_grant"}"#, false, .retry(after: nil)),
        (503, #"{"error":"invalid_client"}"#, true, .retry(after: nil)),
        (401, "", false, .none), (404, "", false, .none),
        (400, #"{"error":"invalid_scope"}"#, false, .correctRegistration),
        (401, #"{"error":"invalid_client"}"#, false, .correctRegistration), (503, "", false, .retry(after: nil)),
        (400, "", true, .none), (400, #"{"error":"invalid_request"}"#, true, .correctRegistration),
    ]

    @Test(arguments: answers.indices)
    func `the account stays, and the next action is to sign in again where that may help`(_ row: Int) async throws {
        let (status, body, alwaysSaysInvalidGrant, action) = Self.answers[row]
        let signedIn = try await SignedIn(isExpired: true)
        let before = try await signedIn.record()
        signedIn.transport.answerTokens(status, body)
        var registration = signedIn.tenant.registration
        registration.rules.alwaysSaysInvalidGrant = alwaysSaysInvalidGrant
        registration.rules.nextAction = { $0.nextAction }
        let session = AccountSession(signedIn.account, of: registration, keptIn: signedIn.store)
        let error = await #expect(throws: ServerError.self) { try await session.accessToken(for: signedIn.scopes) }
        #expect(error?.nextAction == action && error?.status == status)
        #expect(error?.endpoint?.path().hasSuffix("/token") == true)
        #expect(try await signedIn.record() == before)
    }

    /// Status, content, `Retry-After`, and the seconds until the next request to the provider.
    static let waits: [(Int, String, String?, Int)] = [
        (429, "", nil, 10), (429, "", "60", 60), (503, "", "7", 7), (429, "", "86400", 3600), (429, "", "0", 0),
        (429, #"{"error":"too_many_requests"}"#, "60", 60), (503, "", nil, 0), (500, "", nil, 0),
    ]

    @Test(arguments: waits.indices)
    func `sends no request while a provider's Retry-After applies`(_ row: Int) async throws {
        let (status, body, field, seconds) = Self.waits[row]
        let signedIn = try await SignedIn(isExpired: true)
        signedIn.transport.answer(at: "/token") { _, _ in
            var response = TransportResponse(status, body)
            response.head.headerFields[.retryAfter] = field
            return response
        }
        let session = signedIn.session()
        for _ in 0..<3 {
            let error = await #expect(throws: ServerError.self) { try await session.accessToken(for: signedIn.scopes) }
            #expect(error?.status == status)
        }
        #expect(signedIn.transport.tokenRequests.count == (seconds == 0 ? 3 : 1))
        guard seconds > 0 else { return }
        signedIn.tenant.clock.advance(by: .seconds(seconds - 1))
        let error = await #expect(throws: ServerError.self) { try await session.accessToken(for: signedIn.scopes) }
        #expect(error?.nextAction == .retry(after: .seconds(1)), "the time that is left")
        #expect(signedIn.transport.tokenRequests.count == 1)
        signedIn.transport.answer(nil)
        signedIn.tenant.clock.advance(by: .seconds(1))
        _ = try await session.accessToken(for: signedIn.scopes)
        #expect(signedIn.transport.tokenRequests.count == 2)
    }

    @Test func `a job honors Retry-After, too`() async throws {
        let (tenant, transport) = try await tamperedTenant()
        transport.answerTokens(429, "")
        let credentials = try ClientAuthenticationTests.credentials(
            of: "job", ClientAuthentication(secret: "a secret of a job"), tenant, transport)
        for _ in 0..<2 {
            let error = await #expect(throws: ServerError.self) { try await credentials.accessToken(for: ["a"]) }
            #expect(error?.status == 429)
        }
        #expect(transport.tokenRequests.count == 1)
        tenant.clock.advance(by: .seconds(10))
        await #expect(throws: ServerError.self) { try await credentials.accessToken(for: ["a"]) }
        #expect(transport.tokenRequests.count == 2)
    }
}
