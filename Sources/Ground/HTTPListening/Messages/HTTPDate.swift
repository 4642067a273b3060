// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Synchronization

/// The date of an answer, as the 29 bytes of an IMF-fixdate (RFC 9110 §5.6.7).
enum HTTPDate {
    private static let latest = Mutex<(second: Int64, text: [UInt8])>((.min, []))

    /// The current date; its text is created once per second.
    static var now: [UInt8] {
        let second = ct_time()
        return latest.withLock { latest in
            if latest.second != second { latest = (second, text(second)) }
            return latest.text
        }
    }

    /// The text of a time in seconds since 1970, for years of four digits.
    static func text(_ second: Int64) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 29) { buffer, initializedCount in
            guard let start = buffer.baseAddress else { return }
            // The buffer has room for the 29 bytes that the call writes.
            start.withMemoryRebound(to: CChar.self, capacity: 29) { ct_date(second, $0) }
            initializedCount = 29
        }
    }
}
