// SPDX-License-Identifier: Apache-2.0
#if canImport(UIKit)
import Dispatch
import Foundation
import UIKit

/// Lets an app finish work in the background for as long as iOS allows, because a provider issues a new refresh token
/// only once.
///
/// It ends with the last reference to it, or when the system ends it.
///
/// <https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)>
final class ExpiringActivity: Sendable {
    private let isOver = DispatchSemaphore(value: 0)

    init(_ reason: String) {
        ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { [isOver] isExpired in
            // The activity lasts as long as this block. At the time limit, the system calls the block again, and
            // terminates the app if the first call does not return.
            if isExpired { isOver.signal() } else { isOver.wait() }
        }
    }

    deinit { isOver.signal() }
}
#else
/// Not needed on macOS, which suspends no program.
final class ExpiringActivity: Sendable {
    init(_ reason: String) {}
}
#endif
