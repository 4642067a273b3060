// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import OAuthMessages
import Testing

/// A database that does not answer now.
@Suite struct StoreUnavailableTests {
    private struct Outage: ActionableError {
        let message = "db.example.com refuses connections"
        let nextAction = NextAction.retry(after: .milliseconds(2_100))
    }

    @Test(arguments: BuildTaskRouterTests.storeCalls)
    func `its callers may repeat their requests, and do not learn the cause`(_ call: ServiceUnderTest.Call) async throws
    {
        let answer = try await ServiceUnderTest(store: BrokenStore(error: Outage())).send(call)
        #expect(answer.status == 503 && answer.code == "StoreUnavailable")
        #expect(answer.fields[.retryAfter] == "3", "two seconds and a tenth")
        #expect(!answer.text.contains("example.com"))
    }
}
