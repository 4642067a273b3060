// SPDX-License-Identifier: Apache-2.0
#if canImport(UIKit)
import Dispatch
import Foundation
import UIKit

/// Lets an app finish work in the background as long as iOS allows: a provider gives a new refresh token only once.
///
/// It ends with the last reference to it, or when the system asks for its end.
///
/// <https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)>
final class ExpiringActivity: Sendable {
    private let isOver = DispatchSemaphore(value: 0)

    init(_ reason: String) {
        ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { [isOver] isExpired in
            // The activity lasts as long as this block. When the time is over, the system calls it once more, and ends
            // an app whose first call does not return then.
            if isExpired { isOver.signal() } else { isOver.wait() }
        }
    }

    deinit { isOver.signal() }
}
#else
/// Nothing on macOS, which suspends no program.
final class ExpiringActivity: Sendable {
    init(_ reason: String) {}
}
#endif
