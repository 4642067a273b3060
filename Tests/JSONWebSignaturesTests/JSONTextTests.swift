// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import Testing

/// A text that is read part by part is the text that is read as a whole.
@Suite struct JSONTextTests {
    private static let texts = [
        #"{}"#, #" { } "#, #"{"a":1}"#, #"{"a" : [ ] , "b":{ } }"#,
        #"{"list":[1,-2.5e+3,true,false,null,"",[[]],{"x":{}}],"z":"\u00e9\n"}"#,
        #"{"brackets in texts":"]}{[\",\\","next":["\"]","}"],"\u0061":"ü"}"#,
        "{\n\t\"a\" :\r\n [ 1 , 2\n] ,\n\"b\" : \"c\"\n}\n",
    ]

    /// The value of a text, put together from its smallest parts.
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
