// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import SignIn

/// A provider's answer that comes when another program has saved the account meanwhile.
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
        // A provider that gives a refresh token at the first consent only leaves the old one in place.
        newer.signedInAt += 1
        #expect(newer.refreshToken == asked.refreshToken)
        #expect(newer.merging(ended(asked), to: asked) == nil)
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

    /// How many seconds after the request the answer's token was given, where the other program's came after sixty.
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
