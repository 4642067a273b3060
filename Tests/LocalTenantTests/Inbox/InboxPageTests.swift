// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct InboxPageTests: SiteSuite {
    let site: Site

    private func deliver(_ code: String?, to recipient: String, _ channel: InboxMessage.Channel = .sms) async throws {
        try await site.platform.context.inbox.deliver(
            InboxMessage(
                channel: channel, recipient: recipient, sender: "Aldervale Instruments",
                text: "Your code is \(code ?? "none")", code: code, sentAt: site.clock.now))
    }

    @Test func `an empty inbox explains its purpose`() async throws {
        let page = try await site.send(.get, "/inbox")
        #expect((page.status, page["Cache-Control"]) == (.ok, "no-store"))
        #expect(page.text.contains("No messages yet.") && page.text.contains(#"<a href="/inbox">Refresh</a>"#))
    }

    @Test func `messages stand there newest first, each with its own code`() async throws {
        try await deliver("111111", to: "+44 7700 900814")
        site.clock.advance(by: .seconds(180))
        try await deliver("222222", to: "ana@example.com", .email)
        try await deliver(nil, to: "ana@example.com", .email)
        let page = try await site.send(.get, "/inbox")
        let codes = page.text.matches(of: #/class="one-time-code"><code>(\d+)</#).map { String($0.1) }
        #expect(codes == ["222222", "111111"])
        #expect(page.text.components(separatedBy: "one-time-code").count == 3, "one message has no code")
        #expect(page.text.contains("from this local tenant, newest first"))
        for text in ["Text message", "Email", "Aldervale Instruments", "3 minutes ago", "just now"] {
            #expect(page.text.contains(text))
        }
        #expect(!page.text.contains("No messages yet."))
    }

    @Test func `a filter shows the messages to one recipient`() async throws {
        try await deliver("111111", to: "+44 7700 900814")
        try await deliver("222222", to: "ana@example.com", .email)
        let page = try await site.send(.get, "/inbox?to=ANA%40example.com")
        #expect(page.text.contains("222222") && !page.text.contains("111111"))
        #expect(page.text.contains("Show all messages"))
        let all = try await site.send(.get, "/inbox?to=")
        #expect(all.text.contains(#"href="/inbox?to=%2B44%207700%20900814""#) && all.text.contains("111111"))
        #expect(try await site.send(.get, "/inbox?to=nobody").text.contains("No messages yet."))
    }

    @Test(arguments: Hostile.texts) func `messages are escaped`(_ text: String) async throws {
        try await site.platform.context.inbox.deliver(
            InboxMessage(
                channel: .email, recipient: text, sender: text, text: text, code: text, sentAt: site.clock.now))
        for path in ["/inbox", "/inbox?to=\(FormParameters.encoded(text))"] {
            #expect(Hostile.isHarmless(text, in: try await site.send(.get, path).text))
        }
    }

    @Test func `the home page leads there`() async throws {
        #expect(try await site.send(.get, "/").text.contains(#"href="/inbox""#))
    }
}
