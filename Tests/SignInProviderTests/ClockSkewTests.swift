// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInProvider

@Suite struct ClockSkewTests {
    @Test(arguments: [(0, true), (9.5, true), (10.5, false), (299, false)] as [(TimeInterval, Bool)])
    func `a registration's rules say how far clocks may differ`(_ late: TimeInterval, _ isGood: Bool) async throws {
        var fixture = TokenFixture()
        fixture.age = 3600 + late - 1
        let rules = ProviderRules(times: TimeRules(skew: .seconds(9)))
        let validator = try await fixture.validator(rules: rules)
        let (tokens, answer) = (try fixture.tokens(), try fixture.answer())
        let identity = try? await validator.validateIDToken(in: tokens, answering: answer)
        #expect((identity != nil) == isGood)
    }

    @Test func `the validator's own setting takes precedence over the rules`() async throws {
        var fixture = TokenFixture()
        fixture.age = 3601
        let (now, tokens, answer) = (fixture.now, try fixture.tokens(), try fixture.answer())
        let provider = try await fixture.provider.discovered(time: TimeSource { now })
        let validator = TokenValidator(provider, times: TimeRules(skew: .zero), time: TimeSource { now })
        #expect(await refused { try await validator.validateIDToken(in: tokens, answering: answer) } == .expired)
    }

    @Test(arguments: [
        #"{"exp": 1000}"#, #"{"exp": 1000, "nbf": 500}"#, #"{"exp": 1000, "iat": 600}"#, #"{"nbf": 500}"#, "{}",
        #"{"exp": 1000, "nbf": 500, "iat": 600}"#, #"{"exp": 1000, "nbf": 600, "iat": 500}"#,
        #"{"exp": 100, "nbf": 500}"#, #"{"exp": 500, "nbf": 520}"#, #"{"exp": 1000, "nbf": true}"#,
        #"{"exp": 1000, "iat": "soon"}"#, #"{"exp": "late"}"#,
    ])
    func `the lifetime of a token is the time in which it is accepted`(_ payload: String) throws {
        let rules = TimeRules(skew: .seconds(9))
        let claims = try Claims(payload: Array(payload.utf8))
        let lifetime = rules.lifetime(of: claims)
        let limits = [100, 500, 520, 600, 1000].flatMap { [$0 - 9, $0, $0 + 9] }
        for second in limits.flatMap({ [Double($0) - 0.5, Double($0), Double($0) + 0.5] }) {
            let now = Date(timeIntervalSince1970: second)
            let isAccepted = (try? rules.check(claims, now: now)) != nil
            #expect((lifetime?.contains(now) ?? false) == isAccepted, "\(second)")
        }
    }

    /// A token issued and valid from 1000, expired at 2000; the clock may be 9 seconds off.
    @Test(
        arguments: [
            (990.5, .notYetValid), (991, nil), (2008.5, nil), (2009, .expired),
        ] as [(TimeInterval, Refusal.Code?)])
    func `the last moment on each side`(_ second: TimeInterval, _ expected: Refusal.Code?) throws {
        for (start, early) in [("nbf", Refusal.Code.notYetValid), ("iat", .issuedInFuture)] {
            let claims = try Claims(payload: Array(#"{"exp":2000,"\#(start)":1000}"#.utf8))
            var code: Refusal.Code?
            do {
                try TimeRules(skew: .seconds(9)).check(claims, now: Date(timeIntervalSince1970: second))
            } catch let refusal as Refusal {
                code = refusal.code
            }
            #expect(code == (expected == .notYetValid ? early : expected), "\(start)")
        }
    }
}
