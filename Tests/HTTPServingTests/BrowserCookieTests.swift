// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import Testing

@Suite struct BrowserCookieTests {
    @Test func `a cookie is set with all its attributes`() {
        #expect(BrowserCookie("a").setting("x") == "a=x; Path=/; HttpOnly; SameSite=Lax")
        #expect(
            BrowserCookie("a", path: "/tenant", sameSite: .strict, isSecure: true)
                .setting("x", maximumAge: .seconds(60))
                == "a=x; Path=/tenant; Max-Age=60; Secure; HttpOnly; SameSite=Strict")
        #expect(
            BrowserCookie("a", isSecure: true).setting("x")
                == "__Host-a=x; Path=/; Secure; HttpOnly; SameSite=Lax")
        #expect(BrowserCookie("a").removing == "a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    }

    @Test func `no value can add an attribute, and any value comes back`() {
        let value = "x; Domain=evil.example\r\nSet-Cookie: b=c, ä\"\\%"
        let field = BrowserCookie("a").setting(value)
        #expect(field.filter { $0 == ";" }.count == 3)
        #expect(!field.contains("\r\n"))
        var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        head.headerFields[.cookie] = "aa=1; " + field.prefix { $0 != ";" } + "; b=2"
        let request = Request(head: head)
        #expect(BrowserCookie("a").value(in: request) == value)
        #expect(BrowserCookie("c").value(in: request) == nil)
    }

    @Test(arguments: [
        ("a=1; a=2", "1"), ("b=a=1;\ta=3", "3"), ("a==x", "=x"), ("a=", ""), ("a", nil), ("a=%zz; a=1", nil),
        ("\u{2000}a=1", nil), ("A=1", nil), ("b=1;\u{301}a=2", nil), ("ba=1", nil),
    ])
    func `a cookie is the first with exactly its name`(_ field: String, _ value: String?) {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        head.headerFields[.cookie] = field
        #expect(BrowserCookie("a").value(in: Request(head: head)) == value)
    }
}
