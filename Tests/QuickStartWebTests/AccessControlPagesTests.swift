// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SampleServers
import SignInTesting
import Testing
import WebSignIn

/// Each demand of a directory, met by a person in a browser at the web app: the click that met it is completed.
@Suite struct AccessControlPagesTests {
    @Test(arguments: AccessControl.allCases)
    func `a search continues after the user satisfies the challenge`(_ control: AccessControl) async throws {
        let tenant = try await withTenant { $0 }
        let stage = try Stage(at: tenant, lifetimes: SessionLifetimes(idle: .seconds(2 * 86_400)))
        var visitor = try await stage.employee()
        #expect(try await visitor.get("/people?q=con").text.contains("Conor O&#39;Brien"))
        tenant.clock.advance(by: .seconds(60))
        try await control.enforce(on: tenant.person.id, at: tenant.administration)
        if control != .revocation { tenant.clock.advance(by: AccessControl.tokenLifetime) }
        let page = try await visitor.get("/people?q=con")
        let start: TransportResponse
        if control == .revocation {
            start = page
        } else {
            // The provider refuses a refresh; the page says so, and its link leads to the provider.
            #expect(page.status == .serviceUnavailable && page.text.contains("Sign in again"), "\(page.text)")
            start = try await visitor.get(page.link("Sign in"), .link)
        }
        guard let (number, advice) = control.refusal else {
            #expect(try await stage.answer(start, &visitor).text.contains("Conor O&#39;Brien"))
            return
        }
        let error = await #expect(throws: ScriptedUserAgentError.self) { try await stage.answer(start, &visitor) }
        #expect(error?.message.contains(number) == true && error?.message.contains(advice) == true)
        #expect(try await visitor.get("/people?q=con").text.contains("Sign in again"), "the account stays")
    }
}
