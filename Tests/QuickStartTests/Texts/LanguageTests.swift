// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import QuickStart

@Suite struct LanguageTests {
    @Test(arguments: [
        ("", Language.english), ("de", .german), ("de-AT,de;q=0.9", .german), ("fr,es;q=0.5", .spanish),
        ("en;q=0.8, ru-RU;q=0.9", .russian), ("IT-ch", .italian), ("*", .english), ("ja", .english),
        ("de;q=0, it;q=0.1", .italian), ("de;q=x", .english), (";;,,-", .english), ("es-419", .spanish),
        ("de;level=1;q=0.2, es;q=0.3", .spanish), (String(repeating: "x,", count: 500) + "de", .english),
        (String(repeating: "x,", count: 400) + "de", .german),
    ]) func `the preferred language that the app has`(_ ranges: String, _ language: Language) {
        #expect(Language(accepting: ranges) == language)
    }

    @Test(arguments: Language.allCases) func `counts have the plural of the language`(_ language: Language) {
        let found = language.texts.people.found
        #expect(found(1, false) != found(2, false))
        #expect(found(20, true) != found(20, false), "a list that goes on says so")
    }

    @Test func `English has one plural`() {
        let found = Language.english.texts.people.found
        let counts = [1, 2, 21, 1200].map { found($0, false) }
        #expect(counts == ["1 person found", "2 people found", "21 people found", "1,200 people found"])
    }

    @Test func `Russian has three plurals`() {
        let toDo = Language.russian.texts.tasks.toDo
        let endings = [1, 2, 5, 11, 21, 22, 25, 111, 121].map { toDo($0).split(separator: " ").dropFirst().first ?? "" }
        #expect(endings[0] == endings[4] && endings[4] == endings[8], "\(endings)")
        #expect(endings[1] == endings[5], "\(endings)")
        #expect(endings[2] == endings[3] && endings[3] == endings[6] && endings[6] == endings[7], "\(endings)")
        #expect(Set(endings).count == 3, "\(endings)")
    }

    @Test func `each text differs from the English one, but for names and short words`() {
        let english = Language.english.texts.plain
        for language in Language.allCases where language != .english {
            let same = language.texts.plain.filter { english[$0.key] == $0.value }.map(\.key)
            #expect(same.count <= 3, "\(language): \(same)")
        }
    }

    @Test(arguments: Language.allCases) func `a day and a time are in the language`(_ language: Language) throws {
        var style = Date.FormatStyle(date: .long, time: .shortened, locale: Self.locale(of: language))
        for (number, offset) in [0, 3600, -9 * 3600, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0].enumerated() {
            // Each month, at each hour of the day.
            let date = Date(timeIntervalSince1970: 1_795_424_400 + Double(number) * 30.4 * 86_400 + 61)
            style.timeZone = try #require(TimeZone(secondsFromGMT: offset))
            #expect(language.dayAndTime(date, secondsFromGMT: offset) == date.formatted(style))
        }
        style.timeZone = .current
        for date in [Date(), Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_782_000_000)] {
            #expect(language.texts.dayAndTime(date) == date.formatted(style))
        }
    }

    @Test(arguments: [1e300, -1e300, .infinity, -.infinity, .nan, 1e18, -1e18])
    func `a date beyond all calendars is shown, too`(_ seconds: Double) {
        for language in Language.allCases {
            #expect(!language.texts.dayAndTime(Date(timeIntervalSince1970: seconds)).isEmpty)
        }
    }

    @Test(arguments: Language.allCases) func `a number has the separators of the language`(_ language: Language) {
        for number in [0, 7, 999, 1000, 9999, 10_000, 123_456, 1_234_567, .max, -1, -999, -1000, -12_345, .min] {
            #expect(language.formatted(number) == number.formatted(.number.locale(Self.locale(of: language))))
        }
    }

    /// ICU's locale; British dates start with the day, like those of the other languages.
    private static func locale(of language: Language) -> Locale {
        Locale(identifier: language == .english ? "en_GB" : language.rawValue)
    }
}
