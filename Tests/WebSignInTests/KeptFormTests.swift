// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@testable import WebSignIn

/// Requests whose forms are kept over a sign-in: each row changes one field of a valid one.
@Suite struct KeptFormTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isKept: Bool
        let change: @Sendable (inout HTTPRequest) -> Void

        init(_ name: String, _ isKept: Bool, _ change: @escaping @Sendable (inout HTTPRequest) -> Void = { _ in }) {
            (testDescription, self.isKept, self.change) = (name, isKept, change)
        }
    }

    private static let origin = "http://localhost:5000"

    static let rows: [Row] = [
        Row("a form of our page", true),
        Row("no origin, and a browser that vouches", true) { $0.headerFields[.origin] = nil },
        Row("no word of the browser, and our origin", true) { $0.set("Sec-Fetch-Site", nil) },
        Row("no origin, and no word of the browser", false) {
            $0.headerFields[.origin] = nil
            $0.set("Sec-Fetch-Site", nil)
        },
        Row("no word of the browser, and another origin", false) {
            $0.headerFields[.origin] = "https://evil.example"
            $0.set("Sec-Fetch-Site", nil)
        },
        Row("an empty origin", false) {
            $0.headerFields[.origin] = ""
            $0.set("Sec-Fetch-Site", nil)
        },
        Row("no page sent it", false) { $0.set("Sec-Fetch-Site", "none") },
        Row("another port of this machine", false) { $0.set("Sec-Fetch-Site", "same-site") },
        Row("no media type", false) { $0.headerFields[.contentType] = nil },
        Row("another media type", false) { $0.headerFields[.contentType] = "text/plain" },
        Row("no length", false) { $0.headerFields[.contentLength] = nil },
        Row("no number as a length", false) { $0.headerFields[.contentLength] = "many" },
        Row("the longest", true) { $0.headerFields[.contentLength] = "16384" },
        Row("a byte too long", false) { $0.headerFields[.contentLength] = "16385" },
        Row("another method", false) { $0.method = .put },
        Row("an address that a browser could take for another host", false) { $0.path = "//evil.example/write" },
    ]

    @Test(arguments: rows) func `a form is kept if the browser proves its origin`(_ row: Row) async throws {
        let book = try VisitorBook(at: try await withTenant { $0 })
        #expect(book.address == Self.origin)
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost:5000", path: "/write")
        head.headerFields[.origin] = Self.origin
        head.set("Sec-Fetch-Site", "same-origin")
        head.headerFields[.contentType] = "application/x-www-form-urlencoded"
        head.headerFields[.contentLength] = "6"
        row.change(&head)
        var request = Request(head: head, body: IncomingBody("text=a".utf8))
        #expect(try await (KeptForm(of: &request, at: book.web) != nil) == row.isKept)
        #expect(try await request.collectBody(upTo: 6) == Array("text=a".utf8), "the route can still read it")
    }

    static let origins: [(PageVisitor.Origin, Bool)] = [
        (.form, true), (.oldForm, true), (.formElsewhere, false), (.oldFormElsewhere, false), (.oldLink, false),
    ]

    @Test(arguments: origins)
    func `only a kept form is offered after the sign-in`(origin: PageVisitor.Origin, isKept: Bool) async throws {
        let book = try VisitorBook(at: try await withTenant { $0 })
        var visitor = Visitor(of: book)
        let start = try await visitor.post("/write", "form-purpose=write&text=spam", origin)
        // Without a cookie and an origin, the client may be no browser.
        #expect(start.status == (isKept || origin == .oldLink ? .seeOther : .forbidden))
        if start.status == .seeOther {
            let back = try await visitor.get(visitor.answer(to: start), .elsewhere)
            #expect((back.location == "/sign-in/form") == isKept)
        } else {
            try await visitor.signIn()
        }
        #expect(try await visitor.get("/sign-in/form", .link).text.contains("spam") == isKept)
        #expect(book.entries.all.isEmpty)
    }
}

extension HTTPRequest {
    fileprivate mutating func set(_ name: String, _ value: String?) {
        if let name = HTTPField.Name(name) { headerFields[name] = value }
    }
}
