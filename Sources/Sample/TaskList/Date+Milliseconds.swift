// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension Date {
    /// The date in whole milliseconds, as in the task API; a task has the same date in every response.
    package var millisecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Reads whole milliseconds.
    package init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
    }
}
