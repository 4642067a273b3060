// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension Date {
    /// Whole milliseconds, which is what the task API says; a task has the same date in every answer.
    package var millisecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Reads whole milliseconds.
    package init(millisecondsSince1970 milliseconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1000)
    }
}
