// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPServing
import OAuthMessages

@Suite struct MultipartFormParserTests {
    static func form(_ content: String, boundary: String = "b") throws -> FormParameters {
        try MultipartFormParser(boundary: boundary).parameters(of: Data(content.utf8))
    }

    /// A part with a field, as between two boundaries.
    static func part(_ name: String, _ value: String) -> String {
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    /// The head of the only field, `a`, has this length.
    static func withHead(bytes: Int) -> String {
        let head = "Content-Disposition: form-data; name=\"a\"\r\nX: "
        return "--b\r\n\(head)\(String(repeating: "x", count: bytes - head.utf8.count))\r\n\r\n1\r\n--b--"
    }

    @Test func `a form is read up to its limits of parts, head and boundary`() throws {
        #expect(try Self.form(String(repeating: Self.part("a", "1"), count: 256) + "--b--").pairs.count == 256)
        #expect(try Self.form(Self.withHead(bytes: 8192))["a"] == "1")
        let boundary = String(repeating: "b", count: 70)
        let content = "--\(boundary)\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--\(boundary)--"
        #expect(try Self.form(content, boundary: boundary)["a"] == "1")
    }

    @Test func `reads a form as curl 7 sends it`() throws {
        let dashes = "--------------------------95bc4174fd23a36d"
        let content = """
            \(dashes)\r
            Content-Disposition: form-data; name="grant_type"\r
            \r
            authorization_code\r
            \(dashes)\r
            Content-Disposition: form-data; name="näme"\r
            \r
            schöner Wert & mehr=?\r
            \(dashes)\r
            Content-Disposition: form-data; name="file"; filename="no%22te.txt"\r
            Content-Type: text/plain\r
            \r
            una tessera\r
            \(dashes)--\r

            """
        let form = try Self.form(content, boundary: String(dashes.dropFirst(2)))
        #expect(form.pairs.map(\.name) == ["grant_type", "näme", "file"])
        #expect(form.pairs.map(\.value) == ["authorization_code", "schöner Wert & mehr=?", "una tessera"])
    }

    @Test func `reads a form as Python's requests 2 sends it`() throws {
        let content = """
            --92baee33b413f0b8668cc500d96cd569\r
            Content-Disposition: form-data; name="grant_type"\r
            \r
            authorization_code\r
            --92baee33b413f0b8668cc500d96cd569\r
            Content-Disposition: form-data; name="näme"\r
            \r
            line\r
            --other\r
            --92baee33b413f0b8668cc500d96cd569\r
            Content-Disposition: form-data; name="we%22ird"; filename="nö te.txt"\r
            Content-Type: text/plain\r
            \r
            una tessera\r
            --92baee33b413f0b8668cc500d96cd569--\r

            """
        let form = try Self.form(content, boundary: "92baee33b413f0b8668cc500d96cd569")
        #expect(form.pairs.map(\.name) == ["grant_type", "näme", "we%22ird"])
        #expect(form.pairs.map(\.value) == ["authorization_code", "line\r\n--other", "una tessera"])
    }

    /// Content, and the value of its field `a`.
    @Test(arguments: [
        (part("a", "1") + "--b--\r\n", "1"),
        (part("a", "1") + "--b--", "1"),
        (part("a", "") + "--b--\r\n", ""),
        (part("a", "\r\n") + "--b--\r\n", "\r\n"),
        (part("a", "x\r\n\r\ny") + "--b--\r\n", "x\r\n\r\ny"),
        ("preamble\r\n" + part("a", "1") + "--b--\r\nepilogue\r\n" + part("a", "2"), "1"),
        (part("a", "1") + "--b-- \t\r\n", "1"),
        ("--b \t\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--", "1"),
        ("--b\r\ncontent-type: text/plain\r\nCONTENT-DISPOSITION:form-data;name=a\r\n\r\n1\r\n--b--", "1"),
        (part("a", "x\r\n--bx\r\ny") + "--b--", "x\r\n--bx\r\ny"),
        (part("a", "x\r\n--b-\r\ny") + "--b--", "x\r\n--b-\r\ny"),
        (part("a", "x\r\n--b--x\r\ny") + "--b--", "x\r\n--b--x\r\ny"),
        (part("a", "x\r\n-\r\n--\r\n--\r\n") + "--b--", "x\r\n-\r\n--\r\n--\r\n"),
        (part("a", "x\n--b\ny") + "--b--", "x\n--b\ny"),
        (part("a", "x--b\r\ny") + "--b--", "x--b\r\ny"),
    ])
    func `a value is the text between the boundaries`(_ content: String, value: String) throws {
        let form = try Self.form(content)
        #expect((form.pairs.map(\.name), form["a"]) == (["a"], value))
    }

    @Test func `a form without fields is read`() throws {
        #expect(try Self.form("--b--\r\n").pairs.isEmpty)
    }

    @Test func `a quoted name may hold quotes, semicolons and equals signs`() throws {
        #expect(try Self.form(Self.part(#"a\";name=\\b"#, "1") + "--b--")[#"a";name=\b"#] == "1")
    }

    @Test(arguments: [
        ("", "nothing"),
        ("a=1", "no boundary"),
        (part("a", "1"), "cut off after a part"),
        (part("a", "1") + "--b", "cut off within the last boundary"),
        (part("a", "1") + "--b-", "cut off before the last dash"),
        (part("a", "1").replacingOccurrences(of: "\r\n", with: "\n") + "--b--\n", "bare line feeds"),
        ("--b\r\n--b--", "an empty part"),
        ("--b\r\n\r\n1\r\n--b--", "no head"),
        ("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n--b--", "no end of the head"),
        ("--b\r\nContent-Type: text/plain\r\n\r\n1\r\n--b--", "no disposition"),
        ("--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n1\r\n--b--", "another disposition"),
        ("--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--", "no name"),
        ("--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n1\r\n--b--", "an open quote"),
        ("--b\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\n1\r\n--b--", "two names"),
        (
            "--b\r\nContent-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b\r\n\r\n1\r\n--b--",
            "two dispositions"
        ),
        ("--b\r\nContent-Disposition: form-data; name=a\r\nnonsense\r\n\r\n1\r\n--b--", "a line without a colon"),
        (
            "--b\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==\r\n--b--",
            "a transfer encoding"
        ),
        (withHead(bytes: 8193), "a head too long"),
        (String(repeating: part("a", "1"), count: 257) + "--b--", "too many parts"),
    ])
    func `a malformed form is refused`(_ content: String, _ what: String) throws {
        let refusal = #expect(throws: RequestRefusal.self, "\(what)") { try Self.form(content) }
        #expect(refusal?.code == .contentMalformed)
    }

    @Test(arguments: [nil, "", "a b ", "a\"b", "a\r\nb", "ä", String(repeating: "b", count: 71)])
    func `an unusable boundary is refused`(_ boundary: String?) {
        let error = #expect(throws: RequestRefusal.self) { try MultipartFormParser(boundary: boundary) }
        #expect(error?.code == .contentMalformed)
    }

    @Test func `rejects a value that is not UTF-8, and reads a part full of near misses in linear time`() throws {
        let head = Data("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8)
        let form = try MultipartFormParser(boundary: "b")
        let error = #expect(throws: RequestRefusal.self) {
            try form.parameters(of: head + Data([0xFF]) + Data("\r\n--b--".utf8))
        }
        #expect(error?.code == .contentMalformed)
        let misses = String(repeating: "\r\n--bx", count: 20_000)
        #expect(try form.parameters(of: head + Data(misses.utf8) + Data("\r\n--b--".utf8))["a"] == misses)
    }
}
