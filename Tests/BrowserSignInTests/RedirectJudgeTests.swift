// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOHTTP1
import OAuth
import Testing

@testable import BrowserSignIn

@Suite struct RedirectJudgeTests {
    /// A redirect that is accepted.
    static let good = HTTPRequestHead(
        version: .http1_1, method: .GET, uri: "/back?code=c&state=s", headers: ["Host": "localhost:4999"])

    static func verdict(_ change: (inout HTTPRequestHead) -> Void) throws -> RedirectJudge.Verdict {
        var head = good
        change(&head)
        return RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back")))
            .judge(head, awaiting: try awaited())
    }

    /// What is awaited after showing a page with this query.
    static func awaited(after query: String = "state=s") throws -> AwaitedRedirect {
        AwaitedRedirect(answering: try #require(URL(string: "https://provider.example/authorize?\(query)")))
    }

    @Test func `only the whole path of the page leads to the provider, and the redirect does not`() throws {
        let page = try #require(URL(string: "https://provider.example/authorize?state=s"))
        let start = OneTimeAddress(leadingTo: page)
        let judge = RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back")))
        func verdict(_ target: String) throws -> RedirectJudge.Verdict {
            var head = Self.good
            head.uri = target
            return judge.judge(head, awaiting: try Self.awaited(), startingAt: start)
        }
        guard case .start(page) = try verdict(start.path), case .redirect = try verdict(Self.good.uri) else {
            Issue.record("the page or the redirect was refused")
            return
        }
        for target in ["/", String(start.path.dropLast()), start.path + "a", start.path + "?a=b"] {
            guard case .refusal(.notFound, _) = try verdict(target) else {
                Issue.record("\(target) was answered")
                continue
            }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var status: HTTPResponseStatus
        var testDescription: String
        var change: @Sendable (inout HTTPRequestHead) -> Void

        init(
            _ status: HTTPResponseStatus, _ what: String,
            _ change: @escaping @Sendable (inout HTTPRequestHead) -> Void
        ) {
            (self.status, testDescription, self.change) = (status, what, change)
        }
    }

    @Test(arguments: [
        Row(.ok, "a code") { _ in },
        Row(.ok, "an error") { $0.uri = "/back?error=access_denied&state=s" },
        Row(.ok, "a state alone") { $0.uri = "/back?state=s" },
        Row(.ok, "our state, twice") { $0.uri = "/back?code=c&state=s&state=s" },
        Row(.ok, "our state, encoded") { $0.uri = "/back?code=c&state=%73" },
        Row(.ok, "the host in capitals") { $0.headers = ["Host": "LOCALHOST:4999"] },
        Row(.ok, "a browser that says what it does") {
            $0.headers.add(name: "Sec-Fetch-Mode", value: "navigate")
            $0.headers.add(name: "Sec-Fetch-Dest", value: "document")
            $0.headers.add(name: "Sec-Fetch-Site", value: "cross-site")
        },
    ])
    func `the redirect is known by`(_ row: Row) throws {
        var head = Self.good
        row.change(&head)
        let url = try #require(URL(string: "http://localhost:4999" + head.uri))
        #expect(try Self.verdict(row.change) == .redirect(Redacted(url)))
    }

    static let refused: [Row] = [
        Row(.misdirectedRequest, "another host") { $0.headers = ["Host": "evil.example:4999"] },
        Row(.misdirectedRequest, "another name of this machine") { $0.headers = ["Host": "127.0.0.1:4999"] },
        Row(.misdirectedRequest, "another port") { $0.headers = ["Host": "localhost:5000"] },
        Row(.misdirectedRequest, "no port") { $0.headers = ["Host": "localhost"] },
        Row(.misdirectedRequest, "no host") { $0.headers = [:] },
        Row(.misdirectedRequest, "two hosts") { $0.headers.add(name: "Host", value: "localhost:4999") },
        Row(.methodNotAllowed, "POST") { $0.method = .POST },
        Row(.methodNotAllowed, "HEAD") { $0.method = .HEAD },
        Row(.notFound, "the icon") { $0.uri = "/favicon.ico?code=c&state=s" },
        Row(.notFound, "a longer path") { $0.uri = "/back/?code=c&state=s" },
        Row(.notFound, "another spelling of the path") { $0.uri = "/%62ack?code=c&state=s" },
        Row(.notFound, "no query") { $0.uri = "/back" },
        Row(.notFound, "no answer in the query") { $0.uri = "/back?codes=c" },
        Row(.notFound, "a query that cannot be read") { $0.uri = "/back?code=%FF&state=s" },
        Row(.notFound, "a whole address") { $0.uri = "http://localhost:4999/back?code=c&state=s" },
        Row(.notFound, "an address that joins the host") { $0.uri = "@evil.example/back?code=c&state=s" },
        Row(.notFound, "an address with two slashes") { $0.uri = "//back?code=c&state=s" },
        Row(.forbidden, "an image") { $0.headers.add(name: "Sec-Fetch-Dest", value: "image") },
        Row(.forbidden, "a frame") { $0.headers.add(name: "Sec-Fetch-Dest", value: "iframe") },
        Row(.forbidden, "a script's request") { $0.headers.add(name: "Sec-Fetch-Mode", value: "cors") },
    ]

    /// Answers of a provider that do not belong to this sign-in: the person is told so.
    @Test(arguments: [
        Row(.notFound, "without a state") { $0.uri = "/back?code=c" },
        Row(.notFound, "an error without a state") { $0.uri = "/back?error=access_denied" },
        Row(.notFound, "with an empty state") { $0.uri = "/back?code=c&state=" },
        Row(.notFound, "of another sign-in") { $0.uri = "/back?error=access_denied&state=x" },
        Row(.notFound, "with our state and another") { $0.uri = "/back?code=c&state=s&state=x" },
    ])
    func `an answer to another sign-in is stray`(_ row: Row) throws { #expect(try Self.verdict(row.change) == .stray) }

    @Test(arguments: refused)
    func `a request is not the redirect when it is`(_ row: Row) throws {
        guard case .refusal(let status, _) = try Self.verdict(row.change) else {
            Issue.record("taken for the redirect")
            return
        }
        #expect(status == row.status)
    }

    @Test func `every answer that refuses has a row`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Client/BrowserSignIn/RedirectJudge.swift").standardized
        let written = try String(contentsOf: file, encoding: .utf8)
            .matches(of: #/\.refusal\(\s*\.\w+,\s*"([^"]+)"/#).map { String($0.1) }
        let answered = try Self.refused.map { row in
            if case .refusal(_, let text) = try Self.verdict(row.change) { text } else { "taken for the redirect" }
        }
        #expect(written.count > 3 && Set(written) == Set(answered))
    }

    @Test func `without a state in the address that is shown, any answer is the redirect`() throws {
        let judge = RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back")))
        for query in ["", "nonce=n"] {
            let url = try #require(URL(string: "http://localhost:4999" + Self.good.uri))
            #expect(judge.judge(Self.good, awaiting: try Self.awaited(after: query)) == .redirect(Redacted(url)))
        }
    }

    @Test func `as long as no page was shown, nothing is the redirect`() throws {
        let judge = RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back")))
        #expect(judge.judge(Self.good, awaiting: nil) == .stray)
    }

    @Test func `a registered query must be there`() throws {
        let judge = RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back?app=1")))
        guard case .refusal = judge.judge(Self.good, awaiting: try Self.awaited()) else {
            Issue.record("taken for the redirect")
            return
        }
        var head = Self.good
        head.uri = "/back?app=1&code=c&state=s"
        guard case .redirect = judge.judge(head, awaiting: try Self.awaited()) else {
            Issue.record("not taken for the redirect")
            return
        }
    }
}
