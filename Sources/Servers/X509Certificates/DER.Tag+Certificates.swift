// SPDX-License-Identifier: Apache-2.0
import SystemCryptography

/// The tags that occur in certificates but not in keys. X.680 §8.4
extension DER.Tag {
    static let boolean: UInt8 = 0x01
    static let utf8String: UInt8 = 0x0C
    static let utcTime: UInt8 = 0x17
    static let generalizedTime: UInt8 = 0x18
    static let set: UInt8 = 0x31
}
