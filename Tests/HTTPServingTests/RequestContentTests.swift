// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPServing
import OAuthMessages

@Suite struct RequestContentTests {
    static func form(_ type: String?, _ text: String) throws -> FormParameters {
        try RequestContent(type: type.flatMap(ContentType.init), bytes: Data(text.utf8)).form()
    }

    static let encoded = "application/x-www-form-urlencoded"

    @Test func `a percent-encoded form is read`() throws {
        let form = try Self.form("\(Self.encoded); charset=utf-8", "name=A%C3%A9+b&name=&flag")
        #expect(form.pairs.map(\.name) == ["name", "name", "flag"])
        #expect(form.pairs.map(\.value) == ["Aé b", "", ""])
    }

    @Test func `no content is a form without fields`() throws {
        #expect(try Self.form(nil, "").pairs.isEmpty)
        #expect(try Self.form(Self.encoded, "").pairs.isEmpty)
    }

    @Test(arguments: [
        ("application/json" as String?, "{}", RequestRefusal.Code.contentTypeUnsupported),
        ("text/plain", "a=b", .contentTypeUnsupported),
        (nil, "a=b", .contentTypeUnsupported),
        ("application/x-www-form-urlencoded", "a=%FF", .contentMalformed),
        ("application/x-www-form-urlencoded", "a=%2", .contentMalformed),
        ("multipart/form-data", "--b--", .contentMalformed),
    ])
    func `a form is refused`(_ type: String?, content: String, code: RequestRefusal.Code) {
        let refusal = #expect(throws: RequestRefusal.self) { try Self.form(type, content) }
        #expect(refusal?.code == code)
    }

    @Test func `a form has at most a thousand fields`() throws {
        let most = Array(repeating: "a=1", count: 1000).joined(separator: "&")
        #expect(try Self.form(Self.encoded, most).pairs.count == 1000)
        let refusal = #expect(throws: RequestRefusal.self) { try Self.form(Self.encoded, most + "&a=1") }
        #expect(refusal?.code == .contentTooLarge)
    }

    @Test func `bytes that are not UTF-8 are refused`() throws {
        let content = RequestContent(type: ContentType(Self.encoded), bytes: Data([0x61, 0x3D, 0xFF]))
        let refusal = #expect(throws: RequestRefusal.self) { try content.form() }
        #expect(refusal?.code == .contentMalformed)
    }

    static func router() -> Router<ServingContext> {
        let router = Router(context: ServingContext.self)
        router.add(middleware: SecurityHeaders())
        router.post("/") { request, _ in String(try await RequestContent(of: request).bytes.count) }
        return router
    }

    @Test(arguments: [(nil, 1_048_576), (encoded, 262_144), ("multipart/form-data; boundary=b", 262_144)])
    func `content over the limit of its kind gets 413`(type: String?, limit: Int) async throws {
        for count in [0, limit, limit + 1] {
            let exchange = try await Exchange(
                "/", method: .post, fields: type.map { [.contentType: $0] } ?? [:], body: Data(count: count),
                with: Self.router())
            let isRead = count <= limit
            #expect(exchange.status == (isRead ? 200 : 413))
            #expect(exchange.text == (isRead ? "\(count)" : "The content is longer than \(limit) bytes; send less.\n"))
        }
    }

    @Test(arguments: [
        (nil, 200), ("", 200), ("identity", 200), ("Identity", 200), ("gzip", 415), ("br", 415),
        ("identity, gzip", 415),
    ])
    func `compressed content is refused`(_ coding: String?, _ status: Int) async throws {
        let exchange = try await Exchange(
            "/", method: .post, fields: coding.map { [.contentEncoding: $0] } ?? [:], body: Data("a".utf8),
            with: Self.router())
        #expect(exchange.status == status)
    }

    static let texts: [(String, String.Encoding, Bool)] = [
        (#"{"a":1}"#, .utf8, true), (#" {"a" : 1} "#, .utf8, true), (#"{"a":1,}"#, .utf8, false),
        (#"{"a":1,"a":1}"#, .utf8, false), (#"{"a":1} {}"#, .utf8, false), (#"{"a":01}"#, .utf8, false),
        (#"{"a":1}"#, .utf16, false), ("", .utf8, false), ("[]", .utf8, false),
    ]

    @Test(arguments: texts)
    func `JSON is read by its grammar`(_ text: String, _ encoding: String.Encoding, isRead: Bool) throws {
        let content = RequestContent(type: nil, bytes: try #require(text.data(using: encoding)))
        guard isRead else {
            let refusal = #expect(throws: RequestRefusal.self) { try content.json([String: Int].self) }
            #expect(refusal?.code == .contentMalformed && refusal?.status == .badRequest)
            return
        }
        #expect(try content.json([String: Int].self) == ["a": 1])
    }

    @Test func `an announced length is refused before anything is read`() async throws {
        let exchange = try await Exchange(
            "/", method: .post, fields: [.contentLength: "1048577"], body: Data("a".utf8), with: Self.router()
        )
        #expect(exchange.status == 413)
        let most = try await Exchange(
            "/", method: .post, fields: [.contentLength: "1048576"], body: Data("a".utf8), with: Self.router()
        )
        #expect(most.text == "1")
    }
}

@Suite struct ContentTypeTests {
    @Test func `value and parameters are read`() throws {
        let type = try #require(
            ContentType(#"Multipart/Form-Data; charset=UTF-8 ;Boundary="a b;\"c\\"; x=1"#))
        #expect(type.value == "multipart/form-data")
        #expect(type.parameters == ["charset": "UTF-8", "boundary": #"a b;"c\"#, "x": "1"])
        #expect(ContentType("text/plain;")?.parameters.isEmpty == true)
        #expect(
            ContentType(#"form-data; name="a"; filename="C:\x\y.txt""#)?.parameters["filename"]
                == #"C:\x\y.txt"#)
    }

    @Test(arguments: [
        (#"form-data; name="a\""#, #"a\"#), (#"form-data; name="\""#, #"\"#),
        (#"form-data; name="a\""; x=1"#, #"a""#), (#"form-data; name="a\\""#, #"a\"#),
        (#"form-data; name="a\\\""#, #"a\\"#),
    ])
    func `a browser's backslash before the last quote belongs to the name`(_ text: String, name: String) {
        #expect(ContentType(text)?.parameters["name"] == name)
    }

    @Test(arguments: [
        "", ";a=b", "text/plain; a", "text/plain; a=", "text/plain; =b", #"text/plain; a="b"#,
        #"text/plain; a="b"c"#,
        "text/plain; a=b; A=c", "text/plain; a=b c", "text plain", #"text/plain; a=b"c"#, "text/plain; a;b=c",
    ])
    func `rejects values that break the grammar`(_ text: String) {
        #expect(ContentType(text) == nil)
    }
}
