// SPDX-License-Identifier: Apache-2.0

/// Adds big-endian numbers; the sum has a byte more than the longer one if it does not fit into as many.
func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    let count = max(left.count, right.count)
    let (left, right) = (padded(left, to: count), padded(right, to: count))
    var (sum, carry) = (left, 0)
    for index in left.indices.reversed() {
        carry += Int(left[index]) + Int(right[index])
        sum[index] = UInt8(truncatingIfNeeded: carry)
        carry >>= 8
    }
    return carry == 0 ? sum : [1] + sum
}

/// Subtracts a big-endian number from one that is not smaller; the difference has as many bytes as that one.
func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    let right = padded(right, to: left.count)
    var (difference, borrow) = (left, 0)
    for index in left.indices.reversed() {
        let digit = Int(left[index]) - Int(right[index]) - borrow
        difference[index] = UInt8(truncatingIfNeeded: digit)
        borrow = digit < 0 ? 1 : 0
    }
    return difference
}

private func padded(_ number: [UInt8], to count: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: count - number.count) + number
}
