// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@testable import SignIn

@Suite struct TokenScheduleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The provider's value; `nil` if absent.
        var lifetime: Int? = 3600
        var refreshIn: Int?
        let age: Int
        let usable: Int
        let fresh: Int
    }

    static let rows = [
        Row(testDescription: "it was given just now", age: 0, usable: 3540, fresh: 3300),
        Row(testDescription: "five minutes are left", age: 3300, usable: 240, fresh: 0),
        Row(testDescription: "a minute is left", age: 3540, usable: 0, fresh: 0),
        Row(testDescription: "it ended", age: 3601, usable: 0, fresh: 0),
        Row(testDescription: "it ended long ago", age: 90_000, usable: 0, fresh: 0),
        Row(
            testDescription: "the provider wants it refreshed after half its life", refreshIn: 1800, age: 0,
            usable: 3540, fresh: 1800),
        Row(testDescription: "the provider's time has come", refreshIn: 1800, age: 1800, usable: 1740, fresh: 0),
        Row(testDescription: "the provider wants it refreshed at once", refreshIn: 0, age: 0, usable: 3540, fresh: 30),
        Row(testDescription: "the provider wanted it refreshed at once", refreshIn: 0, age: 30, usable: 3510, fresh: 0),
        Row(
            testDescription: "it is short, and to be refreshed at once", lifetime: 20, refreshIn: 0, age: 0, usable: 18,
            fresh: 18),
        Row(
            testDescription: "the provider's time is after its end", refreshIn: 7200, age: 0, usable: 3540,
            fresh: 3540),
        Row(
            testDescription: "a day is long", lifetime: 86_400, refreshIn: 43_200, age: 43_199, usable: 43_141,
            fresh: 1),
        Row(
            testDescription: "a minute in all: it is used nearly to its end", lifetime: 60, age: 0, usable: 54,
            fresh: 48),
        Row(testDescription: "nothing at all", lifetime: 0, age: 0, usable: 0, fresh: 0),
        Row(testDescription: "nobody says how long: five minutes", lifetime: nil, age: 0, usable: 270, fresh: 240),
        Row(testDescription: "of such five minutes half a one is left", lifetime: nil, age: 270, usable: 0, fresh: 0),
        Row(testDescription: "another program's clock is a little ahead", age: -30, usable: 3540, fresh: 3300),
        Row(testDescription: "another program's clock is a minute ahead", age: -60, usable: 3540, fresh: 3300),
        Row(testDescription: "another program's clock is more than a minute ahead", age: -61, usable: 0, fresh: 0),
        Row(testDescription: "the clock was set back a day", age: -86_400, usable: 0, fresh: 0),
    ]

    @Test(arguments: rows) func `a token is good as long as it should be when`(_ row: Row) throws {
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        var json = #"{"access_token":"a","token_type":"Bearer""#
        if let lifetime = row.lifetime { json += #","expires_in":\#(lifetime)"# }
        if let refreshIn = row.refreshIn { json += #","refresh_in":"\#(refreshIn)""# }
        let response = try TokenResponse(status: 200, body: Data((json + "}").utf8))
        let token = try #require(KeptToken(response, scopes: ["a"], obtainedAt: start))
        let schedule = TokenSchedule(token, now: start + TimeInterval(row.age))
        #expect((schedule.usableFor, schedule.freshFor) == (.seconds(row.usable), .seconds(row.fresh)))
    }
}

@Suite struct RecordAnswerTests {
    private func asked() throws -> AccountRecord { try SampleAccounts.record() }

    private func ended(_ asked: AccountRecord) -> AccountRecord {
        var ended = asked
        (ended.endedAt, ended.refreshToken, ended.tokens) = (asked.signedInAt + 60, nil, [])
        return ended
    }

    @Test func `an end ends the sign-in that was asked about`() throws {
        let asked = try asked()
        var kept = asked
        kept.userData = Data("chosen meanwhile".utf8)
        let merged = try #require(kept.merging(ended(asked), to: asked))
        #expect(merged.endedAt == asked.signedInAt + 60 && merged.refreshToken == nil && merged.tokens.isEmpty)
        #expect(merged.userData == kept.userData)
    }

    @Test func `an end does not touch a newer sign-in, even one that kept the refresh token`() throws {
        let asked = try asked()
        var newer = asked
        // Some providers return a refresh token at the first consent only: the old one stays.
        newer.signedInAt += 1
        #expect((newer.refreshToken, newer.merging(ended(asked), to: asked)) == (asked.refreshToken, nil))
    }

    @Test func `an answer to a refresh token that is used up meanwhile is dropped`() throws {
        let asked = try asked()
        #expect(asked.refreshed("next").merging(ended(asked), to: asked) == nil)
        #expect(asked.refreshed("next").merging(asked.refreshed("other"), to: asked) == nil)
    }

    @Test func `what another program found ended takes new tokens, and no second end`() throws {
        let asked = try asked()
        let kept = ended(asked)
        var later = kept
        later.endedAt = asked.signedInAt + 90
        #expect(kept.merging(later, to: asked) == nil)
        let merged = try #require(kept.merging(asked.refreshed("next"), to: asked))
        #expect(merged.endedAt == nil && merged.refreshToken == Redacted("next"))
    }

    /// Seconds from the request to our token, where the other program's token came after 60.
    @Test(arguments: [(59, "theirs"), (60, "theirs"), (61, "ours")])
    func `of two tokens for the same the newer one is kept`(_ seconds: Int, _ expected: String) throws {
        let asked = try asked()
        var (kept, answer) = (asked, asked)
        kept.tokens[0].accessToken = Redacted("theirs")
        kept.tokens[0].obtainedAt += 60
        answer.tokens[0].accessToken = Redacted("ours")
        answer.tokens[0].obtainedAt += TimeInterval(seconds)
        let merged = try #require(kept.merging(answer, to: asked))
        #expect(merged.tokens.map(\.accessToken.revealed) == [expected])
    }
}
