// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct SecondFactorTests: SiteSuite {
    let site: Site

    private func afterPassword(_ request: FormParameters = .goodRequest) async throws -> (Browser, Answer) {
        var browser = Browser(site)
        let page = try await browser.signIn(request, as: Site.careful)
        return (browser, page)
    }

    @Test func `the code on the telephone comes after the password`() async throws {
        var (browser, page) = try await afterPassword()
        #expect(page.status == .ok && page.text.contains(#"inputmode="numeric" autocomplete="one-time-code""#))
        #expect(page.text.contains("+44 •••••• 814") && !page.text.contains("900814"))
        #expect(page.text.contains(#"<a href="/inbox" target="_blank" rel="noopener">"#))
        let answer = try await browser.submit(page, ["code": try await site.newestCode()])
        #expect(answer.status == .found && answer.carried["code"] != nil)
        #expect(answer.carried["state"] == "state-1")
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
    }

    /// A browser cannot come back to the step, but another browser could have read the code.
    @Test func `a code is good once`() async throws {
        let (codes, now) = (site.platform.context.codes, Date(timeIntervalSince1970: 1_800_000_000))
        let code = try #require(try await codes.make(for: "subject", of: "holder", now: now))
        #expect(try await codes.check(code, for: "subject", of: "holder", now: now) == .accepted)
        #expect(try await codes.check(code, for: "subject", of: "holder", now: now) == .void)
    }

    @Test func `the message is a text message of the company`() async throws {
        _ = try await afterPassword()
        let message = try #require(try await site.platform.context.inbox.messages().first)
        #expect((message.channel, message.recipient) == (.sms, "+44 7700 900814"))
        #expect(message.sender == "Aldervale Instruments")
        #expect(message.text == "Use verification code \(message.code ?? "") for Aldervale Instruments authentication.")
    }

    @Test func `spaces in a code do not matter`() async throws {
        var (browser, page) = try await afterPassword()
        let code = try await site.newestCode()
        let answer = try await browser.submit(page, ["code": " \(code.prefix(3)) \(code.suffix(3)) "])
        #expect(answer.carried["code"] != nil)
    }

    @Test func `a wrong code is tried again, five times, and then a new one is sent`() async throws {
        var (browser, page) = try await afterPassword()
        let first = try await site.newestCode()
        let wrong = try await site.wrongCode()
        for _ in 0..<4 {
            page = try await browser.submit(page, ["code": wrong])
            #expect(page.text.contains("The code is incorrect."))
            #expect(try await site.messageCount() == 1)
        }
        page = try await browser.submit(page, ["code": wrong])
        #expect(page.text.contains("Another code was sent."))
        #expect(try await site.messageCount() == 2)
        let second = try await site.newestCode()
        if first != second {
            #expect(try await browser.submit(page, ["code": first]).carried["code"] == nil)
        }
        #expect(try await browser.submit(page, ["code": second]).carried["code"] != nil)
    }

    @Test func `after fifteen wrong codes there is an hour's rest in every browser`() async throws {
        var (browser, page) = try await afterPassword()
        for number in 1...15 {
            if number == 8 { (browser, page) = try await afterPassword() }
            page = try await browser.submit(page, ["code": try await site.wrongCode()])
            #expect(page.text.contains("Wait an hour") == (number == 15))
        }
        let sent = try await site.messageCount()
        for entry: FormParameters in [["code": try await site.newestCode()], ["resend": "1", "code": ""]] {
            page = try await browser.submit(page, entry)
            #expect(page.text.contains("Wait an hour") && !page.text.contains("on its way"))
            #expect(page.carried["code"] == nil)
        }
        var (other, fresh) = try await afterPassword()
        #expect(fresh.text.contains("Wait an hour"))
        #expect(try await site.messageCount() == sent)
        site.clock.advance(by: .seconds(3599))
        fresh = try await other.submit(fresh, ["resend": "1", "code": ""])
        #expect(fresh.text.contains("Wait an hour"))
        site.clock.advance(by: .seconds(1))
        fresh = try await other.submit(fresh, ["resend": "1", "code": ""])
        #expect(try await other.submit(fresh, ["code": try await site.newestCode()]).carried["code"] != nil)
    }

    @Test func `repeated requests for codes do not flood the inbox`() async throws {
        var (browser, page) = try await afterPassword()
        for _ in 0..<20 { page = try await browser.submit(page, ["resend": "1", "code": ""]) }
        #expect(page.text.contains("Wait an hour"))
        #expect(try await site.messageCount() == 15)
        #expect(try await browser.submit(page, ["code": try await site.newestCode()]).carried["code"] != nil)
        _ = try await afterPassword()
        #expect(try await site.messageCount() == 16, "a right code begins the count of messages anew")
    }

    @Test func `a code ends after ten minutes`() async throws {
        var (browser, page) = try await afterPassword()
        let code = try await site.newestCode()
        site.clock.advance(by: .seconds(600))
        page = try await browser.submit(page, ["code": code])
        #expect(page.text.contains("has expired"))
        #expect(try await site.messageCount() == 2)
        site.clock.advance(by: .seconds(599))
        #expect(try await browser.submit(page, ["code": try await site.newestCode()]).carried["code"] != nil)
    }

    @Test func `another code can be requested, and replaces the first`() async throws {
        var (browser, page) = try await afterPassword()
        let first = try await site.newestCode()
        page = try await browser.submit(page, ["resend": "1", "code": ""])
        #expect(page.text.contains("A new code was sent."))
        let second = try await site.newestCode()
        #expect(try await site.messageCount() == 2)
        if first != second { #expect(try await browser.submit(page, ["code": first]).carried["code"] == nil) }
        #expect(try await browser.submit(page, ["code": second]).carried["code"] != nil)
    }

    @Test func `a page that is opened again sends no second message`() async throws {
        var (browser, _) = try await afterPassword()
        let page = try await browser.open(.goodRequest)
        #expect(page.text.contains("Enter the code"))
        #expect(try await site.messageCount() == 1)
        #expect(try await browser.submit(page, ["code": try await site.newestCode()]).carried["code"] != nil)
    }

    @Test(arguments: ["", String(repeating: "A", count: 43)])
    func `a code counts for the sign-in whose page asked for it`(_ proof: String) async throws {
        var (browser, page) = try await afterPassword()
        let form: FormParameters = ["code": try await site.newestCode(), "factor": proof]
        let answer = try await browser.submit(page, form)
        #expect(answer.status == .forbidden && answer.text.contains("This code belongs to another sign-in."))
        #expect(try await browser.submit(page, ["code": try await site.newestCode()]).carried["code"] != nil)
    }

    @Test func `cancelling tells the app so`() async throws {
        var (browser, page) = try await afterPassword()
        #expect(try await browser.submit(page, ["cancel": "1", "code": ""]).carried["error"] == "access_denied")
    }

    @Test func `people without a telephone are not asked`() async throws {
        var browser = Browser(site)
        #expect(try await browser.signIn().carried["code"] != nil)
        #expect(try await site.messageCount() == 0)
    }

    @Test func `tokens say how the person signed in`() async throws {
        let careful = try await site.tokens(as: Site.careful)
        #expect(try await site.claims(of: careful["access_token"])["amr"]?.array == [.string("pwd"), .string("mfa")])
        let others = try await site.tokens()
        #expect(try await site.claims(of: others["access_token"])["amr"]?.array == [.string("pwd")])
    }

    static let phones = [
        ("+44 7700 900814", "+44 •••••• 814"), ("+1 206 555 0181", "+1 •••••• 181"), ("0123456", "•••••• 456"),
        ("+447700900814", "•••••• 814"), ("", "•••••• "),
    ]

    @Test(arguments: phones) func `a telephone number is masked`(phone: String, masked: String) {
        #expect(PhoneNumber.masked(phone) == masked)
    }
}
