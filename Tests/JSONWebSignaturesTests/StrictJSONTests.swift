// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures

@Suite struct StrictJSONTests {
    @Test func `every kind of value is read`() throws {
        let text = #" { "a" : [1, -0.5e+3, "x\u00e9\ud83d\ude00\n\/", true, false, null, {}, []] , "b":"" } "#
        let object = try StrictJSON.object(in: text.utf8)
        #expect(
            object == [
                "a": .array([
                    .number("1"), .number("-0.5e+3"), .string("x\u{E9}\u{1F600}\n/"), .boolean(true),
                    .boolean(false),
                    .null, .object([:]), .array([]),
                ]),
                "b": .string(""),
            ])
        #expect(object["a"]?.array?[1].double == -500)
    }

    @Test(arguments: [
        #"{"alg":"RS256","alg":"none"}"#, #"{"alg":1,"\u0061lg":2}"#, #"{"a":{"b":1,"c":{},"b":2}}"#,
        #"{"a":[[{"x":null,"x":null}]]}"#, #"{"":1,"":2}"#, #"{"/":1,"\/":1}"#,
    ])
    func `a second member of the same name is refused at any depth`(_ text: String) {
        #expect(throws: JOSEError(.jsonDuplicateMember)) { try StrictJSON.object(in: text.utf8) }
    }

    @Test func `the same name in different objects is fine`() throws {
        #expect(try StrictJSON.object(in: #"{"a":{"a":[{"a":1},{"a":2}]}}"#.utf8).count == 1)
    }

    @Test(arguments: [
        "", " ", "[]", "1", "null", #""a""#, "{", "}", "{}{}", "{} x", "{,}", #"{"a"}"#, #"{"a":}"#,
        #"{"a":1,}"#,
        #"{"a":1 "b":2}"#, "{a:1}", "{'a':1}", #"{"a":[1,]}"#, #"{"a":[1}"#, #"{"a":01}"#, #"{"a":+1}"#,
        #"{"a":.5}"#,
        #"{"a":1.}"#, #"{"a":1e}"#, #"{"a":-}"#, #"{"a":NaN}"#, #"{"a":tru}"#, #"{"a":True}"#, #"{"a":"b}"#,
        #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\u00zz"}"#, #"{"a":"\ud800"}"#, #"{"a":"\ud800\u0041"}"#,
        #"{"a":"\udc00"}"#, #"{"a":"\udc00\udc00"}"#,
        #"{"a":"\"#, "{\"a\":\"\n\"}", "{\"a\":\"\t\"}", "{\"a\":\"\u{1F}\"}", "\u{C}{}", "\u{FEFF}{}", "{}\0",
        "/**/{}",
    ])
    func `what is not exactly one JSON object is refused`(_ text: String) {
        #expect(throws: JOSEError(.jsonInvalid)) { try StrictJSON.object(in: text.utf8) }
    }

    @Test func `of the control characters, delete alone stands in a string as it is`() throws {
        #expect(try StrictJSON.object(in: "{\"a\":\" \u{7F}\"}".utf8) == ["a": .string(" \u{7F}")])
    }

    @Test(arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
    func `strings that are not UTF-8 are refused`(_ bytes: [UInt8]) {
        let text = Array(#"{"a":""#.utf8) + bytes + Array(#""}"#.utf8)
        #expect(throws: JOSEError(.jsonInvalid)) { try StrictJSON.object(in: text) }
    }

    @Test func `nesting is read to the limit and no deeper`() throws {
        func nested(_ depth: Int) -> String {
            #"{"a":"# + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
                + "}"
        }
        #expect(try StrictJSON.object(in: nested(32).utf8).count == 1)
        #expect(throws: JOSEError(.jsonTooDeep)) { try StrictJSON.object(in: nested(33).utf8) }
        #expect(throws: JOSEError(.jsonTooDeep)) { try StrictJSON.object(in: nested(1_000_000).utf8) }
    }

    @Test func `siblings do not count as nesting`() throws {
        let text = #"{"a":["# + String(repeating: "[],", count: 100) + "[]]}"
        #expect(try StrictJSON.object(in: text.utf8, maximumDepth: 3)["a"]?.array?.count == 101)
    }

    @Test func `what is written is sorted, escaped and read back the same`() throws {
        let value = JSONValue.object([
            "typ": .string("a\"b\\c\u{1}\n\u{E9}/"), "alg": .array([.null, .boolean(true), .number("1")]),
            "k": .object([:]),
        ])
        #expect(value.text == #"{"alg":[null,true,1],"k":{},"typ":"a\"b\\c\u0001\né/"}"#)
        #expect(try JSONValue.object(StrictJSON.object(in: value.text.utf8)) == value)
    }

    @Test(arguments: [
        ("2", "2.0", true), ("1.7e9", "1700000000", true), ("0.5", "5e-1", true), ("0", "-0", true),
        ("1", "1.5", false), ("9007199254740993", "9007199254740992.0", false),
        ("9007199254740992", "9007199254740992.0", true), ("1e999", "2e999", false),
    ])
    func `numbers are equal if their values are`(_ one: String, _ other: String, _ areEqual: Bool) {
        let (one, other) = (JSONValue.array([.number(one)]), JSONValue.array([.number(other)]))
        #expect((one == other) == areEqual)
        if areEqual { #expect(Set([one, other]).count == 1) }
    }

    @Test(arguments: ["", "1,\"admin\":true", "0x10", "nan", "+1", "01", "1.", "1 "])
    func `text that is not a number is never written as one`(_ text: String) {
        #expect(JSONValue.object(["a": .number(text)]).text == #"{"a":null}"#)
    }
}

/// A text read in parts equals the text read at once.
@Suite struct JSONTextTests {
    private static let texts = [
        #"{}"#, #" { } "#, #"{"a":1}"#, #"{"a" : [ ] , "b":{ } }"#,
        #"{"list":[1,-2.5e+3,true,false,null,"",[[]],{"x":{}}],"z":"\u00e9\n"}"#,
        #"{"brackets in texts":"]}{[\",\\","next":["\"]","}"],"\u0061":"ü"}"#,
        "{\n\t\"a\" :\r\n [ 1 , 2\n] ,\n\"b\" : \"c\"\n}\n",
    ]

    /// The text's value, assembled from its smallest parts.
    private func value(_ text: JSONText) -> JSONValue {
        if let members = text.members { return .object(members.mapValues(value)) }
        if let elements = text.elements { return .array(elements.map(value)) }
        return text.value
    }

    @Test(arguments: texts) func `the parts of a text are those of its value`(_ text: String) throws {
        let whole = JSONValue.object(try StrictJSON.object(in: text.utf8))
        let parts = try JSONText(checking: Array(text.utf8))
        #expect(parts.value == whole)
        #expect(value(parts) == whole)
    }

    @Test(
        arguments: texts.flatMap { text in text.utf8.indices.map { String(text.prefix(upTo: $0)) } } + [
            "", "[]", #"{"a":1,"a":2}"#, #"{"a":{"b":1,"\u0062":2}}"#, #"{"a":1,}"#, #"{"a":[1,]}"#, #"{"a":01}"#,
            #"{"a":"\ud800"}"#, #"{"a":tru}"#, #"{"a":1,"a":tru}"#, #"{}{}"#, #"{"a" 1}"#,
            String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40),
        ])
    func `it is refused as the whole is`(_ text: String) {
        let expected = Result { () throws(JOSEError) in try StrictJSON.object(in: text.utf8) }
        let found = Result { () throws(JOSEError) in try JSONText(checking: Array(text.utf8)).value.object ?? [:] }
        #expect(found == expected)
    }

    @Test func `each member that is a string is seen once, at any depth`() throws {
        var seen: [String] = []
        _ = try JSONText(checking: Array(#"{"a":"1","b":["2",{"c":"3","d":4}],"e":{"a":"5"}}"#.utf8)) { member, text in
            seen.append("\(member)=\(text)")
        }
        #expect(seen == ["a=1", "c=3", "a=5"])
    }

    @Test func `the end of a part is its place in the whole text`() throws {
        let text = try JSONText(checking: Array(#"{"a":[1,2,3]}"#.utf8))
        let ends = try #require(text.members?["a"]?.elements).map(\.end)
        #expect(ends.map { $0 * 13 } == [7, 9, 11])
        #expect(text.end == 1)
    }
}

@Suite struct NumericDateTests {
    static let numbers: [(String, TimeInterval?)] = [
        ("0", 0), ("1767225600", 1_767_225_600), ("1767225600.5", 1_767_225_600.5), ("1e9", 1e9),
        ("253402300799", 253_402_300_799), ("253402300800", nil), ("1767225600000", nil), ("-1", nil),
        ("1e999", nil), (#""1767225600""#, nil), ("null", nil), ("true", nil), ("[1767225600]", nil),
    ]

    @Test(arguments: numbers)
    func `a time is a number of seconds from 1970 to 9999`(_ json: String, _ seconds: TimeInterval?) throws {
        let value = try StrictJSON.value(in: json.utf8)
        #expect(value.numericDate == seconds.map(Date.init(timeIntervalSince1970:)))
    }
}
