// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@Suite struct FormParametersTests {
    /// Text, and its pairs, by WHATWG URL §5.1 where it is well-formed.
    static let readings: [(String, [[String]])] = [
        ("", []),
        ("a=b", [["a", "b"]]),
        ("a=b&c=d", [["a", "b"], ["c", "d"]]),
        ("a=b&&c=d&", [["a", "b"], ["c", "d"]]),
        ("a", [["a", ""]]),
        ("a=", [["a", ""]]),
        ("=b", [["", "b"]]),
        ("a=b=c==", [["a", "b=c=="]]),
        ("a=b+c", [["a", "b c"]]),
        ("a=b%20c", [["a", "b c"]]),
        ("a=b%2Bc", [["a", "b+c"]]),
        ("a=b%2bc", [["a", "b+c"]]),
        ("a+b=c", [["a b", "c"]]),
        ("a=%26%3D", [["a", "&="]]),
        ("a=1&a=2", [["a", "1"], ["a", "2"]]),
        ("a=%09%0a%0A%6F%6f", [["a", "\t\n\noo"]]),
        ("n=%C3%91", [["n", "Ñ"]]), ("n=Ñ", [["n", "Ñ"]]),
        ("n=%E6%9D%8E", [["n", "李"]]),
        ("a=%00", [["a", "\0"]]),
        ("a=%252B", [["a", "%2B"]]),
    ]

    @Test(arguments: readings) func `a form reads as`(_ text: String, _ expected: [[String]]) throws {
        let form = try #require(FormParameters(encoded: text))
        #expect(form.pairs.map { [$0.name, $0.value] } == expected)
    }

    @Test(arguments: [
        "a=%", "a=%2", "a=%zz", "a=%0g", "a=%0G", "a=%0`", "a=%0@", "a=%0/", "a=%0:", "a=%-1", "%=a", "a=%C3", "a=%FF",
        "a=%C0%AF", "a=%ED%A0%80", "a=b&c=%E2%82",
    ])
    func `text that is not percent-encoded UTF-8 is refused`(_ text: String) {
        #expect(FormParameters(encoded: text) == nil)
    }

    /// A response, and its pairs; `nil` for a refusal.
    static let responses: [(String, [[String]]?)] = [
        ("error=a&error_description=%E8%20b", [["error", "a"], ["error_description", "\u{FFFD} b"]]),
        ("error=a&d=Zugriff+%C3%BC%FC", [["error", "a"], ["d", "Zugriff ü\u{FFFD}"]]),
        ("error=a&d=100%", [["error", "a"], ["d", "100%"]]), ("error=a&d=%zz%41", [["error", "a"], ["d", "%zzA"]]),
        ("error=a&d=%E", [["error", "a"], ["d", "%E"]]), ("error=a&d=%u00e8", [["error", "a"], ["d", "%u00e8"]]),
        ("error=%E8&d=a", [["error", "\u{FFFD}"], ["d", "a"]]),
        ("%E8=a&error=b", [["\u{FFFD}", "a"], ["error", "b"]]),
        ("error=a&d=[%C3%B1|]", [["error", "a"], ["d", "[ñ|]"]]), ("code=a&d=%C3%B1", [["code", "a"], ["d", "ñ"]]),
        ("code=a&d=%E8", nil), ("code=%E8", nil), ("d=%E8", nil),
        ("error=a&d=%E8" + String(repeating: "&", count: 1000), nil),
    ]

    @Test(arguments: responses) func `a response reads as`(_ text: String, _ expected: [[String]]?) {
        #expect(FormParameters(response: text)?.pairs.map { [$0.name, $0.value] } == expected)
    }

    @Test(arguments: [
        ("http://localhost/?a=%41", "http://localhost/?a=%41"), ("urn:a:b?a=%", "urn:a:b?a=%25"),
        ("http://localhost/?a=%E8[|]%20 \"ñ", "http://localhost/?a=%E8%5B%7C%5D%20%20%22%C3%B1"),
        ("http://[::1]:1/", "http://[::1]:1/"), ("a://b?c=%2", "a://b?c=%252"), ("a://b?c=%+1", "a://b?c=%25+1"),
    ])
    func `a query is repaired without a second escape`(_ text: String, _ address: String) {
        #expect(URL.repairing(text)?.absoluteString == address)
    }

    @Test func `a thousand pairs are read, and one more are not`() throws {
        let pairs = Array(repeating: "a=b", count: 1000).joined(separator: "&")
        #expect(try #require(FormParameters(encoded: pairs)).pairs.count == 1000)
        #expect(FormParameters(encoded: pairs + "&a=b") == nil)
        #expect(FormParameters(encoded: String(repeating: "&", count: 1 << 19)) == nil)
    }

    @Test func `every character but the unreserved ones is encoded`() {
        let form: FormParameters = ["a b": "1+1=2&c", "ß": "~-._", "li": "李\r\n%"]
        #expect(form.encoded == "a%20b=1%2B1%3D2%26c&%C3%9F=~-._&li=%E6%9D%8E%0D%0A%25")
    }

    @Test func `encoded parameters are read back unchanged`() throws {
        let every = String(String.UnicodeScalarView((0..<0x500).compactMap(Unicode.Scalar.init)))
        let form: FormParameters = [every: every, "😀": "👩‍👩‍👧"]
        #expect(try #require(FormParameters(encoded: form.encoded)) == form)
    }

    @Test func `the query of an address is read, and its fragment is not`() throws {
        let url = try #require(URL(string: "http://localhost/?code=a%2Bb+c#state=x"))
        let form = try #require(FormParameters(queryOf: url))
        #expect((form.pairs.map(\.name), form["code"]) == (["code"], "a+b c"))
    }

    @Test func `an address without a query has no parameters`() throws {
        let url = try #require(URL(string: "http://localhost/"))
        let form = try #require(FormParameters(queryOf: url))
        #expect(form.pairs.isEmpty)
    }

    @Test func `a doubled name is refused even if both values are equal`() throws {
        let form = try #require(FormParameters(encoded: "a=1&b=2&a=1"))
        #expect(try (form.once("b"), form.once("c"), form.all("a")) == ("2", nil, ["1", "1"]))
        #expect(refused { try form.once("a") } == .duplicateParameter)
    }

    @Test func `a value that is missing adds no pair`() {
        var form = FormParameters()
        form.append("a", nil)
        form.append("b", "")
        #expect(form.encoded == "b=")
    }
}
