// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPListening
import HTTPMessages
import OAuthMessages

@testable import BrowserSignIn

@Suite struct AnswerPageTests {
    static func text(of answer: Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test func `the page shows only known facts`() throws {
        let page = AnswerPage(program: "tessera")
        let code = Self.text(
            of: page.answer(to: Redacted(try #require(URL(string: "http://localhost/?code=c&state=s")))))
        #expect(code.contains("<h1>You can close this window</h1>"))
        #expect(code.contains("<p>Go back to tessera; it is finishing the sign-in.</p>"))
        let error = Self.text(
            of: page.answer(to: Redacted(try #require(URL(string: "http://localhost/?error=%3Cscript%3E")))))
        #expect(error.contains("<h1>The sign-in failed</h1>"))
        #expect(error.contains("<p>You can close this window and go back to tessera, which shows the reason.</p>"))
        let signedOut = Self.text(of: page.answer(to: Redacted(try #require(URL(string: "http://localhost/?state=s")))))
        #expect(signedOut.contains("<p>Go back to tessera.</p>"))
        for text in [code, error, signedOut] {
            #expect(!text.contains("{{"))
            #expect(!text.contains("<script"))
            #expect(!text.lowercased().contains("signed in"))
        }
    }

    @Test func `a name is text, not markup`() {
        let html = AnswerPage.html(heading: #"<b>"'&{{message}}"#, message: "<script>alert(1)</script>")
        #expect(html.contains("<h1>&lt;b&gt;&quot;&#39;&amp;&#123;&#123;message}}</h1>"))
        #expect(html.contains("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"))
        #expect(AnswerPage.html(heading: "<\u{301}b", message: "").contains("<h1>&lt;\u{301}b</h1>"))
    }

    @Test func `answers are neither kept nor framed, and load nothing`() throws {
        let page = AnswerPage(program: "tessera")
        for answer in [
            page.refusal(.notFound, "No."), page.answer(to: Redacted(try #require(URL(string: "http://localhost/")))),
        ] {
            let fields = answer.head.headerFields
            #expect((fields[values: .connection], fields[values: .cacheControl]) == (["close"], ["no-store"]))
            #expect(try fields[values: #require(HTTPField.Name("Referrer-Policy"))] == ["no-referrer"])
            #expect(fields[values: .xContentTypeOptions] == ["nosniff"])
            #expect(
                fields[.contentSecurityPolicy] == """
                    default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                    form-action 'none'; frame-ancestors 'none'
                    """)
        }
        #expect(page.refusal(.methodNotAllowed, "No.").head.headerFields[values: .allow] == ["GET"])
    }
}
