// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

extension DataProtocol {
    /// Calls a function with contiguous bytes, copied if necessary; an empty value may have no base address.
    func withContiguousBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
            ?? Array(self).withUnsafeBytes(body)
    }
}
