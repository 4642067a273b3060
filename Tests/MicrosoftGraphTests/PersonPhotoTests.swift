// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import MicrosoftGraph

@Suite struct PersonPhotoTests {
    private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10]) + Data("JFIF".utf8)
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])

    private func photo(_ contentType: String?, _ body: Data, status: Int = 200) async throws -> PersonPhoto? {
        let endpoint = try #require(URL(string: GraphClientTests.endpoint))
        let transport = StubTransport { _, _ in
            var head = HTTPResponse(status: .init(code: status))
            head.headerFields[.contentType] = contentType
            return TransportResponse(head: head, body: body)
        }
        return try await GraphClient(endpoint: endpoint, over: transport).photo(of: "alice")
    }

    @Test func `a photo's first bytes determine its format`() async throws {
        let first = try await photo("image/jpeg", Self.jpeg)
        #expect((first?.format, first?.data) == (.jpeg, Self.jpeg))
        #expect(try await photo("IMAGE/PNG; charset=x", Self.png)?.format == .png)
        #expect(try await photo("image/jpeg", Self.png)?.format == .png)
    }

    @Test func `the largest photo that Graph takes is taken`() async throws {
        let largest = Self.jpeg + Data(count: 4_194_304 - Self.jpeg.count)
        #expect(try await photo("image/jpeg", largest)?.data.count == 4_194_304)
        let error = await #expect(throws: GraphError.self) { try await photo("image/jpeg", largest + Data([0])) }
        #expect(error?.message == "the photo is larger than 4194304 bytes; request a smaller size")
    }

    static let wrong: [(contentType: String?, body: Data)] = [
        (nil, jpeg), ("", jpeg), ("text/html", jpeg), ("application/json", png), ("application/octet-stream", png),
        ("image/jpeg", Data()), ("image/jpeg", Data([0xFF, 0xD8])), ("image/png", png.dropFirst()),
        ("image/svg+xml", Data("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>".utf8)),
        ("image/gif", Data("GIF89a".utf8)), ("image/png", Data("<html>".utf8)), ("image/jpeg", Data([0]) + jpeg),
    ]

    @Test(arguments: wrong.indices) func `what is no photo is refused`(_ row: Int) async throws {
        let (contentType, body) = Self.wrong[row]
        let error = await #expect(throws: GraphError.self) { try await photo(contentType, body) }
        #expect(error?.code == "unreadable")
    }

    /// Graph's errors for work accounts, and for personal ones.
    static let none = [
        (
            "ImageNotFound",
            "Exception of type 'Microsoft.Fast.Profile.Core.Exception.ImageNotFoundException' was thrown."
        ),
        ("ConsumerPhotoIsNotSupported", "The photo wasn't found."),
    ]

    @Test(arguments: none) func `there is no photo`(_ code: String, _ message: String) async throws {
        let body = Data(#"{"error":{"code":"\#(code)","message":"\#(message)"}}"#.utf8)
        #expect(try await photo("application/json", body, status: 404) == nil)
        let error = await #expect(throws: GraphError.self) { try await photo("application/json", body, status: 403) }
        #expect(error?.code == code && error?.status == 403)
    }

    @Test func `an unknown user is not reported as a missing photo`() async throws {
        let body = Data(#"{"error":{"code":"Request_ResourceNotFound","message":"x"}}"#.utf8)
        let error = await #expect(throws: GraphError.self) { try await photo("application/json", body, status: 404) }
        #expect(error?.code == "Request_ResourceNotFound")
        let page = await #expect(throws: GraphError.self) { try await photo("text/html", Data(), status: 404) }
        #expect(page?.code == "unreadable" && page?.status == 404)
    }
}
