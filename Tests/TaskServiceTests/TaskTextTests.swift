// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import TaskListClient
import Testing

/// Texts of a task, and the content types that carry them.
@Suite struct TaskTextTests {
    let service: ServiceUnderTest

    init() throws { service = try ServiceUnderTest() }

    typealias Call = ServiceUnderTest.Call

    static let multipart = "multipart/form-data; boundary=edge"
    static let form = "application/x-www-form-urlencoded"

    static func part(_ text: String) -> String {
        "--edge\r\nContent-Disposition: form-data; name=\"Text\"\r\n\r\n\(text)\r\n--edge--\r\n"
    }

    /// One text in each content type.
    static let contents: [(body: String, type: String, text: String)] = [
        (#"{"Text":"Caf\u00e9 & 100% + \"more\"\nline"}"#, "application/json", "Café & 100% + \"more\"\nline"),
        (
            #"{"Text":"Café & 100% + \"more\"\nline"}"#, "Application/JSON; charset=utf-8",
            "Café & 100% + \"more\"\nline"
        ),
        ("Text=Caf%C3%A9+%26+100%25+%2B+%22more%22%0D%0Aline", form, "Café & 100% + \"more\"\nline"),
        (
            "Text=Caf%C3%A9%20%26%20100%25%20%2B%20%22more%22%0Aline", form + ";charset=UTF-8",
            "Café & 100% + \"more\"\nline"
        ),
        (part("Café & 100% + \"more\"\r\nline"), multipart, "Café & 100% + \"more\"\nline"),
        (#"{"Text":"\t two spaces  "}"#, "application/json", "\t two spaces  "),
        (#"{"Text":"👩‍👩‍👧‍👦 李 ‏שלום"}"#, "application/json", "👩‍👩‍👧‍👦 李 ‏שלום"),
        (#"{"Text":" \u0301"}"#, "application/json", " \u{301}"),
        (#"{"Text":"\ufeff"}"#, "application/json", "\u{feff}"),
        (#"{"Text":"<script>'; DROP TABLE task;--"}"#, "application/json", "<script>'; DROP TABLE task;--"),
    ]

    @Test(arguments: contents)
    func `a task comes in`(_ body: String, _ type: String, _ text: String) async throws {
        let answer = try await service.send(.posting(body, as: type))
        #expect(try (answer.status, answer.task().text) == (201, text))
        #expect(try await service.texts() == [text])
    }

    static let tooLong = "a task can have at most 1000 characters; split or shorten it"
    static let missing = #""Text" is a required parameter"#
    static let controls = "the text contains control characters; send only text, line breaks, and tabs"

    static let texts: [(text: String, code: String, message: String)] = [
        ("", "MissingTask", missing),
        (" \n\t\u{a0}\u{3000}", "MissingTask", missing),
        (String(repeating: "a", count: 1001), "TaskTooLong", tooLong),
        (String(repeating: "a", count: 10_000), "TaskTooLong", tooLong),
        (String(repeating: "👩‍👩‍👧‍👦", count: 1001), "TaskTooLong", tooLong),
        ("a" + String(repeating: "\u{301}", count: 20_000), "TaskTooLong", tooLong),
        ("a\0b", "TaskUnprintable", controls),
        ("\u{1b}[2J", "TaskUnprintable", controls),
        ("a\u{7f}", "TaskUnprintable", controls),
        ("a\u{85}b", "TaskUnprintable", controls),
        ("a\u{9b}2J", "TaskUnprintable", controls),
        ("a\u{8}", "TaskUnprintable", controls),
    ]

    @Test(arguments: texts)
    func `a text is refused`(_ text: String, _ code: String, _ message: String) async throws {
        let answer = try await service.send(.adding(text))
        #expect((answer.status, answer.code, answer.message) == (400, code, message))
        #expect(try await service.texts() == [])
    }

    @Test(arguments: ["a", "🎁", "e\u{301}", "\r\n"])
    func `a thousand characters are counted as people count them`(_ character: String) async throws {
        #expect(try await service.send(.adding("x" + String(repeating: character, count: 999))).status == 201)
    }

    @Test func `four thousand bytes are not too many`() async throws {
        #expect(try await service.send(.adding(String(repeating: "🎁", count: 1000))).status == 201)
        let longer = String(repeating: "🎁", count: 999) + "e\u{301}\u{301}"
        #expect(try await service.send(.adding(longer)).code == "TaskTooLong")
    }

    /// Content without a text, its type, the status, and the code.
    static let unreadable: [(body: String, type: String?, status: Int, code: String)] = [
        ("", nil, 400, "MissingTask"),
        ("", "application/json", 400, "ContentMalformed"),
        ("{}", "application/json", 400, "MissingTask"),
        (#"{"text":"x"}"#, "application/json", 400, "MissingTask"),
        (#"{"Text":null}"#, "application/json", 400, "MissingTask"),
        (#"{"Text":5}"#, "application/json", 400, "ContentMalformed"),
        (#"{"Text":["x"]}"#, "application/json", 400, "ContentMalformed"),
        (#"["Text"]"#, "application/json", 400, "ContentMalformed"),
        (#"{"Text":"x""#, "application/json", 400, "ContentMalformed"),
        (#"{"Text":"x",}"#, "application/json", 400, "ContentMalformed"),
        (#"{"Text":"x","Text":"x"}"#, "application/json", 400, "ContentMalformed"),
        ("{\0\"\0T\0e\0x\0t\0\"\0:\0\"\0x\0\"\0}\0", "application/json", 400, "ContentMalformed"),
        (String(repeating: "[", count: 100_000), "application/json", 400, "ContentMalformed"),
        ("Task=x", form, 400, "MissingTask"),
        ("Text=", form, 400, "MissingTask"),
        ("Text=%FF", form, 400, "ContentMalformed"),
        ("Text=a&Text=b", form, 400, "ContentMalformed"),
        ("Text=a", multipart, 400, "ContentMalformed"),
        ("--edge--\r\n", multipart, 400, "MissingTask"),
        ("Text=a", nil, 415, "ContentTypeUnsupported"),
        ("Text=a", "text/plain", 415, "ContentTypeUnsupported"),
        ("<Text>a</Text>", "application/xml", 415, "ContentTypeUnsupported"),
    ]

    @Test(arguments: unreadable)
    func `a content is refused`(_ body: String, _ type: String?, _ status: Int, _ code: String) async throws {
        let answer = try await service.send(.posting(body, as: type))
        #expect((answer.status, answer.code) == (status, code))
        #expect(try await service.texts() == [])
    }

    @Test func `a text may come in the address, as apps of 2016 could send it`() async throws {
        #expect(try await service.send(Call(.post, "/api/tasks?Text=Caf%C3%A9%20%26%20milk")).status == 201)
        #expect(try await service.texts() == ["Café & milk"])
    }

    /// Queries with no text, or too many, beside a form; `nil` if they are valid together.
    static let addresses: [(query: String, form: String, code: String?)] = [
        ("Text=a", "Text=a", nil),
        ("Text=a", "Text=b", "ContentMalformed"),
        ("Text=a&Text=a", "", "ContentMalformed"),
        ("Text=%FF", "Text=a", "ContentMalformed"),
        ("Text=%00", "", "TaskUnprintable"),
        ("text=a", "", "MissingTask"),
    ]

    @Test(arguments: addresses)
    func `address and content are read together`(_ query: String, _ content: String, _ code: String?) async throws {
        var call = Call.posting(content, as: Self.form)
        call.path += "?" + query
        let answer = try await service.send(call)
        #expect(answer.status == (code == nil ? 201 : 400))
        #expect(answer.code == code)
        #expect(try await service.texts() == (code == nil ? ["a"] : []))
    }

    @Test func `content over one mebibyte is refused`() async throws {
        let head = #"{"Text":"x","padding":""#
        let whole = (1 << 20) - head.utf8.count - 2
        let fits = try await service.send(
            .posting(head + String(repeating: "p", count: whole) + "\"}", as: "application/json"))
        #expect(fits.status == 201)
        let answer = try await service.send(
            .posting(head + String(repeating: "p", count: whole + 1) + "\"}", as: "application/json"))
        #expect((answer.status, answer.code) == (413, "ContentTooLarge"))
    }
}
