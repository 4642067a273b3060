// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import OAuthMessages

@testable import BrowserSignIn

@Suite struct RedirectJudgeTests {
    static let good = HTTPRequest(
        method: .get, scheme: nil, authority: "localhost:4999", path: "/back?code=c&state=s")

    static func verdict(_ change: (inout HTTPRequest) -> Void) throws -> RedirectJudge.Verdict {
        var head = good
        change(&head)
        return RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back")))
            .judge(head, awaiting: try awaited())
    }

    static func awaited(after query: String = "state=s") throws -> AwaitedRedirect {
        AwaitedRedirect(answering: try #require(URL(string: "https://provider.example/authorize?\(query)")))
    }

    @Test func `only the whole path of the page leads to the provider, and the redirect does not`() throws {
        let page = try #require(URL(string: "https://provider.example/authorize?state=s"))
        let start = OneTimeAddress(leadingTo: page)
        let judge = RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back")))
        func verdict(_ target: String) throws -> RedirectJudge.Verdict {
            var head = Self.good
            head.path = target
            return judge.judge(head, awaiting: try Self.awaited(), startingAt: start)
        }
        guard case .start(page) = try verdict(start.path), case .redirect = try verdict(Self.good.path ?? "") else {
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
        var status: HTTPResponse.Status
        var testDescription: String
        var change: @Sendable (inout HTTPRequest) -> Void

        init(_ status: HTTPResponse.Status, _ what: String, _ change: @escaping @Sendable (inout HTTPRequest) -> Void) {
            (self.status, testDescription, self.change) = (status, what, change)
        }
    }

    @Test(arguments: [
        Row(.ok, "a code") { _ in },
        Row(.ok, "an error") { $0.path = "/back?error=access_denied&state=s" },
        Row(.ok, "a state alone") { $0.path = "/back?state=s" },
        Row(.ok, "our state, twice") { $0.path = "/back?code=c&state=s&state=s" },
        Row(.ok, "our state, encoded") { $0.path = "/back?code=c&state=%73" },
        Row(.ok, "the host in capitals") { $0.authority = "LOCALHOST:4999" },
        Row(.ok, "a browser that says what it does") {
            $0.headerFields[.secFetchMode] = "navigate"
            $0.headerFields[.secFetchDest] = "document"
            $0.headerFields[.secFetchSite] = "cross-site"
        },
    ])
    func `the redirect is known by`(_ row: Row) throws {
        var head = Self.good
        row.change(&head)
        let url = try #require(URL(string: "http://localhost:4999\(head.path ?? "")"))
        #expect(try Self.verdict(row.change) == .redirect(Redacted(url)))
    }

    static let refused: [Row] = [
        Row(.misdirectedRequest, "another host") { $0.authority = "evil.example:4999" },
        Row(.misdirectedRequest, "another name of this machine") { $0.authority = "127.0.0.1:4999" },
        Row(.misdirectedRequest, "another port") { $0.authority = "localhost:5000" },
        Row(.misdirectedRequest, "no port") { $0.authority = "localhost" },
        Row(.misdirectedRequest, "no host") { $0.authority = nil },
        Row(.methodNotAllowed, "HEAD") { $0.method = .head },
        Row(.notFound, "POST to another path") { ($0.method, $0.path) = (.post, "/") },
        Row(.notFound, "the icon") { $0.path = "/favicon.ico?code=c&state=s" },
        Row(.notFound, "a longer path") { $0.path = "/back/?code=c&state=s" },
        Row(.notFound, "another spelling of the path") { $0.path = "/%62ack?code=c&state=s" },
        Row(.notFound, "a whole address") { $0.scheme = "http" },
        Row(.notFound, "an address that joins the host") { $0.path = "@evil.example/back?code=c&state=s" },
        Row(.notFound, "an address with two slashes") { $0.path = "//back?code=c&state=s" },
        Row(.forbidden, "an image") { $0.headerFields[.secFetchDest] = "image" },
        Row(.forbidden, "a frame") { $0.headerFields[.secFetchDest] = "iframe" },
        Row(.forbidden, "a script's request") { $0.headerFields[.secFetchMode] = "cors" },
    ]

    /// Pages that end without a response to this sign-in, and say so.
    @Test(arguments: [
        Row(.notFound, "without a query") { $0.path = "/back" },
        Row(.notFound, "without an answer in the query") { $0.path = "/back?codes=c" },
        Row(.notFound, "with a word for the refusal alone") { $0.path = "/back?denied=x" },
        Row(.notFound, "with a text that is not UTF-8") { $0.path = "/back?error=a&error_description=%E8" },
        Row(.notFound, "with a state that is not UTF-8") { $0.path = "/back?error=a&state=%FF" },
        Row(.notFound, "with too many parameters") {
            $0.path = "/back?code=c&state=s" + String(repeating: "&", count: 1000)
        },
        Row(.methodNotAllowed, "as a form") { $0.method = .post },
        Row(.notFound, "without a state") { $0.path = "/back?code=c" },
        Row(.notFound, "an error without a state") { $0.path = "/back?error=access_denied" },
        Row(.notFound, "with an empty state") { $0.path = "/back?code=c&state=" },
        Row(.notFound, "of another sign-in") { $0.path = "/back?error=access_denied&state=x" },
        Row(.notFound, "with our state and another") { $0.path = "/back?code=c&state=s&state=x" },
    ])
    func `a page without an answer to this sign-in is stray`(_ row: Row) throws {
        guard case .stray(row.status, _) = try Self.verdict(row.change) else {
            Issue.record("not stray")
            return
        }
    }

    /// The query of a response, and the query that is passed on.
    @Test(arguments: [
        ("error=a&error_description=%E8%20a&state=s", nil), ("error=%E8&state=s", nil), ("code=%FF&state=s", nil),
        ("error=a&error_description=100%&state=%73", "error=a&error_description=100%25&state=%73"),
        ("error=a&error_description=%u00e8|[%E8]&state=s", "error=a&error_description=%25u00e8%7C%5B%E8%5D&state=s"),
        ("state=s&iss=https%3A%2F%2Fa&error=b&c=%E", "state=s&iss=https%3A%2F%2Fa&error=b&c=%25E"),
    ])
    func `text that cannot be read does not hide an answer`(_ query: String, _ passed: String?) throws {
        let url = try #require(URL(string: "http://localhost:4999/back?\(passed ?? query)"))
        #expect(try Self.verdict { $0.path = "/back?\(query)" } == .redirect(Redacted(url)))
    }

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
            let url = try #require(URL(string: "http://localhost:4999\(Self.good.path ?? "")"))
            #expect(judge.judge(Self.good, awaiting: try Self.awaited(after: query)) == .redirect(Redacted(url)))
        }
    }

    @Test(arguments: ["/back", "/back?codes=c", "/back?nonce=n"])
    func `without a state in the URL that is opened, a page without an answer is stray`(_ path: String) throws {
        let judge = RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back")))
        var request = Self.good
        request.path = path
        guard case .stray(.notFound, _) = judge.judge(request, awaiting: try Self.awaited(after: "")) else {
            Issue.record("not stray")
            return
        }
    }

    @Test func `as long as no page was shown, nothing is the redirect`() throws {
        let judge = RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back")))
        guard case .stray = judge.judge(Self.good, awaiting: nil) else {
            Issue.record("not stray")
            return
        }
    }

    @Test func `a registered query must be there`() throws {
        let judge = RedirectJudge(redirectURI: try #require(RedirectURI("http://localhost:4999/back?app=1")))
        guard case .refusal = judge.judge(Self.good, awaiting: try Self.awaited()) else {
            Issue.record("taken for the redirect")
            return
        }
        var head = Self.good
        head.path = "/back?app=1&code=c&state=s"
        guard case .redirect = judge.judge(head, awaiting: try Self.awaited()) else {
            Issue.record("not taken for the redirect")
            return
        }
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode") ?? .origin
    fileprivate static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest") ?? .origin
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
}
