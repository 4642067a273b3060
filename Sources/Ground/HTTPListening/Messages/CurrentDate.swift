// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import HTTPMessages
import Synchronization

/// The current date as HTTP writes it.
enum CurrentDate {
    private static let latest = Mutex<(second: Int64, text: [UInt8])>((.min, []))

    /// The date; its text is created once per second.
    static var text: [UInt8] {
        let second = ct_time()
        return latest.withLock { latest in
            if latest.second != second { latest = (second, Array(HTTPDate.text(second).utf8)) }
            return latest.text
        }
    }
}
