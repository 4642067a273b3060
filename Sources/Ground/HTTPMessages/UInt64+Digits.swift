// SPDX-License-Identifier: Apache-2.0

extension UInt64 {
    /// Creates a number from 1 to 18 decimal digits, which always fit; `nil` for other bytes.
    @inlinable package init?(digits: some Collection<UInt8>) {
        guard (1...18).contains(digits.count) else { return nil }
        self = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            self = self * 10 + UInt64(digit)
        }
    }
}
