// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignInTesting
import Testing

@testable import WebSignIn

@Suite struct SweepTests {
    @Test func `expired sessions are removed at the first request, and then once per minute`() {
        let clock = TestClock(Date(timeIntervalSince1970: 0))
        let sweep = Sweep(time: clock.time)
        let due = [0, 1, 58, 1, 59, 1].map { seconds in
            clock.advance(by: .seconds(seconds))
            return sweep.isDue()
        }
        #expect(due == [true, false, false, true, false, true])
    }
}
