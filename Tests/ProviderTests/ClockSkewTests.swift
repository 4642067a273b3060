// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Provider
import Testing

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

    @Test func `what is given to the validator goes before the rules`() async throws {
        var fixture = TokenFixture()
        fixture.age = 3601
        let (now, tokens, answer) = (fixture.now, try fixture.tokens(), try fixture.answer())
        let provider = try await fixture.provider.discovered(time: TimeSource { now })
        let validator = TokenValidator(provider, times: TimeRules(skew: .zero), time: TimeSource { now })
        let refusal = await #expect(throws: Refusal.self) {
            try await validator.validateIDToken(in: tokens, answering: answer)
        }
        #expect(refusal?.code == .expired)
    }
}
