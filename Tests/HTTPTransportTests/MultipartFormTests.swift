// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPTransport

/// RFC 7578, and names by the HTML standard.
@Suite struct MultipartFormTests {
    @Test func `a form is written part after part`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("In the file.\r\n".utf8).write(to: file)
        let form = MultipartForm(
            [
                .field("title", "Ñandú"),
                try .file("text", file, filename: "a.txt", contentType: "text/plain"),
                try .file("bytes", file),
                .content("raw", .chunks { ByteChunks(Data([0, 255])) }),
            ], boundary: "AaB03x")
        #expect(form.contentType == "multipart/form-data; boundary=AaB03x")
        #expect(form.body.length == nil && form.body.isRepeatable)
        let expected =
            Data(
                """
                --AaB03x\r
                Content-Disposition: form-data; name="title"\r
                \r
                Ñandú\r
                --AaB03x\r
                Content-Disposition: form-data; name="text"; filename="a.txt"\r
                Content-Type: text/plain\r
                \r
                In the file.\r
                \r
                --AaB03x\r
                Content-Disposition: form-data; name="bytes"; filename="\(file.lastPathComponent)"\r
                Content-Type: application/octet-stream\r
                \r
                In the file.\r
                \r
                --AaB03x\r
                Content-Disposition: form-data; name="raw"\r
                \r

                """.utf8) + Data([0, 255]) + Data("\r\n--AaB03x--\r\n".utf8)
        #expect(try await (form.body.collect(), form.body.collect()) == (expected, expected))
    }

    @Test func `its length is known if that of each part is`() async throws {
        let form = MultipartForm([.field("a", "1"), .field("b", "22")])
        #expect(try await form.body.collect().count == form.body.length.map(Int.init))
        let once = MultipartForm([.content("a", .once(ByteChunks(Data("1".utf8)), length: 1))])
        #expect(once.body.length != nil && !once.body.isRepeatable)
        #expect(MultipartForm([]).contentType != MultipartForm([]).contentType, "each form has a boundary of its own")
    }

    static let names = [
        ("a", "a"), ("a\"; filename=\"b", "a%22; filename=%22b"), ("a\r\nX: y", "a%0D%0AX: y"), ("Ñandú", "Ñandú"),
        ("a\\b", "a\\b"), ("%22", "%22"), ("", ""),
    ]

    @Test(arguments: names) func `a name cannot end its field`(_ name: String, _ written: String) async throws {
        let form = MultipartForm([.content(name, .empty, filename: name)], boundary: "B")
        let head = "--B\r\nContent-Disposition: form-data; name=\"\(written)\"; filename=\"\(written)\"\r\n\r\n"
        #expect(String(decoding: try await form.body.collect(), as: UTF8.self).hasPrefix(head))
    }

    @Test func `a media type cannot end its field`() async throws {
        let form = MultipartForm([.content("a", .empty, contentType: "text/plain\r\nX: y")], boundary: "B")
        #expect(!String(decoding: try await form.body.collect(), as: UTF8.self).contains("\r\nX: y"))
    }
}
