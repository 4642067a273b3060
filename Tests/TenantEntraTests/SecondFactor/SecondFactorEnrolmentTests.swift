// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct SecondFactorEnrolmentTests: SiteSuite {
    let site: Site

    private func enrolling() async throws -> (Browser, Answer) {
        try await site.add(ConditionalAccessPolicy.sample([.mfa]))
        var browser = Browser(site)
        let page = try await browser.signIn()
        return (browser, page)
    }

    @Test func `the number is stored after its code, and the sign-in continues`() async throws {
        var (browser, page) = try await enrolling()
        #expect(page.text.contains("Add a phone"))
        let next = try await browser.submit(page, ["phone": "+44 7700 900123"])
        #expect(next.text.contains("+44 7700 900123"))
        #expect(try await site.person("ana.silva").secondFactorPhone == nil)
        let wrong = try await browser.submit(next, ["code": try await site.wrongCode()])
        #expect(wrong.text.contains("The code is incorrect"))
        let answer = try await browser.submit(next, ["code": try await site.newestCode()])
        #expect(try await site.person("ana.silva").secondFactorPhone == "+44 7700 900123")
        let tokens = try await site.token(.redeeming(try #require(answer.carried["code"]))).object()
        #expect(try await site.claims(of: tokens["access_token"])["amr"] == .array([.string("pwd"), .string("mfa")]))
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
    }

    @Test(arguments: ["", "12", "07700 900123", "+44 7700 900123; DROP", "+44<b>", "+1234567890123456"])
    func `an invalid number is requested again`(_ phone: String) async throws {
        var (browser, page) = try await enrolling()
        let count = try await site.messageCount()
        let next = try await browser.submit(page, ["phone": phone])
        #expect(next.text.contains("Enter the number with its country code"))
        #expect(try await site.messageCount() == count)
    }

    @Test(arguments: [
        ("+12-3456", false), ("+123-4567", true), ("+123456789012345", true), ("+1234567890123456", false),
    ])
    func `a number has 7 to 15 digits`(_ typed: String, _ isNumber: Bool) {
        #expect((PhoneNumber(typed) != nil) == isNumber)
    }

    @Test func `a code that one number got proves no other`() async throws {
        var (browser, page) = try await enrolling()
        let next = try await browser.submit(page, ["phone": "+44 7700 900123"])
        let code = try await site.newestCode()
        #expect(try await browser.submit(next, ["phone": "+44 7700 900999", "code": code]).carried["code"] == nil)
        #expect(try await site.person("ana.silva").secondFactorPhone == nil)
    }

    @Test func `a form of another sign-in is refused`() async throws {
        var (browser, page) = try await enrolling()
        for proof in ["", String(repeating: "A", count: 43)] {
            let answer = try await browser.submit(page, ["phone": "+44 7700 900123", "enrolment": proof])
            #expect(answer.status == .forbidden)
        }
        let other = FormParameters.goodRequest.with("scope", "openid").encoded
        #expect(try await browser.submit(page, ["phone": "+44 7700 900123", "request": other]).status == .forbidden)
    }

    @Test func `a person with a number cannot change it here`() async throws {
        var (browser, page) = try await enrolling()
        let next = try await browser.submit(page, ["phone": "+44 7700 900123"])
        let code = try await site.newestCode()
        try await site.change("ana.silva") { $0.secondFactorPhone = "+44 7700 900001" }
        #expect(try await browser.submit(next, ["code": code]).text.contains("Enter the code"))
        #expect(try await site.person("ana.silva").secondFactorPhone == "+44 7700 900001")
    }

    @Test func `codes can be sent again, but not without end`() async throws {
        var (browser, page) = try await enrolling()
        page = try await browser.submit(page, ["phone": "+44 7700 900123"])
        for _ in 0..<15 { page = try await browser.submit(page, ["resend": "1"]) }
        #expect(page.text.contains(OneTimeCodeEffort.refusal))
        #expect(try await site.messageCount() == 15)
    }
}
