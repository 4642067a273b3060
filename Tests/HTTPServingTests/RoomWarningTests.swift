// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Testing

@testable import HTTPServing

@Suite struct RoomWarningTests {
    @Test func `warns at most once per minute`() {
        let log = RecordedLog()
        let warning = RoomWarning(log.logger)
        let start = ContinuousClock.now
        let lines = [0, 0.005, 59.9, 60, 60.005, 119.9, 1000].map { seconds in
            warning.warn(at: start + .seconds(seconds))
            return log.lines.count
        }
        #expect(lines == [1, 1, 1, 2, 2, 2, 3])
        #expect(log.lines.allSatisfy { $0.hasPrefix("warning no room for new connections") })
    }
}
