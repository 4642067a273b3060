// SPDX-License-Identifier: Apache-2.0
import DPoP
import Foundation
import Testing

@testable import BearerAuth

@Suite struct ReplayWindowTests {
    private let start = Date(timeIntervalSince1970: 1_767_960_000)

    @Test func `a proof is remembered as long as it could be accepted`() {
        let window = ReplayWindow()
        #expect(window.take("first", now: start) == .new)
        #expect(window.take("late", now: start + DPoPJudge.freshness - 1) == .new)
        for seconds in [0, 1, 359, 360] {
            #expect(window.take("late", now: start + DPoPJudge.freshness - 1 + Double(seconds)) == .used, "\(seconds)")
        }
        #expect(window.take("late", now: start + 4 * DPoPJudge.freshness) == .new)
    }

    @Test func `a full window takes no proof, and forgets none`() {
        #expect(ReplayWindow().capacity == 200_000)
        let window = ReplayWindow(capacity: 3)
        for number in 0..<3 { #expect(window.take("\(number)", now: start) == .new) }
        #expect(window.take("3", now: start) == .full)
        #expect(window.take("0", now: start) == .used)
        #expect(window.take("3", now: start + DPoPJudge.freshness) == .full)
        #expect(window.take("3", now: start + 2 * DPoPJudge.freshness) == .new)
    }

    @Test func `a clock that is set back forgets nothing`() {
        let window = ReplayWindow()
        #expect(window.take("a", now: start) == .new)
        #expect(window.take("a", now: start - 3600) == .used)
    }

    @Test func `of many requests with one proof one gets in`() async {
        let window = ReplayWindow()
        let count = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { window.take("a", now: start) == .new } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(count == 1)
    }
}
