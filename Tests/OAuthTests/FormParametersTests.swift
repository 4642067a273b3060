// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Testing

@Suite struct FormParametersTests {
    /// Text, and the pairs it stands for, by WHATWG URL §5.1 where it is well formed.
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
        #expect(form.pairs.map(\.name) == ["code"])
        #expect(form["code"] == "a+b c")
    }

    @Test func `an address without a query has no parameters`() throws {
        let url = try #require(URL(string: "http://localhost/"))
        let form = try #require(FormParameters(queryOf: url))
        #expect(form.pairs.isEmpty)
    }

    @Test func `a doubled name is refused even if both values are equal`() throws {
        let form = try #require(FormParameters(encoded: "a=1&b=2&a=1"))
        #expect(try form.once("b") == "2")
        #expect(try form.once("c") == nil)
        #expect(form.all("a") == ["1", "1"])
        let refusal = #expect(throws: Refusal.self) { try form.once("a") }
        #expect(refusal?.code == .duplicateParameter)
    }

    @Test func `a value that is missing adds no pair`() {
        var form = FormParameters()
        form.append("a", nil)
        form.append("b", "")
        #expect(form.encoded == "b=")
    }
}
