// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import Testing

/// Names of fields. RFC 9110 §5.1
@Suite struct HTTPFieldNameTests {
    private static func parsed(_ text: String) -> HTTPField.Name {
        Array(text.utf8).withUnsafeBytes { HTTPField.Name(checkedToken: $0) }
    }

    @Test func `names are equal in any case, and keep their own`() throws {
        let name = try #require(HTTPField.Name("content-TYPE"))
        #expect(name == .contentType && name.hashValue == HTTPField.Name.contentType.hashValue)
        #expect(name.rawName == "content-TYPE" && name.canonicalName == "content-type")
        #expect("\(name)" == "content-TYPE")
        #expect(name != .contentLength)
    }

    @Test(arguments: [
        "Host", "DPoP", "host", "HOST", "Hosts", "Cookie", "Accept", "Upgrade-Insecure-Requests",
        "Upgrade-Insecure-Requestz", "Upgrade-Insecure-Requests1", "traceparent", "x", "X-Custom_Field.1",
    ])
    func `a parsed name is spelled as its bytes, whether it is frequent or not`(_ text: String) {
        let name = Self.parsed(text)
        #expect(name.rawName == text)
        #expect(name.canonicalName == text.lowercased())
        #expect(name == HTTPField.Name(text))
    }
}
