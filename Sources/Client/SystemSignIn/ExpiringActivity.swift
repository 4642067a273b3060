// SPDX-License-Identifier: Apache-2.0
#if canImport(UIKit)
import Dispatch
import Foundation
import UIKit

/// Lets an app finish work in the background as long as iOS allows: a provider gives a new refresh token only once.
///
/// It ends with the last reference to it.
///
/// <https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)>
final class ExpiringActivity: Sendable {
    private let isOver = DispatchSemaphore(value: 0)

    init(_ reason: String) {
        ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { [isOver] isExpired in
            // The activity lasts as long as this block; the system calls it once more when the time is over.
            if !isExpired { isOver.wait() }
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
