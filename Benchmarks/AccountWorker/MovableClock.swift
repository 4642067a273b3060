// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// A clock that can be set ahead while a program runs, so that its tokens end at that moment.
final class MovableClock: Sendable {
    private let ahead = Mutex<TimeInterval>(0)

    func goAhead(by seconds: TimeInterval) { ahead.withLock { $0 += seconds } }

    func now() -> Date { Date() + ahead.withLock { $0 } }
}
