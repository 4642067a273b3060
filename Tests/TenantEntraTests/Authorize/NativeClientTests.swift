// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

@testable import TenantFixtures

@Suite struct NativeClientTests {
    @Test func `an embedded browser ends at a page that shows nothing and fetches nothing`() async throws {
        let answer = try await Site().send(.get, "/common/oauth2/nativeclient?code=1.A&state=s")
        #expect(answer.status == .ok)
        #expect(answer.text == "<!doctype html><title>Signed in</title>\n")
        #expect(answer["Cache-Control"] == "no-store")
    }
}
