// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPServing
import TaskListClient
import TaskService

@Suite struct ListRequestTests {
    typealias Call = ServiceUnderTest.Call

    private func service(holding texts: [String]) async throws -> ServiceUnderTest {
        let service = try ServiceUnderTest()
        for text in texts { #expect(try await service.send(.adding(text)).status == 201) }
        return service
    }

    private func list(_ query: String, of service: ServiceUnderTest) async throws -> [String] {
        try await service.send(Call(.get, "/api/tasks" + query)).tasks().map(\.text)
    }

    @Test func `links lead through the pages, each a bare array`() async throws {
        let service = try await service(holding: (1...5).map(String.init))
        var (path, texts): (String?, [[String]]) = ("/api/tasks?limit=2", [])
        while let next = path {
            let answer = try await service.send(Call(.get, next))
            texts.append(try answer.tasks().map(\.text))
            #expect(answer.link("first") == "/api/tasks?limit=2")
            path = answer.link("next")
        }
        #expect(texts == [["1", "2"], ["3", "4"], ["5"]])
    }

    @Test(arguments: ["", "?", "?Text=x", "?_=1", "?completed=false", "?search=", "?after=0"])
    func `without a limit there is one page, without a link`(_ query: String) async throws {
        let answer = try await service(holding: ["1", "2"]).send(Call(.get, "/api/tasks" + query))
        #expect(try (answer.tasks().map(\.text), answer.fields.value(of: "Link")) == (["1", "2"], nil))
    }

    @Test func `the last page has no next, also when it is full`() async throws {
        let answer = try await service(holding: ["1", "2"]).send(Call(.get, "/api/tasks?limit=2"))
        #expect(answer.link("first") != nil && answer.link("next") == nil)
    }

    @Test func `a person's pages are their own, and a page keeps its place while tasks come and go`() async throws {
        let service = try await service(holding: ["1", "2", "3"])
        let first = try await service.send(Call(.get, "/api/tasks?limit=2"))
        let next = try #require(first.link("next"))
        for task in try first.tasks() { _ = try await service.send(Call(.delete, "/api/tasks/\(task.id)")) }
        _ = try await service.send(.adding("4"))
        #expect(try await service.send(Call(.get, next)).tasks().map(\.text) == ["3", "4"])
        #expect(try await service.send(Call(.get, next).as("bob")).tasks() == [])
    }

    @Test func `filter, search and pages go together`() async throws {
        let service = try await service(holding: ["Crème 1", "tea", "CREME 2", "creme & 3", "crème"])
        let last = try #require(try await service.send(Call(.get, "/api/tasks")).tasks().last)
        _ = try await service.send(TaskUpdateTests.change(last.id, #"{"completed":true}"#))
        #expect(try await list("?search=cr%C3%88me&completed=true", of: service) == ["crème"])
        #expect(try await list("?search=%26+3", of: service) == ["creme & 3"])
        let page = try await service.send(Call(.get, "/api/tasks?limit=2&search=creme%20&completed=false"))
        #expect(try page.tasks().map(\.text) == ["Crème 1", "CREME 2"])
        #expect(page.link("first") == "/api/tasks?completed=false&search=creme%20&limit=2")
        let next = try #require(page.link("next"))
        #expect(try await service.send(Call(.get, next)).tasks().map(\.text) == ["creme & 3"])
    }

    @Test(arguments: [
        "?limit=1", "?limit=500", "?completed=true", "?completed=false",
        "?search=" + String(repeating: "a", count: 200),
        "?search=" + String(repeating: "%F0%9F%A7%80", count: 200), "?search=%09%0A", "?after=zz", "?after=-zz",
    ])
    func `a query is taken`(_ query: String) async throws {
        #expect(try await ServiceUnderTest().send(Call(.get, "/api/tasks" + query)).status == 200)
    }

    static let refused: [(query: String, code: String)] = [
        ("?limit=0", "LimitMalformed"), ("?limit=501", "LimitMalformed"), ("?limit=", "LimitMalformed"),
        ("?limit=-1", "LimitMalformed"), ("?limit=+1", "LimitMalformed"), ("?limit=1.0", "LimitMalformed"),
        ("?limit=99999999999999999999", "LimitMalformed"), ("?limit=%D9%A1", "LimitMalformed"),
        ("?completed=", "FilterMalformed"), ("?completed=1", "FilterMalformed"), ("?completed=True", "FilterMalformed"),
        ("?after=", "CursorMalformed"), ("?after=ZZ", "CursorMalformed"), ("?after=+1", "CursorMalformed"),
        ("?after=00", "CursorMalformed"), ("?after=%2B1", "CursorMalformed"), ("?after=!", "CursorMalformed"),
        ("?after=zzzzzzzzzzzzzzzzzzzz", "CursorMalformed"),
        ("?search=" + String(repeating: "a", count: 201), "SearchTooLong"),
        ("?search=" + String(repeating: "a%CC%81%CC%82%CC%83", count: 200), "SearchTooLong"),
        ("?search=%00", "SearchUnprintable"), ("?search=a%1B", "SearchUnprintable"),
        ("?limit=1&limit=1", "QueryMalformed"), ("?search=a&search=b", "QueryMalformed"),
        ("?completed=true&completed=true", "QueryMalformed"), ("?after=1&after=2", "QueryMalformed"),
        ("?search=%FF", "QueryMalformed"), ("?search=%", "QueryMalformed"),
    ]

    @Test(arguments: refused)
    func `a query is refused`(_ query: String, _ code: String) async throws {
        let answer = try await ServiceUnderTest().send(Call(.get, "/api/tasks" + query))
        #expect((answer.status, answer.code) == (400, code))
    }
}

@Suite struct SearchTextTests {
    @Test(arguments: [
        ("", ""), ("Buy MILK", "buy milk"), ("Crème brûlée", "creme brulee"), ("ÅNGSTRÖM", "angstrom"),
        ("ＡＢＣ", "abc"), ("Ёлка", "елка"), ("ΆΛΦΑ", "αλφα"), ("e\u{301}", "e"), ("茶", "茶"), ("Straße", "strasse"),
        ("Łódź", "łodz"), ("100 %_\\", "100 %_\\"), ("বাংলা", "বাংলা"), ("ไม่", "ไม่"), ("తెలుగు", "తెలుగు"),
        ("ಕನ್ನಡ", "ಕನ್ನಡ"), ("שָׁלוֹם", "שָׁלוֹם"), ("한국어", "한국어"), ("か\u{3099}", "か\u{3099}"), ("ｶﾞ￥", "カ\u{3099}¥"),
    ])
    func `a text is folded`(_ text: String, _ folded: String) { #expect(SearchText(text).folded == folded) }

    @Test func `ASCII folds to what the database's LOWER gives, so that nothing more is kept`() {
        let ascii = String(String.UnicodeScalarView((0x20...0x7e).compactMap { Unicode.Scalar($0) }))
        let lower = ascii.utf8.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
        #expect(Array(SearchText(ascii).folded.utf8) == lower)
        #expect(SearchText.stored(ascii) == nil)
        #expect(SearchText.stored("Ärger") == "arger")
    }

    /// Stores keep folded texts, also those that Foundation folded.
    @Test func `a text is folded as by Foundation`() {
        // The scripts of most names, and signs.
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x88E, 0x900...0xC47, 0xE00...0xEFF, 0x10A0...0x16FF, 0x1E00...0x2FFF, 0x3000...0x33FF,
            0x4E00...0xA4CF, 0xAC00...0xD7A3, 0xFB00...0xFF5E, 0xFF61...0xFF9D, 0x1_F300...0x1_FAFF,
        ]
        let scalars = ranges.joined().compactMap(Unicode.Scalar.init)
        // After a letter that is the same without a mark, and after others.
        for letter in ["a", "ক", "א"] {
            let others = scalars.map { "\(letter)\($0)" }.filter { text in
                let expected = text.folding(
                    options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
                ).lowercased()
                return !SearchText(text).folded.unicodeScalars.elementsEqual(expected.unicodeScalars)
            }
            #expect(others.isEmpty)
        }
    }
}
