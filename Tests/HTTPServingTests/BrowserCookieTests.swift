// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing

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

    /// A cookie, a request some seconds later, and whether it has the cookie.
    struct Sending: Sendable, CustomTestStringConvertible {
        let cookie: BrowserCookie
        var target = "/tenant?a"
        var isHTTPS = true
        var initiator = CookieJar.Initiator.sameSite
        var seconds: TimeInterval = 0
        let isSent: Bool
        var testDescription: String { "\(cookie.setting("x")) to \(target) from \(initiator) after \(seconds)" }
    }

    static let sendings = [
        Sending(cookie: BrowserCookie("a"), isSent: true),
        Sending(cookie: BrowserCookie("a"), isHTTPS: false, isSent: true),
        Sending(cookie: BrowserCookie("a"), initiator: .link, isSent: true),
        Sending(cookie: BrowserCookie("a"), initiator: .form, isSent: false),
        Sending(cookie: BrowserCookie("a", sameSite: .strict), isSent: true),
        Sending(cookie: BrowserCookie("a", sameSite: .strict), initiator: .link, isSent: false),
        Sending(cookie: BrowserCookie("a", isSecure: true), isSent: true),
        Sending(cookie: BrowserCookie("a", isSecure: true), isHTTPS: false, isSent: false),
        Sending(cookie: BrowserCookie("a", path: "/tenant", isSecure: true), isSent: true),
        Sending(cookie: BrowserCookie("a", path: "/tenant"), target: "/tenant/b", isSent: true),
        Sending(cookie: BrowserCookie("a", path: "/tenant"), target: "/tenants", isSent: false),
        Sending(cookie: BrowserCookie("a", path: "/tenant"), target: "/", isSent: false),
        Sending(cookie: BrowserCookie("a"), seconds: 59.9, isSent: true),
        Sending(cookie: BrowserCookie("a"), seconds: 60, isSent: false),
    ]

    @Test(arguments: sendings) func `a browser sends a cookie as its attributes say`(_ row: Sending) {
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        var jar: CookieJar = [:]
        jar.keep(row.cookie.setting("x", maximumAge: .seconds(60)), overHTTPS: true, now: now)
        #expect(jar.count == 1)
        let field = jar.field(
            for: row.target, overHTTPS: row.isHTTPS, from: row.initiator, now: now + row.seconds)
        #expect((field?.hasSuffix("a=x") == true) == row.isSent, "\(field ?? "no field")")
        jar.keep(row.cookie.removing, overHTTPS: true, now: now)
        #expect(jar.isEmpty)
    }

    @Test(arguments: [
        "a=x; Path=/; Secure", "a=x; Path=/; SameSite=None", "__Host-a=x; Path=/", "a=x",
        "a=x; Path=/; Domain=a.example",
    ])
    func `a browser of the tests keeps no cookie over http that a browser refuses`(_ field: String) {
        var jar: CookieJar = [:]
        jar.keep(field, overHTTPS: false, now: Date(timeIntervalSince1970: 0))
        #expect(jar.isEmpty)
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
