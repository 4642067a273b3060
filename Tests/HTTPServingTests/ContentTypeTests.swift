// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Testing

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
    func `what breaks the grammar is not read`(_ text: String) {
        #expect(ContentType(text) == nil)
    }
}
