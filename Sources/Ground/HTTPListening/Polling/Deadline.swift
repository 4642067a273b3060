// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets

/// An instant of the monotonic clock, of 8 bytes; `ContinuousClock.Instant` has 16, and is slower to read and add to.
package struct Deadline: Comparable, Sendable {
    package var nanoseconds: UInt64

    package static let never = Deadline(nanoseconds: .max)
    package static var now: Deadline { Deadline(nanoseconds: ct_now()) }

    /// ``never`` if the clock does not reach the end of the span; a negative span is empty.
    package static func after(_ span: Duration, from now: UInt64 = ct_now()) -> Deadline {
        let (seconds, attoseconds) = span.components
        let (whole, isTooLong) = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooLate) = whole.addingReportingOverflow(UInt64(clamping: attoseconds / 1_000_000_000))
        let (end, isBeyond) = now.addingReportingOverflow(sum)
        return isTooLong || isTooLate || isBeyond ? .never : Deadline(nanoseconds: end)
    }

    package static func < (one: Deadline, other: Deadline) -> Bool { one.nanoseconds < other.nanoseconds }
}
